"""English words that rules share: relatives, animals, and everyday words that are no name however they are written."""

from __future__ import annotations

KIN = (
    "mother in law|father in law|sister in law|brother in law|mother-in-law|father-in-law|"
    "sister-in-law|brother-in-law|daughter-in-law|son-in-law|stepmother|step[- ]?mum|step[- ]?dad|step[- ]?mom|stepson|"
    "stepdaughter|stepfather|stepsister|stepbrother|half[- ]sister|half[- ]brother|great[- ]grandmother|great[- ]gran|"
    "grandmother|grandfather|grandma|grandpa|granddad|grandad|granny|gran|nana|nanna|nan|gramps|"
    "mother|father|mom|mum|mam|mommy|mummy|dad|daddy|amma|appa|parents|sister|brother|sis|bro|twin sister|twin brother|twin|"
    "son|daughter|baby|toddler|kid|kids|niece|nephew|auntie|aunt|uncle|cousin|wife|husband|hubby|missus|girlfriend|"
    "boyfriend|gf|bf|partner|other half|fiancée|fiancé|fiancee|fiance|ex-wife|ex-husband|ex-girlfriend|ex-boyfriend|ex|"
    "best friend|best mate|bestie|bff|friend|mate|roommate|housemate|flatmate|coworker|co-worker|colleague|boss|manager|"
    "teacher|tutor|supervisor|therapist|counsellor|counselor|neighbor|neighbour|landlord|landlady|coach|mentor|classmate|"
    "eldest|youngest|oldest|godmother|godfather|godson|goddaughter|grandson|granddaughter|grandparents|grandkids"
)
PETS = (
    "cat|kitten|dog|puppy|pup|tortoise|turtle|rabbit|bunny|hamster|guinea pig|gerbil|rat|parrot|budgie|cockatiel|"
    "horse|pony|lizard|gecko|bearded dragon|snake|axolotl|goldfish|fish|ferret|bird|chicken|hen|goat|hedgehog|greyhound|labrador|labradoodle|cockapoo|"
    "spaniel|poodle|corgi|pug|husky|beagle|dachshund|collie|terrier|retriever|german shepherd|rottweiler|chihuahua|staffie|whippet|"
    "lurcher|ragdoll|maine coon|tabby|rescue dog|rescue cat"
)
_EVERYDAY = """a an the my your his her its our their this that these those some any no not so too very just only also even still
    i you he she it we they me him us them myself and or but if because as than then when while where what who how why which
    in on at by for from to of with without about into over under up down out off back away here there home inside outside
    is are was were be been being am do does did done doing have has had having will would can could should may might must
    going gonna gone went go come coming came get getting got make making made take taking took see seeing say saying
    good great fine ok okay well bad better best worse worst alright cool awesome nice lovely amazing terrible awful
    happy sad angry mad upset tired exhausted sleepy knackered bored hungry starving thirsty full sick ill unwell hungover
    drunk high sober busy free late early ready done finished lost stuck alone lonely single married engaged pregnant
    scared afraid worried anxious nervous excited stressed overwhelmed confused annoyed jealous proud grateful ashamed
    embarrassed depressed devastated heartbroken hurt broken numb empty calm relaxed relieved hopeful hopeless desperate
    serious kidding joking sure certain right wrong true false honest sorry glad able unable willing curious aware used
    new old young big small little tall short fat thin skinny rich poor broke skint lazy shy quiet loud weird strange
    normal crazy insane stupid dumb smart clever funny silly boring easy hard difficult different same similar special
    alive dead dying crying laughing thinking feeling hoping trying looking working living learning reading watching
    eating drinking sleeping waiting wondering starting leaving moving staying studying freaking losing loving
    home work school uni college bed town work hospital holiday vacation lunch dinner breakfast tea coffee class therapy
    today tonight tomorrow yesterday now soon later again already always never ever often sometimes usually maybe probably
    really actually literally basically honestly totally absolutely definitely completely super pretty quite kinda sorta
    kind sort lot bit much many more most less least enough all every each both either neither nobody nothing something
    anything everything someone anyone everyone people man woman guy girl boy guys girls person human dude bro mate team
    one two three four five six seven eight nine ten first second last next other another
    peace fear hope hell heaven denial sin love poverty luxury limbo exile harmony silence pain shock trouble debt charge
    pyjamas pajamas jeans leggings hoodies sweatpants slippers shorts dresses black white red blue green pink
    constant total complete middle front group person real private public general common
    crazy old-fashioned cynical paranoid dramatic picky cheap psycho names later back asap maybe whatever daddy
    gay straight bi queer trans vegan vegetarian british english irish scottish welsh american indian chinese french german
    spanish italian japanese korean polish canadian australian christian muslim jewish hindu catholic atheist
    doctor nurse teacher student lawyer engineer chef waiter manager mum mom mother dad father parent wife husband
    like want need know think feel guess mean hate love hope wish swear promise please thanks thank hey hi hello yes yeah
    no nope lol omg tbh btw idk ngl atm rn fr it's don't can't won't what's that's let's there's
    where somewhere anywhere nowhere countryside city village suburbs country flat house apartment basement room hotel
    hostel halls dorm dorms shed van car tent caravan boat mine theirs ours yours his hers north south east west abroad
    overseas upstairs downstairs online person bits pieces tears love shambles law business tech finance it hr retail
    scratch god christ jesus batman spiderman groot santa satan spartacus captain queen king originally currently recently mainly mostly partly now then such both again
nice broke gone sleeping walking driving texting calling packing moving trying"""
COMMON = frozenset(_EVERYDAY.split())
"""Lower case. What a person is, feels or does, not what they or their towns are called."""


_ALSO_NAMES = frozenset(["May", "Will", "Hope", "Guy", "Rich", "Love", "Joy", "Sunny", "Early"])
_WITHIN = frozenset(["of", "the", "and", "upon", "on", "de", "la", "le", "del", "von", "van", "in"])


def proper(words: str) -> bool:
    """Whether the words can be a name: of one to five, the first and every one in small letters no everyday word."""
    parts = words.replace("-", " ").split()
    if not 1 <= len(parts) <= 5 or any(not part[0].isalpha() for part in parts):
        return False
    plain = [part.lower().strip("'.") for part in parts]
    if (plain[0] in COMMON and parts[0] not in _ALSO_NAMES) or len(plain[0]) < 2 or plain[-1] in _WITHIN:
        return False
    return all(
        part[0].isupper() or word not in COMMON or word in _WITHIN
        for part, word in zip(parts, plain, strict=True)
    )
