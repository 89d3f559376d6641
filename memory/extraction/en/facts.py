"""English rule tables: who someone is, what they like, how they are, what they aim at."""

from __future__ import annotations

from memory.candidates import Operation
from memory.extraction.en.subjects import PETS
from memory.extraction.en.table import Rule, rule
from memory.policy import Kind

_BE = (
    r"\s*(?:'m|’m|'re|’re|'s|’s|\bam\b|\bare\b|\bis\b)(?: still| also| now| actually| just| only|"
    r" currently| really| pretty| very| a bit| kind of| quite| so| originally)*\s+"
)
_NAME = r"(?P<v>(?-i:[A-Z])[\w'’-]+(?: (?-i:[A-Z])[\w'’-]+){0,2})"
_PLACE = r"(?P<v>(?-i:[A-Z])[\w.'-]+(?: (?-i:[A-Z])[\w.'-]+){0,2})"
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)
_DATE = (
    rf"(?P<v>(?:the )?(?:{_MONTH}\.? (?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?|"
    rf"\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}(?: \d{{4}})?"
    r"|\d{1,2}(?:st|nd|rd|th) of the \w+ (?:lunar )?month))"
)
_JOB = (
    r"(?P<v>(?!not )(?:(?!not |good |bad |great |terrible |better |real )[a-z-]+ ){0,3}(?:teacher|"
    r"nurse|doctor|engineer|developer|designer|lawyer|accountant|chef|cook|driver|writer|editor|"
    r"artist|musician|manager|"
    r"analyst|consultant|scientist|researcher|professor|student|librarian|barista|waiter|waitress|"
    r"mechanic|electrician|plumber|carpenter|farmer|cop|police officer|pilot|"
    r"pediatrician|paediatrician|surgeon|dentist|vet|pharmacist|therapist|psychologist|"
    r"psychiatrist|architect|journalist|photographer|programmer|cashier|clerk|"
    r"secretary|assistant|director|producer|actor|actress|singer|dancer|translator|interpreter|"
    r"tutor|coach|trainer|officer|firefighter|paramedic|soldier|"
    r"midwife|social worker|baker|florist|gardener|hairdresser|barber|tailor|builder|welder|"
    r"technician|supervisor|recruiter|salesperson|realtor|freelancer|"
    r"entrepreneur|founder|ceo|cto|intern|postdoc|lecturer|principal|nanny|carer|caregiver|"
    r"bartender|plumber|judge|paralegal|economist|biologist|chemist|physicist))"
)
_TRAIT = (
    r"(?P<v>(?:introvert(?:ed)?|extrovert(?:ed)?|shy|stubborn|sensitive|anxious person|"
    r"perfectionist|lazy|impatient|patient|night owl|morning person|early bird|"
    r"homebody|people pleaser|clumsy|forgetful|disorganized|organized|ambitious|competitive|"
    r"pessimistic|optimistic|pessimist|optimist|ambivert|"
    r"romantic|sarcastic|quiet|outgoing|talkative|easygoing|laid[- ]back|workaholic|"
    r"procrastinator|overthinker|(?-i:[IE][NS][TF][PJ])))"
)
_DISEASE = (
    r"(?P<v>(?:type [12] |chronic |mild |severe |clinical )?(?:diabetes|asthma|adhd|add|autism|"
    r"depression|anxiety disorder|ocd|ptsd|bipolar(?: disorder)?|epilepsy|"
    r"migraines?|arthritis|lupus|crohn'?s(?: disease)?|ibs|celiac(?: disease)?|endometriosis|pcos|"
    r"cancer|breast cancer|high blood pressure|hypertension|"
    r"hypothyroidism|hyperthyroidism|anemia|fibromyalgia|parkinson'?s|alzheimer'?s|dementia|"
    r"dyslexia|eczema|psoriasis|sleep apnea|insomnia|tinnitus|hiv|scoliosis|gout|"
    r"heart disease|a heart condition|kidney disease|multiple sclerosis|ms|narcolepsy|"
    r"an eating disorder|anorexia|bulimia|hay fever))"
)
_MOOD = (
    r"(?P<v>(?:so |really |very |pretty |a bit |a little |kind of |kinda |super |extremely |"
    r"weirdly |oddly |totally |just |utterly |quite |too )*(?:happy|sad|anxious|nervous|"
    r"excited|lonely|tired|exhausted|stressed(?: out)?|overwhelmed|angry|mad|furious|frustrated|"
    r"upset|depressed|down|hopeful|hopeless|scared|worried|terrified|proud|"
    r"grateful|relieved|bored|jealous|guilty|ashamed|embarrassed|heartbroken|numb|empty|lost|"
    r"content|calm|panicking|freaking out|burnt out|burned out|miserable|"
    r"disappointed|homesick|devastated|restless|drained|done with (?:everyone|everything|people|"
    r"it all|this)|fed up|on edge|thrilled|blue|low))"
)

