"""How people type in a chat, brought to the spelling that the rules know, with the way back to the line as written."""

from __future__ import annotations

import re

_I = re.IGNORECASE
_SHORT = {
    "im": "i'm", "ive": "i've", "id": "i'd", "iv": "i've", "dont": "don't", "cant": "can't", "wont": "won't", "didnt": "didn't",
    "doesnt": "doesn't", "isnt": "isn't", "wasnt": "wasn't", "arent": "aren't", "havent": "haven't", "hasnt": "hasn't",
    "couldnt": "couldn't", "wouldnt": "wouldn't", "shouldnt": "shouldn't", "hes": "he's", "shes": "she's", "theyre": "they're",
    "youre": "you're", "whats": "what's", "thats": "that's", "theres": "there's", "whos": "who's", "wheres": "where's",
    "u": "you", "ur": "your", "r": "are", "pls": "please", "plz": "please", "cuz": "because", "coz": "because", "cos": "because",
    "bc": "because", "rn": "right now", "atm": "at the moment", "bday": "birthday", "b'day": "birthday", "fave": "favourite",
    "fav": "favourite", "favs": "favourites", "w/": "with", "thx": "thanks", "gf": "girlfriend", "bf": "boyfriend",
    "abt": "about", "ppl": "people", "tho": "though", "wk": "week", "yrs": "years", "yr": "year", "luv": "love", "hav": "have",
    "wanna": "want to", "gotta": "got to", "gonna": "going to", "ain't": "am not", "uni": "university", "mo": "moment",
}  # fmt: skip
_TYPED = re.compile(
    r"(?<![\w'’@#/.])(?:(?P<short>"
    + "|".join(sorted(map(re.escape, _SHORT), key=len, reverse=True))
    + r")(?![\w'’@])"
    r"|(?P<its>its)(?= (?:my|a|an|the|not|so|been|just|actually|[\w]+ here\b))"
    r"|(?P<ill>ill)(?= (?:be|go|do|try|text|call|let|send|make|tell|get|never|always|definitely|remember|start|stop|finish)\b)"
    r"|(?<=my )(?P<kin>brother|sister|mum|mom|dad|son|daughter|wife|husband|girlfriend|boyfriend|boss|gran|nan|cat|dog|cousin|"
    r"uncle|aunt|partner|flatmate|mate|name)s(?= (?:an?|the|called|named|in|getting|having|been|just|not|got|at|from|moving|"
    r"pregnant|\d{1,2})\b))|(?P<curly>’)",
    _I,
)


def spelled(text: str) -> tuple[str, list[int]]:
    """The text as the rules read it, and for each of its offsets (and its end) the offset in `text`."""
    out: list[str] = []
    back: list[int] = []
    at = 0
    for found in _TYPED.finditer(text):
        out.append(text[at : found.start()])
        back.extend(range(at, found.start()))
        new = _written(found)
        out.append(new)
        width = found.end() - found.start()
        back.extend(
            found.start() + min(i, width) if i < len(new) - 1 else found.end() - 1 for i in range(len(new))
        )
        at = found.end()
    out.append(text[at:])
    back.extend(range(at, len(text) + 1))
    return "".join(out), back


def _written(found: re.Match[str]) -> str:
    word = found[0]
    if found["curly"]:
        return "'"
    if found["kin"]:
        return f"{found['kin']}'s"
    if found["its"]:
        return f"{word[:2]}'s"
    if found["ill"]:
        return f"{word[0]}'ll"
    if word.isupper() and len(word) > 1:
        return word  # an ID card is no "I'd"
    new = _SHORT[word.lower()]
    return new[0].upper() + new[1:] if word[0].isupper() else new
