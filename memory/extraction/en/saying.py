"""One natural English sentence about a fact, the user in the second person."""

from __future__ import annotations

import re

from memory.extraction.en.telling import event
from memory.extraction.en.wording import Who, article, cap, capital, second, titled
from memory.extraction.en.words import PETS
from memory.extraction.words import Words

_I = re.IGNORECASE
_NAMED = frozenset(
    {"name", "nickname", "city", "work_city", "hometown", "employer", "school", "place_live", "belief"}
)
_WORKS = re.compile(r"(?:drive|teach|run|do)\b", _I)
_FIELD = re.compile(
    r"(?:data entry|admin|it support|tech support|childcare|customer service|\w+ing|law|nights at .*)$", _I
)
_ATTENDING = re.compile(r"(?:year \d+|sixth form|\w+ grade)$", _I)
_EARNING = re.compile(
    r"(?:master'?s|phd|degree|a[- ]levels|gcses|mba|b\.?tech|m\.?tech|bachelor'?s|pgce|foundation year|apprenticeship|diploma)$",
    _I,
)
_KIND = re.compile(
    r"(?:person|owl|bird|homebody|people[- ]pleaser|introvert|extrovert|ambivert|perfectionist|pessimist|optimist|romantic|workaholic|"
    r"procrastinator|overthinker|freak|chatterbox|hoarder|bookworm|worrier|crier|sleeper|creature of habit|[IE][NS][TF][PJ])$", _I)  # fmt: skip
_DOING = re.compile(r"(?:overthink|procrastinate|worry|people[- ]please)", _I)
_ADJECTIVE = re.compile(
    r"(?:diabetic|epileptic|asthmatic|autistic|dyslexic|bipolar|c(?:o)?eliac|an(?:a)?emic|colou?r[- ]?blind|hard of hearing|deaf|"
    r"immunocompromised|neurodivergent|visually impaired|blind in one eye)$", _I)  # fmt: skip
_DRUG = re.compile(r"(?:sertraline|prozac|zoloft|lexapro|citalopram|fluoxetine|antidepressants|beta blockers|insulin|metformin|statins|ritalin|"
                   r"adderall|concerta|elvanse|lithium|the pill|blood thinners|ozempic|thyroxine|meds\b.*)$", _I)  # fmt: skip
_AILING = re.compile(r"(?:can't|haven't|have|had|got|am|'m)\b", _I)
_TOPIC = re.compile(
    r"^(?:please |let's |can we |could we |shall we |i'd |would )?(?:(?:don't|do not|never|stop|no more|quit|not|rather not|rather we didn't|prefer not to|"
    r"just not|please not|i can't|i'm not ready to)\b(?: ever| keep| really)?(?: (?:want|wanna|like)(?: to)?)? ?)+"
    r"(?:bring(?:ing)? up|mention(?:ing)?|ask(?:ing)?(?: me)? about|talk(?:ing)? about|discuss(?:ing)?|remind(?:ing)? me (?:about|of)) (?P<v>.+)$", _I)  # fmt: skip
_CONTACT = re.compile(
    r"^(?:don't|do not|never) (?P<v>message|text|ping|bother|contact|notify|call) (?:me|you)(?P<w>.*)$", _I
)
_PASSIVE = {"message": "messaged", "text": "texted", "ping": "pinged", "bother": "bothered", "contact": "contacted", "notify": "notified",
            "call": "called"}  # fmt: skip
_COMMON_PLACE = re.compile(r"(?:hospital|school|library|university|bank|factory|bakery|startup|warehouse|supermarket|nonprofit|charity|law firm|"
                           r"nursery|care home|garage|pub|call cent(?:re|er)|museum|council|post office)$", _I)  # fmt: skip


def statement(words: Words) -> str:
    """The sentence for `words`; a clause with a colon where the value fits no sentence."""
    who, value = Who(words.subject), capital(words.value.strip())
    if words.attribute in ("mood", "goal", "habit", "trait", "diet", "health") and not value[:2].isupper():
        value = value[:1].lower() + value[1:]
    if words.attribute in _NAMED and not _COMMON_PLACE.match(value):
        value = titled(value)
    elif words.attribute == "promise":
        value = second(re.sub(r"\byou\b", "\0", value, flags=_I)).replace("\0", "me")
    elif words.attribute not in (*_NAMED, "relation", "style"):
        value = second(value)
    if words.attribute == "event_what":
        return event(who, words, value)
    for reader in (_person, _work, _taste, _body, _rules):
        if said := reader(who, words.attribute, value, words.polarity > 0):
            return cap(said)
    return cap(f"{who.owner} {words.attribute.replace('_', ' ')}: {value}")


