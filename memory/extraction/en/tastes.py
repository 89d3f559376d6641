"""English rule tables: what somebody likes and does, eats and can't eat, is like, and keeps as a pet."""

from __future__ import annotations

from memory.candidates import Operation
from memory.extraction.en.identity import BE
from memory.extraction.en.table import SELF, Rule, rule
from memory.extraction.en.words import PETS

_END = r"(?=$|[,.!]| but\b| because\b| so\b| though\b| at the moment| lately| right now| these days| at all| and (?:i|my|we|he|she|it)\b| when\b| since\b| tbh\b| anymore)"
_WHAT = r"(?P<v>(?!it\b|that\b(?! (?!for\b)\w+ \w)|this\b|you\b|him\b|her\b|them\b|me\b|us\b|how\b|what\b|when\b|why\b|to\b|having to\b|my\b|your\b|"
_WHAT += (
    r"the (?:way|fact|idea|thought|sound|energy|vibe|look|part)\b|(?:his|their|its|all the|so|usually|really|when|more|less|most) ?\b|a (?:bit|lot)\b)[\w'& -]{2,36}?)"
    + _END
)
_HATED = _WHAT.replace(
    "my\\b|",
    r"my ?self\b|my (?:own )?(?:life|body|face|brain|existence|reflection)\b|being (?:alive|me|here)\b|life\b|living\b(?! \w)|existing\b|everything\b|everyone\b|",
)
"""Whoever hates themselves tells of pain, and of no taste."""
_THING = r"(?P<v>[\w'& -]{2,36}?)" + _END
_VERY = r"(?:really |just |absolutely |also |still |do |always |have always |'ve always |truly |actually |honestly |proper |secretly |genuinely )*"
_TRAIT = (
    r"(?P<v>(?:introvert(?:ed)?|extrovert(?:ed)?|ambivert|shy|stubborn|sensitive|anxious person|perfectionist|lazy|"
    r"impatient|patient|night owl|morning person|early bird|homebody|people[- ]pleaser|clumsy|forgetful|disorgani[sz]ed|"
    r"organi[sz]ed|ambitious|competitive|pessimistic|optimistic|pessimist|optimist|romantic|sarcastic|quiet person|outgoing|"
    r"talkative|easygoing|laid[- ]back|workaholic|procrastinator|overthinker|control freak|neat freak|chatterbox|hoarder|"
    r"bookworm|worrier|crier|light sleeper|heavy sleeper|creature of habit|(?-i:[IE][NS][TF][PJ])))"
)
_FOODS = (
    r"meat|pork|beef|lamb|chicken|dairy|gluten|sugar|seafood|shellfish|fish|eggs|breakfast|red meat|nuts|bread|carbs|"
    r"cheese|mushrooms|spicy food|fast food|sweets|onions?|garlic|wheat"
)
_VICES = r"meat|sugar|dairy|alcohol|coffee|gluten|drinking|smoking|vaping|caffeine|soda|bread|carbs|booze|weed|cigarettes|fags"

