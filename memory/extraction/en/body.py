"""English rule tables: health and other things told in confidence, moods, and what somebody aims at."""

from __future__ import annotations

from memory.extraction.en.identity import BE
from memory.extraction.en.table import SELF, Rule, rule
from memory.policy import Kind

_DISEASE = (
    r"(?P<v>(?:type [12] |chronic |mild |severe |clinical )?(?:diabetes|asthma|adhd|add|autism|"
    r"depression|anxiety disorder|anxiety|ocd|ptsd|bpd|bipolar(?: disorder)?|epilepsy|migraines?|arthritis|lupus|"
    r"crohn'?s(?: disease)?|colitis|ibs|c(?:o)?eliac(?: disease)?|endometriosis|endo|pcos|cancer|breast cancer|leukaemia|leukemia|"
    r"high blood pressure|hypertension|hypothyroidism|hyperthyroidism|an(?:a)?emia|fibromyalgia|chronic fatigue|long covid|"
    r"parkinson'?s|alzheimer'?s|dementia|dyslexia|dyspraxia|eczema|psoriasis|sleep apn(?:o)?ea|insomnia|tinnitus|hiv|scoliosis|gout|"
    r"heart disease|a heart condition|kidney disease|multiple sclerosis|ms|narcolepsy|vertigo|sciatica|a slipped disc|"
    r"an eating disorder|anorexia|bulimia|hay ?fever))"
)
_DRUG = (
    r"(?P<v>sertraline|prozac|zoloft|lexapro|citalopram|fluoxetine|antidepressants|beta blockers|insulin|metformin|statins|"
    r"ritalin|adderall|concerta|elvanse|lithium|the pill|blood thinners|ozempic|thyroxine|meds for [\w ]{3,20})"
)
_FELT = (
    r"happy|sad|anxious|nervous|excited|lonely|tired|exhausted|stressed(?: out)?|overwhelmed|angry|mad|furious|frustrated|"
    r"upset|depressed|down|hopeful|hopeless|scared|worried|terrified|proud(?: of (?:myself|him|her|them|us|my \w+))?|grateful|relieved|so bored|bored (?:of|with) [\w ]{3,20}|jealous|guilty|ashamed|"
    r"embarrassed|heartbroken|numb|empty|lost|content|calm|panicking|freaking out|burnt out|burned out|miserable|disappointed|"
    r"homesick|devastated|restless|drained|done with (?:everyone|everything|people|it all|this)|fed up(?: with [\w ]{3,20})?|"
    r"on edge|thrilled|blue|low|flat|buzzing|chuffed|stoked|gutted|over the moon|knackered|wiped out|shattered|livid|teary|on top of the world|"
    r"out of sorts|meh|rubbish|crap|shit|in bits|all over the place|wired|tense|giddy|broken|unmotivated|shaken"
)
_MOOD = (
    r"(?P<v>(?:so |really |very |pretty |a bit |a little |kind of |kinda |super |extremely |weirdly |oddly |totally |just |utterly |"
    r"quite |too |proper |bit |absolutely |dead |well )*(?:" + _FELT + r"))"
)
_ON = r"(?=$| today| right now| lately| about| and\b| now| this| tonight|,| again| for(?! (?:you|him|her|them)\b)| with| at the| tbh| because|!| since| after| atm)"
_HURTS = r"back|head|knees?|neck|stomach|tummy|shoulder|tooth|throat|hip|ankle|wrist|migraine|chest|ear|eyes|feet|foot|legs?|arm"

