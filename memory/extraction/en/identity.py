"""English rule tables: what somebody is called, where they live, what they do and study."""

from __future__ import annotations

from memory.candidates import Operation
from memory.extraction.en.table import SELF, Rule, rule

BE = (
    r"\s*(?:'m|'re|'s|\bam\b|\bare\b|\bis\b)(?: still| also| now| actually| just| only|"
    r" currently| really| pretty| very| a bit| kind of| quite| so| originally| basically)*\s+"
)
STOP = (
    r"(?=$|[,.!(]| (?:now|these|at|last|next|with|and|but|for|since|because|in|this|right|anymore|not|where|when|which|to|from|"
    r"on|again|currently|until|till|by|near|btw|haha|actually|nowadays|today|tomorrow|as|after|before|about|so|all|most|"
    r"every|full|part|please|only|instead|studying|doing|working|living|though|too|soon|rather|over|a|the|my|is)\b)"
)
"""Where a name or a place ends."""
WORD = r"[A-Za-z][\w.'-]*"
NAME = r"(?P<v>" + WORD + r"(?: (?-i:[A-Z])[\w'-]+){0,2})" + STOP
PLACE = r"(?:the (?=(?-i:[A-Z])))?(?P<v>" + WORD + r"(?: " + WORD + r"){0,2}?)" + STOP
COMPANY = r"(?P<v>(?-i:[A-Z])[\w&.]+(?: (?-i:[A-Z])[\w&.]+){0,3}|" + WORD + STOP + r")"
MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)
DATE = (
    rf"(?P<v>(?:the )?(?:{MONTH}\.? (?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?|"
    rf"\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}(?:,? \d{{4}})?"
    r"|\d{1,2}(?:st|nd|rd|th) of the \w+ (?:lunar )?month|\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{4}-\d{2}-\d{2}))"
)
_JOBS = (
    r"teacher|nurse|doctor|engineer|developer|designer|lawyer|solicitor|barrister|accountant|chef|cook|driver|writer|editor|"
    r"artist|musician|manager|analyst|consultant|scientist|researcher|professor|student|librarian|barista|waiter|waitress|"
    r"mechanic|electrician|plumber|carpenter|joiner|farmer|cop|police officer|policeman|policewoman|pilot|pediatrician|"
    r"paediatrician|surgeon|dentist|vet|pharmacist|therapist|psychologist|psychiatrist|architect|journalist|photographer|"
    r"programmer|cashier|clerk|secretary|assistant|director|producer|actor|actress|singer|dancer|translator|interpreter|"
    r"tutor|coach|trainer|officer|firefighter|fireman|paramedic|soldier|midwife|social worker|baker|florist|gardener|"
    r"hairdresser|barber|tailor|builder|welder|technician|supervisor|recruiter|salesperson|realtor|estate agent|freelancer|"
    r"entrepreneur|founder|ceo|cto|intern|postdoc|lecturer|principal|headteacher|nanny|childminder|carer|caregiver|"
    r"bartender|judge|paralegal|economist|biologist|chemist|physicist|receptionist|cleaner|postman|postie|courier|trucker|"
    r"dinner lady|lollipop lady|roofer|plasterer|tiler|decorator|bricklayer|brickie|sparky|butcher|fisherman|priest|vicar|"
    r"physio|physiotherapist|radiographer|optician|dietitian|sonographer|phlebotomist|bookkeeper|administrator|copywriter|"
    r"data scientist|web dev|dev|product manager|project manager|team lead|shift lead|flight attendant|tour guide|lifeguard|"
    r"security guard|bouncer|dj|youtuber|streamer|civil servant|trainee|apprentice|stay[- ]at[- ]home (?:mum|mom|dad|parent)|"
    r"full[- ]time (?:mum|mom|dad|parent|carer)|tattooist|tattoo artist|seamstress|potter|beekeeper|stuntman|sailor|nun"
)
_OF_JOB = r"(?! (?:of|at heart|'s)\b)"
JOB = (
    r"(?P<v>(?:(?!not |no |good |bad |great |terrible |better |real |big |massive |huge |total |complete |such |to |an? |the |with |of |for |and |in |my |his |her |your |their )[a-z0-9-]+ ){0,3}?(?:"
    + _JOBS + r"))\b" + _OF_JOB
)  # fmt: skip
_ROLE = r"(?P<v>(?!not )[a-z][a-z -]{2,29}?)(?=$|[,.!]| (?:today|yesterday|last|this|at|on|in|for|next|now|and|with|from|starting)\b)"