def _person(who: Who, attribute: str, value: str, yes: bool) -> str | None:
    no = "" if yes else "not "
    match attribute:
        case "name":
            return f"your name is {no}{value}" if who.user else f"{who.be} {no}called {value}"
        case "nickname":
            return f"{who.do('want') if yes else who.does_not('want')} to be called {value}"
        case "relation":
            one = value.removesuffix("s") if value.lower() != "kids" else "kid"
            return f"{who.name} is {no}{'one of your ' + value if one != value else 'your ' + value}"
        case "birthday" | "gender" | "contact":
            return f"{who.owner} {attribute} is {no}{value}"
        case "age":
            return f"{who.be} {no}{value} years old"
        case "height":
            return f"{who.be} {no}{value} tall"
        case "status":
            return f"{who.be} {no}{value}"
        case "city" | "place_live":
            return f"{who.do('live') if yes else who.no_longer('live')} in {value}"
        case "work_city":
            return f"{who.do('work') if yes else who.does_not('work')} in {value}"
        case "hometown":
            return f"{who.do('come') if yes else who.does_not('come')} from {value}"
    return None


def _work(who: Who, attribute: str, value: str, yes: bool) -> str | None:
    match attribute:
        case "job" | "position" if _FIELD.match(value):
            return f"{who.do('work') if yes else who.no_longer('work')} in {value}"
        case "job" | "position" if _WORKS.match(value):
            verb, _, rest = value.partition(" ")
            return f"{who.do(verb) if yes else who.no_longer(verb)} {rest}"
        case "job" | "position":
            return (
                f"{who.be} {article(value)}{value}"
                if yes
                else f"{who.does_not('work')} as {article(value)}{value}"
            )
        case "employer":
            place = f"{article(value)}{value}" if _COMMON_PLACE.match(value) else value
            place = f"the {value}" if value.lower() in ("council", "post office") else place
            return f"{who.do('work') if yes else who.no_longer('work')} at {place}"
        case "school":
            return f"{who.do('go') if yes else who.no_longer('go')} to {value}"
        case "major":
            return f"{who.do('study') if yes else who.does_not('study')} {value}"
        case "education" if _ATTENDING.match(value):
            return f"{who.be} in {value}"
        case "education" if _EARNING.match(value):
            return f"{who.be} doing {'' if value.lower().endswith(('s', 'levels')) and 'master' not in value.lower() else article(value)}{value}"
        case "education" if value.lower().endswith("year"):
            return f"{who.be} in {who.owner if who.user else 'their'} {value}"
        case "education":
            return f"{who.be} {article(value)}{value}"
    return None


def _taste(who: Who, attribute: str, value: str, yes: bool) -> str | None:
    match attribute:
        case "like":
            liked = f"{value}s" if re.fullmatch(PETS, value, _I) else value
            return f"{who.do('like') if yes else who.does_not('like')} {liked}"
        case "hobby" if value.split()[0].lower() in ("play", "plays", "paint", "sing", "dance", "write"):
            verb = value.split()[0].removesuffix("s").lower()
            return f"{who.do(verb) if yes else who.no_longer(verb)} {value.partition(' ')[2]}".strip()
        case "hobby":
            return f"{who.do('enjoy') if yes else who.no_longer('enjoy')} {value}"
        case "habit":
            return f"{who.name} {value}" if yes else f"{who.name} no longer: {value}"
        case "diet":
            return _diet(who, value, yes)
        case "allergy":
            if value.lower().endswith("intolerant"):
                return f"{who.be} {'' if yes else 'not '}{value}"
            return f"{who.be} {'' if yes else 'not '}allergic to {value}"
        case "pet":
            animal = value if value.endswith("s") else f"{article(value)}{value}"
            return f"{who.do('have') if yes else who.no_longer('have')} {animal}"
        case "trait" if _DOING.match(value):
            verb, _, rest = value.partition(" ")
            return f"{who.do(verb) if yes else who.does_not(verb)} {rest}".strip()
        case "trait":
            return f"{who.be} {'' if yes else 'not '}{article(value) if _KIND.search(value) else ''}{value}"
    return None