IDENTITY: tuple[Rule, ...] = (
    rule("name",
            r"(?:my (?:full |real |actual )?name is|my (?:full |real )?name's|name's|the name's) " + _NAME, who="user", bare=True, search=True),
    rule("name", _BE + _NAME + r"(?=$|,| and i)", who="greeted"),
    rule("name", _BE +
            r"(?!(?-i:[A-Z])\w*(?:ish|ese|ian|ican|ist|lic|im|ew)\b)(?!Batman|Groot|Spider|God\b)" + _NAME + r"(?=$|,| but everyone| and (?:i|my))", who="opening"),
    rule("name", r"(?:['’]s)? name(?: is|['’]s) " + _NAME),
    rule("name", r"(?:\s*(?:is|are|was|['’]s))? (?:called|named) " + _NAME, who="other"),
    rule("name", r"\s*call (?:him|her|it|them) " + _NAME, who="other"),
    rule("nickname",
        r"(?:just |please |you can |everyone calls me |they call me |people call me |friends call me |"
            r"my friends call me |call me |i go by |i'm called )+(?P<v>(?-i:[A-Z])[\w'-]+)", search=True, bare=True, who="user"),
    rule("birthday", r"(?:my birthday|my bday|i was born)(?:['’]s| is| falls)?(?: on)? " + _DATE, search=True, bare=True, who="user"),
    rule("birthday", r"(?:['’]s)? (?:birthday|bday)(?:['’]s| is)(?: on)? " + _DATE, who="other"),
    rule("birthday", r"(?:\s*was)? born(?: on)? " + _DATE),
    rule("birthday", r"(?:.{0,10})turning \d{1,3} on " + _DATE, bare=True, who="user"),
    rule("age", _BE + r"(?P<v>\d{1,2})(?: years old| yo|y/o)?(?=$| and\b| now|,)", longest=4),
    rule("age", r"\s*(?:just )?turned (?P<v>\d{1,3})\b", longest=4),
    rule("height", _BE + r"(?P<v>\d['’]\s?\d{1,2}(?:\"|”|'')?|\d feet \d|1[.,]\d\d ?m|\d{3} ?cm)"),
    rule("city",
        r"\s*(?:now |currently |still |just )?(?:live|lives|living|reside|based|am based|'m based|"
        r"stay)(?: now| currently)? (?:in|near) " + _PLACE),
    rule("city",
            r"(?:.{0,8})\bmoved? (?:here |back |over )?(?:from (?-i:[A-Z])[\w' ]+? )?to " + _PLACE, bare=True, who="any", operation=Operation.CHANGE),
    rule("city", r"(?:.{0,8})\bmoved (?:here )?from " + _PLACE + r"(?= to)", polarity=-1, bare=True, operation=Operation.CHANGE),
    rule("city", r"\s*used to live in " + _PLACE, polarity=-1),
    rule("employer", r"\s*(?:no longer works?|don't work|doesn't work) (?:at|for) " + _PLACE, polarity=-1, operation=Operation.END),
    rule("employer", r"\s*(?:just )?started (?:a new job |working )?at " + _PLACE, operation=Operation.CHANGE),
    rule("school", r"\s*(?:'m |am )?(?:study|studies|studying) [\w ]{3,24} at " + _PLACE),
    rule("work_city", r"\s*(?:now )?works? in " + _PLACE),
    rule("hometown",
        r"(?:.*?)(?<!not )(?<!just )(?:originally )?(?:'m |am |'s |is |come |comes |"
        r"hail )(?:originally )?from " + _PLACE, search=True, who="user", bare=True),
    rule("hometown", _BE + r"(?:originally )?from " + _PLACE),
    rule("hometown", _BE + r"not from " + _PLACE, polarity=-1),
    rule("hometown", r"\s*grew up in " + _PLACE),
    rule("job",
        r"\s*(?:'m|am|is|'s|’s|work as|works as|working as|became|got a job as)(?: now| actually|"
        r" currently| also)? (?:a |an |the )?(?:freelance )?" + _JOB + r"(?! (?:of|at heart|'s))\b"),
    rule("job", _BE + r"not (?:a |an |the )" + _JOB + r"\b", polarity=-1),
    rule("job",
        r"(?:.{0,4})\bstarted (?:a new job |work |working )?as (?:a |"
        r"an )?(?P<v>[a-z -]{3,30}?)(?= today| yesterday| last| this|$| at)", bare=True, operation=Operation.CHANGE),
    rule("job",
        r"\s*(?:quit|stopped|gave up|left) (?P<v>teaching|nursing|law|accounting|cooking|driving|"
        r"farming|banking|consulting|coding|acting)\b", polarity=-1, operation=Operation.END),
    rule("job",
        r"\s*(?:now )?(?P<v>(?:drive a (?:bus|taxi|cab|truck|lorry)|teach \w+|run a (?:\w+ )?(?:shop|"
        r"cafe|café|bakery|farm|restaurant|business|studio)))\b"),
    rule("employer",
        r"\s*(?:now )?(?:work|works|working)(?: \w+)? (?:at|for) (?:the |"
        r"a )?(?P<v>(?-i:[A-Z])[\w&.]+(?: (?-i:[A-Z])[\w&.]+)*|hospital|school|library|university|"
        r"bank|factory|bakery|startup|warehouse|supermarket|nonprofit|law firm)"),
    rule("employer", r"(?:.{0,4})(?:got )?(?:laid off|fired|let go) from " + _PLACE, polarity=-1, bare=True, operation=Operation.END),
    rule("employer",
            r"\s*(?:just )?(?:quit|left|resigned from) (?P<v>(?-i:[A-Z])[\w&.]+(?: (?-i:[A-Z])[\w&.]+)*)", polarity=-1, operation=Operation.END),
    rule("education", _BE +
        r"(?:a |an |in my |my )?(?P<v>(?:first|second|third|fourth|final|1st|2nd|3rd|"
        r"4th)[- ]year (?:phd |masters? |med |law |undergrad )?student|freshman|sophomore|"
        r"junior in college|senior in college|phd student|grad student|phd candidate|(?:first|second|"
        r"third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) grade)"),
    rule("school",
        r"\s*(?:just )?(?:got into|study at|studies at|studying at|go to|goes to|attend|attends|"
        r"graduated from|got accepted to|am at|"
        r"'m at) (?P<v>(?-i:[A-Z])[\w.]+(?: (?:of )?(?-i:[A-Z])[\w.]+)*)(?=$| |,)"),
    rule("major", r"(?:.{0,40}?)\bstudent in (?P<v>[a-z ]{3,24}?)(?=$| at\b|,)"),
    rule("major",
        r"\s*(?:'m |am )?(?:study|studies|studying|majoring in|major in|majored in) (?P<v>(?!at\b|"
        r"for\b|in\b|abroad|hard|all)[a-z ]{3,24}?)(?=$| at\b| in\b|,)"),
    rule("status", _BE + r"(?P<v>single|married|divorced|engaged|widowed|separated|pregnant|sober)\b"),
    rule("status", r"\s*(?P<v>single|divorced|engaged) (?:again|now)\b", bare=True, who="user"),
    rule("status", r"(?:.*\b)(?:years?|months?|days?|weeks?) (?P<v>sober|clean)\b", bare=True, who="user"),
)  # fmt: skip
TASTES: tuple[Rule, ...] = (
    rule("like",
        r"\s*(?:do not|don't|don’t|doesn't) (?:really )?(?:hate|dislike|"
        r"mind) (?P<v>[\w' -]{2,30}?)(?=$|,| but| at all)"),
    rule("like",
            r"(?:it's|it is) not that i (?:don't|do not|don’t) (?:like|love) (?P<v>[\w' -]{2,30}?)(?=$|,)", bare=True, search=True, who="user"),
    rule("like",
        r"\s*used to (?:really )?(?:love|like|enjoy|adore|be into) (?P<v>[\w' -]{2,30}?)(?=$|,| but|"
        r" and)", polarity=-1, operation=Operation.CHANGE),
    rule("like",
        r"\s*(?:really |just |absolutely |still |honestly )*(?:can't stand|can’t stand|cannot stand|"
        r"can't bear|hate|hates|loathe|detest|despise|dislike|am sick of|'m sick of)s? (?P<v>(?!it\b|"
        r"that\b|how\b|when\b|to\b)[\w' -]{2,30}?)(?=$|,| but| and | because| so )", polarity=-1),
    rule("like",
        r"\s*(?:do not|don't|don’t|doesn't|never|didn't)(?: really| even| actually| much)? (?:like|"
            r"love|enjoy|liked|care for)s? (?P<v>[\w' -]{2,30}?)(?=$|,| but| and | at all| because)", polarity=-1),
    rule("like",
        r"(?:.{0,6})\bnot (?:really )?(?:a (?:big |huge |great )?fan of|into|keen on|"
        r"fond of) (?P<v>[\w' -]{2,30}?)(?=$|,| but)", polarity=-1, bare=True),
    rule("like",
        r"(?P<v>[\w' -]{2,30}?) (?:never did it for me|isn't my thing|is not my thing|isn't for me|"
        r"grosses me out)", polarity=-1, search=True, bare=True, who="user"),
    rule("like", _BE +
        r"(?:obsessed with|into|crazy about|a (?:big |huge )?fan of|fond of|hooked on|in love with|"
        r"addicted to) (?P<v>[\w' -]{2,30}?)(?=$|,| but| lately| and )"),
    rule("like", r"\s*could live on (?P<v>[\w' -]{2,30}?)(?=$|,)"),
    rule("like",
        r"\s*(?:really |just |absolutely |also |still |do |always |have always |'ve always |"
        r"truly )*(?:loved?|likes?|loves|enjoys?|adores?|prefers?) (?P<v>(?!you\b|it\b|that\b|this\b|"
        r"him\b|her\b|them\b|how\b|when\b|what\b|my\b|to\b)[\w' -]{2,30}?)(?=$|,| but| and i| because|"
        r" so | more than)"),
    rule("like",
        r"\s*(?:really |just |absolutely |also |still |do )*(?:love|like|enjoy|loves|"
        r"likes) to (?P<v>[\w' -]{2,30}?)(?=$|,| but| when)"),
    rule("like",
            r"(?:my )?favou?rite (?:\w+ )?\w+ (?:is|are) (?P<v>[\w' -]{2,30}?)(?=$|,| but)", search=True, bare=True, who="user"),
    rule("hobby",
        r"\s*(?P<v>(?:play|plays) (?:the )?(?:guitar|piano|violin|cello|drums|bass|flute|chess|tennis|"
        r"football|soccer|basketball|badminton|golf|hockey|rugby|ukulele|saxophone|"
        r"trumpet)(?: in an? [\w ]+)?)"),
    rule("hobby", r"(?:my )hobb(?:y|ies) (?:is|are) (?P<v>[\w' ,-]{2,40})$", search=True, bare=True, who="user"),
    rule("hobby",
        r"\s*(?:just |recently )*(?:took up|got into|started learning|"
        r"picked up) (?P<v>(?-i:[a-z])[\w' -]{3,24}?)(?=$|,| last| this)"),
    rule("diet", _BE +
        r"(?:a )?(?P<v>vegan|vegetarian|pescatarian|kosher|halal|keto|gluten[- ]free|teetotal)\b"),
    rule("diet",
        r"\s*(?:quit|gave up|stopped eating|stopped drinking|cut out) (?P<v>meat|sugar|dairy|alcohol|"
        r"coffee|gluten|drinking|smoking|caffeine|soda|bread|carbs)\b", polarity=-1, operation=Operation.CHANGE),
    rule("diet",
            r"\s*(?:don't|do not|don’t|never|can't|doesn't) (?:eat )?(?P<v>drink (?:alcohol|coffee|tea|"
            r"milk|soda|beer|wine)|drink(?! \w(?!nymore))|smoke|(?<=eat )(?:meat|"
        r"pork|beef|dairy|gluten|sugar|seafood|fish|eggs|breakfast|red meat))\b", polarity=-1),
    rule("diet", r"\s*still eat (?P<v>[\w ]{2,16})$", bare=True, who="user"),
    rule("allergy", _BE + r"(?:\w+ )?allergic to (?P<v>[\w' -]{2,30}?)(?=$|,| and i| so| but)"),
    rule("allergy", r"(?:.{0,6})(?P<v>(?:lactose|gluten|histamine)[- ]intolerant)", bare=True),
    rule("allergy", r"\s*(?:have|has) (?:a |an )?(?:severe |bad |mild )?(?P<v>[\w-]+) allergy\b"),
    rule("habit",
        r"\s*(?:always |usually )?(?P<v>[\w' -]{4,40}? every (?:morning|day|night|evening|week|"
        r"weekend|sunday|saturday|monday|friday))\b"),
    rule("habit", r"\s*(?P<v>carry [\w' ]{2,20} everywhere)"),
    rule("habit",
            r"\s*every (?:morning|day|night|evening|weekend|sunday|saturday) i (?P<v>[\w' -]{4,40})$", bare=True, who="user"),
    rule("trait", _BE +
            r"(?:(?:a|an|such a|very|pretty|really|quite|a bit|kind of|too|super|naturally|painfully) )*" + _TRAIT + r"\b"),
    rule("trait",
        r"(?:.{0,40})\bi'm (?:so |very |too )?(?P<v>stubborn|lazy|sensitive|impatient|clumsy|"
        r"forgetful|shy|bossy|quiet)", who="endorsed", bare=True, search=True),
    rule("trait",
        r"\s*(?:always |tend to |totally )?(?P<v>overthink(?: everything)?|procrastinate|"
        r"worry too much|people[- ]please)\b"),
    rule("trait",
        r"(?:.{0,24})\b(?P<v>(?:afraid|scared|terrified) of (?:the dark|heights|dogs|spiders|snakes|"
            r"flying|needles|phone calls|public speaking|water|clowns|being alone|thunder))", search=True, bare=True, who="user"),
    rule("pet",
        r"\s*(?:'ve got|have got|have|own|adopted|got|rescued|just adopted|just got)(?: just)? (?:a|"
        r"an|one|two|three|\d) (?:\w+ ){0,2}?(?P<v>" + PETS + r")s?\b(?! (?:allergy|person))", who="user"),
)  # fmt: skip
BODY: tuple[Rule, ...] = (
    rule("health",
        r"\s*(?:have|has|'ve got|was diagnosed with|were diagnosed with|got diagnosed with|"
            r"been diagnosed with|'ve had|have had|suffer from|suffers from|live with)(?: \w+ly)? (?:a )?" + _DISEASE + r"\b"),
    rule("health",
            r"(?:just )?(?:got |was )?diagnosed with (?P<v>[\w' ]{2,24}?)(?=$| at | last| in | when|,)", bare=True, who="user"),
    rule("health", _BE +
        r"(?P<v>diabetic|epileptic|asthmatic|autistic|dyslexic|bipolar|colou?r[- ]?blind|"
        r"hard of hearing|deaf)\b"),
    rule("health",
        r"my (?P<v>(?:back|head|knee|knees|neck|stomach|shoulder|tooth|throat|hip|ankle|wrist|"
        r"migraine)(?:'s| is| has| have|'ve)(?: been)? (?:killing me|hurting|aching|acting up|sore|"
        r"hurts))", kind=Kind.STATE, bare=True, search=True, who="user"),
    rule("health",
        r"\s*(?P<v>can't sleep|haven't been sleeping|have a (?:cold|fever|headache|migraine|"
        r"stomach ache)|am sick|'m sick)\b", kind=Kind.STATE, who="user"),
    rule("belief", _BE +
        r"(?:a |an )?(?:practicing |devout )?(?P<v>christian|catholic|muslim|jewish|buddhist|hindu|"
        r"atheist|agnostic|sikh|mormon|protestant|pagan|quaker)\b"),
    rule("sexuality", _BE +
        r"(?:a )?(?P<v>gay|lesbian|bisexual|bi|pansexual|asexual|queer|trans|transgender|nonbinary|"
        r"non-binary)\b(?!-)"),
    rule("money",
        r"\s*(?P<v>(?:owe|have) [\w$£€,.]+ (?:in|of) (?:debt|student loans|credit card debt)|(?:'m|"
        r"am) in debt|am broke|went bankrupt|filed for bankruptcy)", who="user"),
    rule("money",
        r"\s*(?:make|earn) (?P<v>[$£€]?\d[\d,.]*k?(?: a| per| an) (?:year|month|hour|week))", who="user"),
    rule("trauma",
        r"\s*(?:was|got) (?P<v>(?:sexually )?(?:abused|assaulted|raped|molested|bullied|"
        r"beaten)(?: as a (?:kid|child)| by [\w ]{2,20}| at school| in school)?)", who="user"),
    rule("mood",
        r"(?:.{0,12}?)\s*(?:'m|’m|am|feel|feeling|been feeling|felt)(?: just| all| still)? " + _MOOD +
            r"(?=$| today| right now| lately| about| and| now| this| tonight|,| again| for)", who="user", bare=True),
)  # fmt: skip
AIMS: tuple[Rule, ...] = (
    rule("goal",
        r"\s*(?:want to|wanna|hope to|plan to|'m hoping to|'d like to|"
        r"aim to) (?P<v>[\w' -]{3,40}?)(?: (?:this|next) year| by [\w ]+| someday| one day|"
        r" before [\w ]+)$", who="user"),
    rule("goal",
        r"(?:.{0,6})\btrying to (?P<v>(?:save|lose|learn|quit|find|finish|get|run|write|build|buy|pay|"
            r"eat|sleep|stop|become|start|read)[\w' -]{2,36}?)(?= by |$|,| this| before| for )", who="user", bare=True),
    rule("goal",
            r"my (?:goal|dream|aim) (?:is|this year is) (?:to )?(?P<v>[\w' -]{3,40})$", who="user", bare=True, search=True),
    rule("goal",
        r"\s*(?:'m|am|’m) (?P<v>(?:saving (?:up )?for|training for|studying for|preparing for|"
        r"applying (?:for|to)|looking for|learning) [\w' -]{2,36}?)(?=$|,| and| but)", who="user"),
)  # fmt: skip