IDENTITY: tuple[Rule, ...] = (
    rule("name", r"(?:my (?:full |real |actual |good |first )?name is|my (?:full |real |first )?name's|^name's|^the name's|^name is) "
         + NAME, who="user", bare=True, search=True, proper=True),
    rule("name", r"(?:hey|hi|hello|yo|sup|morning|evening)?,? ?(?:it's|this is) " + NAME.replace(STOP, r"(?= here(?:$|[,.!]| from\b))"),
         who="user", bare=True, search=True, proper=True),
    rule("name", r"it's " + NAME.replace(STOP, r"(?= (?:with (?:an?|two|one|no) |spelt |spelled ))"), who="user", bare=True, search=True,
         proper=True),
    rule("name", r"myself " + NAME, who="user", bare=True, proper=True),
    rule("name", BE + NAME.replace(STOP, r"(?=$|,| and i)"), who="greeted", proper=True),
    rule("name", r"\s*'m " + NAME.replace(STOP, r"(?= (?:btw|by the way|from|here|nice to meet|and i'm|\d\d\b))"), who="user", proper=True,
         longest=16),
    rule("name", BE + r"(?!(?-i:[A-Z])\w*(?:ish|ese|ian|ican|ist|lic|im|ew)\b)(?P<v>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+){0,2})"
         r"(?=$|,| but everyone| and (?:i|my))", who="opening", proper=True),
    rule("name", r"(?:'s)? name(?: is|'s) " + NAME, proper=True),
    rule("name", r"(?:\s*(?:is|are|was|'s|'re))? (?:called|named) " + NAME, who="other", proper=True),
    rule("name", r"\s*call (?:him|her|it|them) " + NAME, who="other", proper=True),
    rule("nickname",
         r"(?:^|\bbut |\band |\bjust |\bplease |\byou can |\bso |\bi'm |(?:(?:everyone|everybody|people|they|(?:my |all my )?(?:friends|mates|family))"
         r"(?: at (?:work|school|home)| here)?)(?: all| mostly| just)? |\bi )(?:call(?:s)? me|go by|called) (?!(?:a|an|the)\b)" + NAME, search=True, bare=True, who="user",
         proper=True),
    rule("nickname", r"(?:.*)\b(?:not|don't call me) \w+,? (?:just|only) " + NAME, who="user", bare=True, proper=True),
    rule("birthday", r"(?:my birthday|i was born)(?:'s| is| falls)?(?: on| always)* " + DATE, search=True, bare=True, who="user"),
    rule("birthday", r"(?:'s)? (?:birthday)(?:'s| is)(?: on)? " + DATE, who="other"),
    rule("birthday", r"(?:\s*was)? born(?: on)? " + DATE),
    rule("birthday", SELF + r"turn(?:ing)? \d{1,3} on " + DATE, bare=True, who="user"),
    rule("birthday", r"(?:\s*was)? born in (?P<v>(?:19|20)\d\d)\b"),
    rule("age", BE + r"(?:a )?(?P<v>\d{1,3})(?!\d)(?:[- ]years?[- ]old|[- ]?yo\b|y/o|[mf]\b)?(?=$| and\b| now| not\b| but\b|,| years| next| this| in\b)",
         longest=4),
    rule("age", r"(?:\s*(?:have|has|'ve|'s))?\s*(?:just |finally |only )?turned (?P<v>\d{1,3})\b", longest=4, bare=True),
    rule("height", BE + r"(?P<v>\d['’]\s?\d{1,2}(?:\"|”|'')?|\d (?:feet|foot|ft) \d{1,2}|1[.,]\d\d ?m|\d{3} ?cm)"),
    rule("city", r"\s*(?:'m |am |'s |is |'re |are )?(?:now |currently |still |just |actually )*(?:live|lives|living|reside|resides|based|"
         r"stay|staying)(?: now| currently| out)? (?:in|near|just outside) " + PLACE, proper=True),
    rule("city", r"\s*(?:'m |am )?(?:now |currently )?liv(?:e|ing) in (?:a|an|my) [\w ]{2,30}? in " + PLACE, proper=True),
    rule("city", r"(?:currently |now )?(?:based|living) (?:in|near|out of) " + PLACE, bare=True, who="user", proper=True),
    rule("city", BE.replace(" just|", "") + r"in " + PLACE.replace(STOP, r"(?= (?:now|these days|at the moment|nowadays)\b)"), proper=True,
         who="user"),
    rule("city", SELF + r"(?:moved|relocated) (?:here |back |over |down |up )?(?:from [\w' ]+? )?to " + PLACE, bare=True, who="any",
         operation=Operation.CHANGE, proper=True),
    rule("city", SELF + r"moved (?:here )?from " + PLACE.replace(STOP, r"(?= to)"), polarity=-1, bare=True,
         operation=Operation.CHANGE, proper=True),
    rule("city", r"\s*(?:used to live|no longer live|don't live|doesn't live) in " + PLACE, polarity=-1, proper=True),
    rule("city", r"\s*(?:'ve |have )?been (?:living )?(?:in|near) " + PLACE.replace(STOP, r"(?= (?:since|for)\b)"), bare=True, who="user", proper=True),
    rule("hometown", r"\b(?:i|we)(?:'m|'re| am| are| come| hail) (?:originally |actually )*from " + PLACE,
         search=True, who="user", bare=True, proper=True),
    rule("hometown", BE + r"(?:originally )?from " + PLACE, proper=True),
    rule("hometown", r"(?:myself|i'm) (?!not\b|just\b|also\b|only\b)\w+ (?:here )?(?:and i'm )?from " + PLACE, bare=True, search=True, who="user", proper=True),
    rule("hometown", BE + r"not from " + PLACE, polarity=-1, proper=True),
    rule("hometown", r"\s*(?:was )?(?:grew up|raised|born and raised|born and bred|brought up) (?:in|near) " + PLACE, bare=True, proper=True),
    rule("work_city", r"\s*(?:now )?works? in " + PLACE, proper=True),
    rule("status", BE + r"(?:happily |newly |recently |officially |finally |heavily |\w+ (?:weeks|months) )?(?P<v>single|married|divorced|engaged|widowed|separated|pregnant|sober|between jobs|self[- ]employed|retired|unemployed|"
         r"on maternity leave)\b(?! (?:mum|mom|dad|parent|bed|room|malt))"),
    rule("status", r"\s*(?P<v>single|divorced|engaged|retired) (?:again|now)\b", bare=True, who="user"),
    rule("status", r"(?:.*\b)(?:years?|months?|days?|weeks?) (?P<v>sober)\b", bare=True, who="user"),
    rule("status", r"\s*(?:'ve|have) been (?P<v>sober|single)\b", who="user"),
)  # fmt: skip
WORK: tuple[Rule, ...] = (
    rule("job", r"\s*(?:'m|am|is|'s|work as|works as|working as|became|got a job as|qualified as|train(?:ing|ed) as|"
         r"(?:'ve |have )?been)(?: now| actually| currently| also| just)? (?:a |an |the )?(?:freelance )?" + JOB),
    rule("job", r"(?:been an? |(?:now |currently )?working as an? )" + JOB, bare=True, who="user"),
    rule("job", r"[^,]{1,60}? and (?:i )?(?:now |currently )?works? as (?:a |an |the )(?:freelance )?" + JOB),
    rule("job", BE + r"not (?:a |an |the )" + JOB, polarity=-1),
    rule("job", r"\s*used to (?:be|work as) (?:a |an )?" + JOB, polarity=-1, operation=Operation.CHANGE),
    rule("job", r"\s*(?:got |was |been |just got |finally got |has been |have been )+promoted to " + _ROLE, bare=True,
         operation=Operation.CHANGE),
    rule("job", SELF + r"started (?:a new job |work |working |out )?as (?:a |an )?" + _ROLE, bare=True, operation=Operation.CHANGE),
    rule("job", r"\s*(?:'ve |have )?been (?P<v>teaching|nursing|driving|farming|gardening|plumbing|freelancing|acting|cleaning|cooking|coding)"
         r"(?= for\b| since\b)", bare=True, who="user"),
    rule("job", r"\s*(?:quit|stopped|gave up|left) (?P<v>teaching|nursing|law|accounting|cooking|driving|"
         r"farming|banking|consulting|coding|acting)\b", polarity=-1, operation=Operation.END),
    rule("job", r"(?:\bnow )?(?:\s*(?:i )?(?:now )?)(?P<v>(?:drive (?:a (?:bus|taxi|cab|truck|lorry|tram|van)|for \w+)|teach (?!me|you|him|her|them|my)\w+(?: \d{1,2})?|"
         r"run (?:a|my own) (?:[\w-]+ ){0,2}(?:shop|cafe|café|bakery|farm|restaurant|business|studio|pub|salon)))\b"),
    rule("job", r"\s*(?:now )?(?:i )?(?:now )?do (?P<v>data entry|admin|it support|tech support|childcare|customer service|nights at [\w ]+)"),
    rule("employer", r"\s*(?:'m |am |'s |is )?(?:now |still )*(?:work|works|working)(?: (?!as\b|in\b|on\b)[\w-]+)? (?:at|for) (?:the |a |an )?"
         r"(?:(?:small|big|local|tiny|large) )?(?P<v>hospital|school|library|university|bank|factory|bakery|startup|warehouse|"
         r"supermarket|nonprofit|charity|law firm|council|post office|nursery|care home|garage|pub|call centre|call center|museum)\b"),
    rule("employer", r"\s*(?:'m |am |'s |is )?(?:now |still )*(?:work|works|working)(?: (?!as\b|in\b|on\b)[\w-]+)? (?:at|for) (?:the )?"
         + COMPANY, proper=True),
    rule("employer", r"\s*(?:am |'m )working in " + COMPANY.replace(STOP, r"(?= since)") + r"(?= since)", proper=True),
    rule("employer", r"\s*(?:just )?(?:started|starting|start|got)(?: a (?:new )?job| my new job| work| working)? (?:at|with) " + COMPANY, bare=True,
         operation=Operation.CHANGE, proper=True),
    rule("employer", r"\s*(?:no longer works?|don't work|doesn't work) (?:at|for) " + COMPANY, polarity=-1, operation=Operation.END, proper=True),
    rule("employer", SELF + r"(?:got )?(?:laid off|fired|let go|sacked|made redundant) (?:from|by) " + COMPANY, polarity=-1, bare=True,
         operation=Operation.END, proper=True),
    rule("employer", r"\s*(?:just |finally )?(?:quit|left|resigned from|(?:quit|left) my job (?:at|with)) (?P<v>(?-i:[A-Z])[\w&.]+"
         r"(?: (?-i:[A-Z])[\w&.]+){0,3})(?! (?:last|two|three|in|when|for)\b)", polarity=-1, operation=Operation.END, proper=True),
    rule("education", BE + r"(?:a |an |in my |my |in )?(?P<v>(?:first|second|third|fourth|final|1st|2nd|3rd|"
         r"4th)[- ]year(?: (?:phd |masters? |med |law |undergrad )?student)?|freshman|sophomore|year \d{1,2}|sixth form|"
         r"junior in college|senior in college|phd student|grad student|phd candidate|(?:first|second|"
         r"third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,2}th) grade)\b"),
    rule("education", r"\s*(?:'m |am |'s |is )?(?:doing|finishing|starting) (?:a|an|my|his|her) (?P<v>(?:master'?s|phd|degree|a[- ]levels|gcses|mba|"
         r"b\.?tech|m\.?tech|bachelor'?s|pgce|foundation year|apprenticeship|diploma))\b", bare=True),
    rule("school", r"\s*(?:just |finally )*(?:got into|study at|studies at|studying at|go to|goes to|attend|attends|"
         r"graduated from|got accepted (?:to|into|at)|am at|'m at) (?P<v>(?-i:[A-Z])[\w.]+(?: (?:of )?(?-i:[A-Z])[\w.]+){0,3})(?=$| |,)", proper=True),
    rule("school", r"\s*(?:'m |am )?(?:in my \w+ year|study|studies|studying [\w ]{3,24}|doing (?:a|my) [\w' ]{3,30}) at (?P<v>(?-i:[A-Z])[\w.]+"
         r"(?: (?:of )?(?-i:[A-Z])[\w.]+){0,3})", bare=True, proper=True),
    rule("major", r"(?:.{0,40}?)\bstudent in (?P<v>[a-z ]{3,24}?)(?=$| at\b|,)"),
    rule("major", r"(?:.*?)\b(?:master'?s|phd|degree|mba|b\.?tech|bachelor'?s|diploma) in (?P<v>[a-z ]{3,30}?)(?=$| at\b| from\b|,)", bare=True),
    rule("major", r"(?:.*?\bat [\w. ]{2,24} |\s*(?:'m |am )?)(?:study|studies|studying|majoring in|major in|majored in|read|reading) (?P<v>(?!at\b|"
         r"for\b|in\b|abroad|hard|all|a\b|the\b|my\b|your\b|this\b|it\b)[a-z ]{3,24}?)(?=$| at\b| in\b|,)"),
)  # fmt: skip