TASTES: tuple[Rule, ...] = (
    rule("like", r"\s*(?:do not|don't|doesn't) (?:really |actually )?(?:hate|dislike|mind) " + _WHAT),
    rule("like", r"(?:it's|it is) not that i (?:don't|do not) (?:like|love) " + _WHAT, bare=True, search=True, who="user"),
    rule("like", r"\s*used to (?:really |absolutely )?(?:love|like|enjoy|adore|be (?:really |so )?into|be obsessed with) " + _WHAT,
         polarity=-1, operation=Operation.CHANGE),
    rule("like", r"\s*(?:'ve |have |has |'s )?(?:kind of |kinda |sort of |totally |completely |really )?(?:gone|went|going) (?:right )?off "
         + _WHAT, polarity=-1, operation=Operation.CHANGE),
    rule("like", r"\s*" + _VERY + r"(?:can't stand|cannot stand|can't bear|can't abide|can't deal with|hate|hates|loathe|loathes|detest|"
         r"detests|despise|dislike|dislikes|am sick of|'m sick of|am over(?! the moon)|'m over(?! the moon)|couldn't care less about) " + _HATED, polarity=-1),
    rule("like", r"\s*(?:do not|don't|doesn't|never|didn't|never really|have never|'ve never)(?: really| even| actually| much| particularly)? "
         r"(?:like|love|enjoy|liked|loved|enjoyed|care for|rate|fancy) " + _WHAT, polarity=-1),
    rule("like", SELF + r"(?:not|never been|never)(?: really| that| all that| too| super| so| exactly)? (?:a (?:big |huge |great |massive )?"
         r"fan of|into|keen on|fond of|big on|bothered about) " + _WHAT, polarity=-1, bare=True, who="any"),
    rule("like", r"(?P<v>[\w' -]{2,30}?) (?:never did it for me|(?:isn't|is not|aren't|are not|ain't|am not) (?:really )?(?:my thing|for me|"
         r"my cup of tea)|grosses me out|gives me the ick|doesn't do it for me)", polarity=-1, search=True, bare=True, who="user"),
    rule("like", BE + r"(?:getting )?(?:obsessed with|into|crazy about|mad about|nuts about|a (?:big |huge |massive )?(?:fan of|sucker for)|"
         r"fond of|hooked on|in love with|addicted to|partial to|big on) " + _WHAT),
    rule("like", r"\s*(?:just |really )?(?:can't|cannot) get enough of " + _WHAT, bare=True, who="user"),
    rule("like", r"\s*(?:mostly|mainly|only|always) (?:listen to|read|watch|play) " + _WHAT),
    rule("like", r"(?:absolutely |really )?(?:can't (?:stand|bear|abide)|hate|loathe|despise|detest) " + _HATED, polarity=-1, bare=True, who="user"),
    rule("like", BE + r"enjoying (?P<v>[a-z]+ing)" + _END),
    rule("like", r"(?:big|huge|massive) fan of " + _WHAT, bare=True, who="user"),
    rule("like", r"(?:and |but )(?:is |also )?(?:mad about|obsessed with|crazy about|really into|loves) " + _WHAT, search=True, who="other"),
    rule("like", r"\s*could (?:live on " + _WHAT.replace(_END, r"(?=$|,)") + ")"),
    rule("like", r"\s*(?:'m |am )?(?:a )(?:total |huge |big |proper )?(?P<v>cat|dog|coffee|tea|beach|city|horse|plant) person", who="user"),
    rule("like", r"\s*" + _VERY + r"(?:prefer|prefers) (?P<v>[\w' -]{2,24}?) (?:to|over|than) [\w' -]{2,24}$"),
    rule("like", r"\s*" + _VERY + r"(?:love|loved|loves|likes?|liked|enjoys?|adores?|prefers?) (?:a bit of )?"
         + _WHAT.replace(r"| so\b", r"| so\b| more than\b")),
    rule("like", r"(?:absolutely |really |proper )?love (?=a (?:good|bit of|nice|proper) )" + _THING, bare=True, who="user"),
    rule("like", r"\s*" + _VERY + r"(?:love|like|loves|likes) (?P<v>to [\w' -]{2,30}?)" + _END),
    rule("like", r"\bmy (?:all[- ]time |absolute )?favou?rites? (?:\w+ )?\w+(?: is| are| has to be|'s) " + _THING, search=True, bare=True, who="user"),
    rule("like", r"(?:^|\band )(?P<v>[\w'& -]{2,24}?) (?:is|are|'s) my (?:all[- ]time |absolute )?favou?rite\b", search=True, bare=True, who="user"),
    rule("hobby", r"\s*(?P<v>(?:play|plays) (?:the )?(?:guitar|piano|violin|cello|drums|bass|flute|chess|tennis|"
         r"football|soccer|basketball|badminton|golf|hockey|rugby|ukulele|saxophone|trumpet|cricket|netball|squash|darts|pool|poker|"
         r"keyboard|clarinet|harp|d&d|bridge)(?: in an? [\w ]+?)?)" + _END),
    rule("hobby", r"(?:my )?hobb(?:y|ies) (?:is|are|include) (?P<v>[\w' ,-]{2,40})$", search=True, bare=True, who="user"),
    rule("hobby", r"\s*(?:'ve |have |just |recently |finally )*(?:took up|taken up|got into|gotten into|started learning|picked up|"
         r"started doing|getting into) (?P<v>(?!an?\b|the\b|my\b|bed\b|trouble\b|debt\b|it\b|fights?\b|(?:\w+ )?(?:school|university|college)\b)(?-i:[a-z])[\w' -]{3,24}?)(?=$|,| last| this| recently| again)"),
    rule("hobby", r"\s*(?:'ve |have )(?:just |recently )?started (?P<v>(?!to\b|feeling|noticing|seeing|having|getting|going|thinking|taking|"
         r"working|crying|looking|wondering|dating|being)[a-z]+ing)\b" + _END),
    rule("hobby", r"\s*(?:do|does) (?P<v>yoga|pilates|crossfit|karate|judo|ballet|pottery|boxing|jiu jitsu|bjj|taekwondo|parkrun|"
         r"spin|zumba|improv|stand[- ]up|bouldering|ceramics|calligraphy|weightlifting|climbing)\b"),
    rule("diet", BE + r"(?:a |strictly |mostly )?(?P<v>vegan|vegetarian|veggie|pescatarian|kosher|halal|keto|gluten[- ]free|dairy[- ]free|teetotal)\b"),
    rule("diet", BE + r"not (?:a )?(?P<v>vegan|vegetarian|veggie|pescatarian)\b", polarity=-1),
    rule("diet", r"\s*(?:'ve |have )?(?:just |recently )?(?:quit|quitting|gave up|given up|stopped eating|stopped drinking|stopped|cut out|"
         r"cutting out|came off) (?P<v>" + _VICES + r")\b", polarity=-1, bare=True, who="user", operation=Operation.CHANGE),
    rule("diet", r"\s*(?:don't|do not|never|can't|doesn't)(?: really| even)? (?P<v>drink (?:alcohol|coffee|tea|milk|soda|beer|wine)|"
         r"drink(?! \w(?!nymore))|smoke|vape)\b", polarity=-1),
    rule("diet", r"\s*(?:don't|do not|never|can't|doesn't|won't)(?: really)? (?:eat|have|touch) (?:any )?(?P<v>" + _FOODS + r")\b", polarity=-1),
    rule("diet", r"\s*still eat (?P<v>[\w ]{2,16})$", bare=True, who="user"),
    rule("diet", r"(?P<v>(?:oat|soy|soya|almond|coconut) milk) for me", bare=True, who="user"),
    rule("allergy", BE + r"(?:\w+ )?allergic to " + _THING),
    rule("allergy", r"(?:severely |badly |very |also )?allergic to " + _THING, bare=True, who="user"),
    rule("allergy", SELF + r"(?P<v>(?:lactose|gluten|histamine)[- ]intolerant)", bare=True),
    rule("allergy", r"\s*(?:have|has|'ve got|got) (?:a |an )?(?:severe |bad |mild )?(?P<v>[\w-]+) allergy\b"),
    rule("habit", r"\s*(?:always |usually )?(?P<v>(?!\s|is\b|am\b|are\b|was\b|'|hate|love|like|feel|have to|need|cry|crying|been crying|sob|panic|have nightmares|want to)[\w' -]{2,40}? every (?:single )?(?:morning|day|night|"
         r"evening|week|weekend|(?:sun|mon|tues|wednes|thurs|fri|satur)day(?: (?:morning|night|evening))?))\b"),
    rule("habit", r"\s*(?P<v>carry [\w' ]{2,20} everywhere)"),
    rule("habit", r"\s*every (?:morning|day|night|evening|weekend|sunday|saturday) i (?P<v>[\w' -]{4,40})$", bare=True, who="user"),
    rule("habit", r"\s*(?:always |usually )?(?P<v>(?:go|run|swim|cycle|meditate|journal|walk|train|pray|volunteer|cook|bake)[\w' -]{0,24} "
         r"(?:on (?:mon|tues|wednes|thurs|fri|satur|sun)days(?: and \w+days)?|(?:once|twice|three times) a (?:week|day|month)))\b"),
    rule("trait", BE + r"(?:(?:a|an|such a|very|pretty|really|quite|a bit|kind of|too|super|naturally|painfully|proper|massive|huge|total|"
         r"complete|real|big|of an?) )*" + _TRAIT + r"\b"),
    rule("trait", r"(?:.{0,40})\bi'm (?:so |very |too )?(?P<v>stubborn|lazy|sensitive|impatient|clumsy|"
         r"forgetful|shy|bossy|quiet)", who="endorsed", bare=True, search=True),
    rule("trait", r"\s*(?:always |tend to |totally )?(?P<v>overthink(?: everything)?|procrastinate|worry too much|people[- ]please)\b"),
    rule("trait", r"(?:^|\bi'm |\bi am |\bstill |\bbeen )(?:still |really |so |a bit |absolutely |also )*(?P<v>(?:afraid|scared|terrified|petrified) of (?:the dark|heights|dogs|spiders|snakes|moths|birds|clowns|"
         r"flying|needles|phone calls|public speaking|water|being alone|thunder|lifts|driving|dentists|the dentist))", search=True, bare=True,
         who="user"),
    rule("pet", r"\s*(?:'ve got|have got|have|own|adopted|got|rescued|just adopted|just got|'ve just got|getting|are getting)(?: just)? "
         r"(?:a|an|my|our|one|two|three|four|\d) (?:(?!allergy|mean|stuffed|toy)\w+ ){0,2}?(?P<v>(?:" + PETS + r")s?)\b(?! (?:allergy|person|bed|food|hair|lead|costume))",
         who="user"),
)  # fmt: skip