def _diet(who: Who, value: str, yes: bool) -> str:
    word = value.lower()
    if re.fullmatch(
        r"vegan|vegetarian|veggie|pescatarian|kosher|halal|keto|(?:gluten|dairy)[- ]free|teetotal", word
    ):
        return f"{who.be} {'on a keto diet' if word == 'keto' else ('' if yes else 'not ') + value}"
    habit = {"drinking": "drink", "smoking": "smoke", "vaping": "vape"}.get(word, word)
    verb, _, rest = habit.partition(" ")
    if verb not in ("drink", "smoke", "vape"):
        drunk = re.search(r"(?:alcohol|coffee|booze|soda|caffeine|milk|tea)$", word)
        smoked = word in ("weed", "cigarettes", "fags")
        verb, rest = "drink" if drunk else "smoke" if smoked else "eat", value
    return f"{who.do(verb) if yes else who.does_not(verb)} {rest}".strip()


def _body(who: Who, attribute: str, value: str, yes: bool) -> str | None:
    no = "" if yes else "not "
    match attribute:
        case "health" if _ADJECTIVE.match(value):
            return f"{who.be} {no}{value}"
        case "health" if _DRUG.match(value):
            return f"{who.do('take') if yes else who.does_not('take')} {value}"
        case "health" if _AILING.match(value):
            return f"{who.name} {value}".replace("you am ", "you are ").replace("you 'm ", "you are ")
        case "health" if re.search(r"\b(?:is|are|has|have|hurts?|aches?|been)\b|'s ", value):
            return f"{who.owner} {value}"
        case "health":
            return f"{who.do('have') if yes else who.does_not('have')} {value}"
        case "belief":
            counted = re.match(r"(?:atheist|agnostic|pagan|quaker|mormon|jehovah)", value, _I)
            return f"{who.be} {no}{article(value) if counted else ''}{value}"
        case "sexuality":
            return f"{who.be} {no}{value}"
        case "money":
            return (
                f"{who.name} {re.sub(r'^(?:am|.m) ', 'are ', value)}"
                if who.user and not value[:1].isdigit() and value[:1] not in "$£€"
                else None
            )
        case "mood":
            doing = re.match(
                r"(?:\w+ )*?(?:dreading|panicking|buzzing|freaking out|in bits|over the moon|on edge|all over the place)",
                value,
                _I,
            )
            return (
                f"{who.be if doing else who.do('feel')} {value}" if yes else f"{who.does_not('feel')} {value}"
            )
        case "goal" if value.split(" ")[0].endswith("ing"):
            return f"{who.be} {value}" if yes else f"{who.be} no longer {value}"
        case "goal":
            return f"{who.do('want') if yes else who.no_longer('want')} to {value}"
    return None


def _rules(who: Who, attribute: str, value: str, yes: bool) -> str | None:
    match attribute:
        case "promise":
            if denied := re.match(r"you won't ", value, _I):
                return f"{who.name} promised not to {value[denied.end() :]}"
            return f"{who.name} promised to {value}"
        case "boundary":
            if found := _TOPIC.match(value):
                return f"{who.name} would rather not talk about {found['v']}"
            if found := _CONTACT.match(value):
                return f"{who.does_not('want')} to be {_PASSIVE[found['v'].lower()]}{found['w']}"
            return (
                f"{who.do('want')} {value}"
                if value.lower().startswith("no ")
                else f"{who.owner} boundary: {value}"
            )
        case "style":
            return (
                f"how you like to be talked to: {value}"
                if yes
                else f"how you don't like to be talked to: {value}"
            )
        case "item_has":
            return f"{who.do('have') if yes else who.no_longer('have')} {value}"
        case "item_view" | "place_view":
            return f"{who.do('find')} {value} {'good' if yes else 'bad'}"
        case "place_visit":
            return f"{who.name} {'went' if yes else 'did not go'} to {value}"
        case "event_when":
            return f"the time of {who.name.removeprefix('your ')} is {'' if yes else 'not '}{value}"
    return None