BODY: tuple[Rule, ...] = (
    rule("health", r"\s*(?:have|has|'ve got|got|was diagnosed with|were diagnosed with|got diagnosed with|been diagnosed with|'ve had|have had|"
         r"suffer from|suffers from|live with|lives with|struggle with|struggles with|get|gets|getting)(?: \w+ly| really bad| bad)? (?:a )?" + _DISEASE + r"\b"),
    rule("health", r"(?:just |recently |i )?(?:got |was |been |'ve been )?diagnosed with (?P<v>[\w' ]{2,24}?)(?=$| at | last| in | when|,| this| a few|"
         r" two| years)", bare=True, who="user"),
    rule("health", BE + r"(?:a )?(?P<v>(?:type [12] )?diabetic|epileptic|asthmatic|autistic|dyslexic|bipolar|c(?:o)?eliac|an(?:a)?emic|colou?r[- ]?blind|"
         r"hard of hearing|deaf|immunocompromised|neurodivergent|visually impaired|blind in one eye)\b"),
    rule("health", r"\s*(?:'m |am |'ve been |'s |is )?(?:taking|take|takes|on|started on|just started) " + _DRUG + r"\b"),
    rule("health", r"my (?P<v>(?:" + _HURTS + r")(?:'s| is| are| has| have|'ve)(?: been)? (?:killing me|hurting|aching|acting up|sore|playing up|"
         r"in bits|buggered|hurts))", kind=Kind.STATE, bare=True, search=True, who="user"),
    rule("health", r"my (?P<v>(?:" + _HURTS + r") (?:hurts?|aches?))\b", kind=Kind.STATE, bare=True, search=True, who="user"),
    rule("health", r"\s*(?:'ve |have )?(?P<v>can't sleep|haven't been sleeping|(?:have|got|had) (?:a |the )?(?:cold|fever|flu|covid|headache|migraine|"
         r"stomach ache|food poisoning|tonsillitis|sinus infection|chest infection)|am sick|'m sick(?! of))\b", kind=Kind.STATE, who="user"),
    rule("belief", BE + r"(?:a |an )?(?:practi[cs]ing |devout |lapsed )?(?P<v>christian|catholic|muslim|jewish|buddhist|hindu|"
         r"atheist|agnostic|sikh|mormon|protestant|pagan|quaker|jain|jehovah's witness)\b"),
    rule("sexuality", BE + r"(?:a )?(?P<v>gay|lesbian|bisexual|bi|pansexual|asexual|queer|trans|transgender|nonbinary|non-binary)\b(?!-)"),
    rule("money", r"\s*(?P<v>(?:owe|have) [\w$£€,.]+ (?:in|of) (?:debt|student loans|credit card debt)|(?:'m|"
         r"am) in debt|am broke|went bankrupt|filed for bankruptcy)", who="user"),
    rule("money", r"\s*(?:make|earn|am on|'m on) (?P<v>[$£€]\d[\d,.]*k?(?: a| per| an) (?:year|month|hour|week))", who="user"),
    rule("trauma", r"\s*(?:was|got) (?P<v>(?:sexually )?(?:abused|assaulted|raped|molested|bullied|"
         r"beaten)(?: as a (?:kid|child)| by [\w ]{2,20}| at school| in school)?)", who="user"),
    rule("mood", r"(?:(?!when|if|not|that|like|whenever|until|i\b)[\w']+ ){0,2}?\s*(?:'m|am|feel|feeling|been feeling|felt)(?: just| all| still)? " + _MOOD + _ON, who="user", bare=True),
    rule("mood", r"(?P<v>(?:so|super|really|proper|pretty|kind of|kinda|absolutely|completely|bit|a bit|totally) (?:" + _FELT + r"))" + _ON, who="user", bare=True),
    rule("mood", r"(?P<v>" + _FELT + r")(?= about | for my )", who="user", bare=True),
    rule("mood", r"(?P<v>knackered|gutted|exhausted|shattered|heartbroken|devastated|chuffed|buzzing)(?=$|!|,| today| tbh)", who="user", bare=True),
    rule("mood", r"\s*(?:'m|am) (?P<v>dreading [\w' ]{3,24})$", who="user"),
)  # fmt: skip
_DOING = (
    r"(?:saving (?:up )?(?:for|to)|training for|studying for|revising for|preparing for|applying (?:for|to)|looking for|hunting for|"
    r"looking to|job hunting|house hunting|flat hunting|learning(?: to)?|working on|writing|building|trying for)"
)
_AIM_END = r"(?=$|,|!| and\b| but\b| because\b| at the\b| right now| these days| with\b| before\b| by\b| this\b| since\b)"
AIMS: tuple[Rule, ...] = (
    rule("goal", r"\s*(?:really |just |also |still )*(?:want to|hope to|plan to|'m hoping to|am hoping to|'d like to|'d love to|aim to|'m planning to|"
         r"'m determined to|'m aiming to) (?P<v>[\w' -]{3,40}?)(?: (?:this|next) year| by [\w ]+| someday| one day| soon| again| properly| before [\w ]+)$",
         who="user"),
    rule("goal", r"\s*(?:really |just |also |still |'ve always |have always )*(?:want to|wanted to|hope to|'m hoping to|'d like to|'d love to|aim to|'m determined to) "
         r"(?P<v>(?:learn|become|open|write a|travel|visit|move to|get (?:fit|into|better at|my)|lose weight|start (?:a|my own)|run a|study|quit|retrain|"
         r"buy a (?:house|flat)|pass (?:my|the)|graduate|pay off|adopt a|have kids)[\w' -]{0,36}?)(?=$|,|!| but\b| and\b| because\b| so\b| before\b| by\b| this\b)", who="user"),
    rule("goal", SELF + r"trying to (?P<v>(?:save|lose|learn|drink|spend|do|go|work|move|quit|find|finish|get|run|write|build|buy|pay|cut|give|"
         r"eat|sleep|stop|become|start|read|be|make)[\w' -]{2,36}?)(?= by |$|,| this| before| for | at the| and i)", who="user", bare=True),
    rule("goal", r"my (?:goal|dream|aim|plan|new year's resolution|resolution) (?:is|this year is|for this year is) (?:to )?(?P<v>[\w' -]{3,40})$",
         who="user", bare=True, search=True),
    rule("goal", r"\s*(?:'m|am|'ve been|have been) (?:currently |still |also |slowly )*(?P<v>" + _DOING + r" (?!you\b|it\b|that\b|this\b|them\b|for\b|some\b|any\b|a (?:ton|lot|bunch)\b|so much\b|loads\b|more\b|ideas\b|advice\b|tips\b|something\b|ways\b|forward\b|my (?:phone|keys|glasses))[\w' -]{2,36}?)"
         + _AIM_END, who="user"),
    rule("goal", r"(?P<v>(?:saving (?:up )?for|training for|studying for|revising for|job hunting|house hunting|working on my)(?: [\w' -]{2,36}?)?)"
         + _AIM_END, who="user", bare=True),
)  # fmt: skip
