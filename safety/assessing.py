"""From the words of a message to a level. Pure: rules only, no model, no database, nothing kept.

A message gets the highest level that fits, and doubt rounds up. Idioms and titles are taken out before the rules
read; fiction, games, study, grief and recovery lower a hit in their own sentence unless the speaker is plainly
speaking of themself now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from safety.composing import Rule
from safety.composing import hits as combined
from safety.levels import Assessment, Flag, Level
from safety.normalising import normalise
from safety.prior import Prior
from safety.rulebook import Reading, Rulebook, rulebook, scripts_of
from safety.sounding import Ear, by_sound

MOST_HITS = 4
_DENIED = {"negated": Level.R1, "not_now": Level.R3}
LEARNT = "learnt"
"""The rule of a level that comes from weights alone."""
BESIDE = "hit"
"""What a rule needs that only says more of what another rule has heard; such rules come last."""
_SENTENCE_END = "。.!?\n"
_CLAUSE_END = "。.!?\n,;"
_SELF_BEFORE = re.compile(
    r"(?:(?<![帮给替教陪])我|自己|\bi\b|\bi am\b|\bi have\b|\bmy\b|\bme\b)[^,。!?\n]{0,8}$"
)
_ME = re.compile(r"我|\b(?:i|me|my|myself)\b")
_NOT = re.compile(
    r"(?:(?<!是)不是|没有?|并不|并没有?|从来?(?:不|没)|绝不|不会|不打算|不可能|也不)(?:真的?|再|要|去|有)*$"
)


@dataclass(frozen=True)
class _Hit:
    rule: Rule
    start: int
    end: int


def assess(text: str, context: Sequence[str] = (), state: Level = Level.R0) -> Assessment:
    """The level of `text`, given the user's lines before it (oldest first) and their present risk state.

    `context` and `state` can raise what a doubtful question or a goodbye means, and keep a joke or a denial from
    lowering it by more than one; they never lower anything.
    """
    book = rulebook()
    whole = normalise(text)
    denials = {name: denial for name, denial in book.denials.items() if denial.search(whole)}
    words = whole
    for denial in denials.values():
        words = denial.sub("□", words)
    clear, reading = _masked(words, book), book.reading(words)
    prior = Prior(context, state, book, assess)
    ear, laughs = Ear(reading), bool(book.joke.search(words))
    of_clear = reading if clear == words else book.reading(clear)
    hits, about_other = _kept(of_clear, book, prior, None if laughs else ear)  # a joke keeps its gentle look
    joking = laughs and prior.level < Level.R2
    threat = Level.R0 if joking else prior.threat(whole)
    hits = _that_are_meant(hits, whole, of_clear, prior, joking=joking, threat=threat)
    level = max((hit.rule.level for hit in hits), default=Level.R0)
    flags = {flag for hit in hits for flag in hit.rule.flags}
    rules = [hit.rule.id for hit in hits]
    denied = bool(denials or book.denial.search(words))
    needs_no_sound = level == Level.R4 or about_other or prior.means_something_else(whole)
    heard = Level.R0 if needs_no_sound else by_sound(words, ear, joking, level)
    if heard > level and not (denied and heard == Level.R1):  # that it is over sounds like what it was
        level = heard
        rules.append(LEARNT)
    if threat or (level >= Level.R2 and book.means_another(whole)):
        flags.add(Flag.HARM_OTHERS)
        rules.append("threat")
        level, about_other = max(level, threat), False
    if about_other and level <= Level.R1:
        flags.add(Flag.THIRD_PARTY)
        rules.append("third_party")
    if level == Level.R2 and joking:
        level = Level.R1
        rules.append("joke")
    level, more = _after_denials(level, hits, prior, denied=denied, denials=tuple(denials))
    return Assessment(level, frozenset(flags), tuple(dict.fromkeys((*rules, *more))))


def _after_denials(
    level: Level, hits: list[_Hit], prior: Prior, *, denied: bool, denials: tuple[str, ...]
) -> tuple[Level, tuple[str, ...]]:
    """(level, rules) once what was denied is counted: what is denied in so many words is not far, and what is denied for today is
    there."""
    if denied and (Level.R0 < level <= Level.R3 or prior.level >= Level.R2):
        level = _after_denial(level, hits, prior)
    least = max((_DENIED[name] for name in denials), default=Level.R0)
    rules = ("denial",) if denied else ()
    return (least, (*rules, *denials)) if least > level else (level, rules)


def _that_are_meant(
    hits: list[_Hit], whole: str, clear: Reading, prior: Prior, *, joking: bool, threat: Level
) -> list[_Hit]:
    """The hits without what is meant otherwise: as a story, as a threat (掐死我室友 holds the words of a wish to die), or in a joke,
    where signs that are only added up are a guess."""
    if joking and all(hit.rule.summed for hit in hits):
        return []
    if prior.means_a_story(whole):
        hits = [hit for hit in hits if hit.rule.firm]
    if not threat:
        return hits
    spans = prior.book.spans_of_threat(clear.words)
    return [
        hit
        for hit in hits
        if hit.rule.level != Level.R2 or not any(start < hit.end and hit.start < end for start, end in spans)
    ]


def _masked(words: str, book: Rulebook) -> str:
    for place in book.masks_sieve.passing(words):
        words = book.masks[place].pattern.sub(lambda found: "□" * min(len(found.group()), 4), words)
    return words


def _kept(reading: Reading, book: Rulebook, prior: Prior, ear: Ear | None) -> tuple[list[_Hit], bool]:
    """(hits that stand, whether it is about somebody else). `ear`: signs that are only added up, or everyday words that stand
    together, are nothing where it hears calm; None where they need no such proof. After distress everyday words mean more, and only
    what is added up needs it."""
    words = reading.words
    if _tells_of_another(words, book):
        return [], True
    kept: list[_Hit] = []
    about_other = False
    of_another = any(about.search(words) for about in book.about_others)
    for hit in sorted(
        _hits(reading, book, ear is not None and prior.is_calm and ear.is_still),
        key=lambda hit: hit.rule.needs == BESIDE,
    ):
        if hit.rule.needs == BESIDE and not any(
            other.rule.level >= Level.R2 and not other.rule.needs for other in kept
        ):
            continue
        if hit.rule.summed and of_another:
            continue
        if ear is not None and ear.is_calm(hit.rule) and (hit.rule.summed or prior.is_calm):
            continue
        if hit.rule.needs not in ("", BESIDE) and not prior.has(hit.rule.needs, words):
            continue
        if _is_negated(words, hit):
            continue
        if hit.rule.level >= Level.R2 and _speaks_of_another(words, hit, book):
            about_other = True
            continue
        lowered = _lowered(words, hit, book)
        if lowered is None:
            kept.append(hit)
        elif lowered > Level.R0:
            kept.append(_Hit(hit.rule.at(lowered), hit.start, hit.end))
    grief = any(
        exclusion.id.endswith("grief") and exclusion.strong.search(words) for exclusion in book.lowers
    )
    about_other = about_other or (not grief and of_another and not _has_own_part(words, book))
    return kept, about_other and not any(hit.rule.level >= Level.R2 for hit in kept)


def _tells_of_another(words: str, book: Rulebook) -> bool:
    """Whether somebody else's danger is told of and nothing of the speaker's own: a sister who took pills is not the speaker's
    overdose, however many words of it are there."""
    return any(act.search(words) for act in book.acts_of_others) and not _has_own_part(words, book)


def _has_own_part(words: str, book: Rulebook) -> bool:
    return any(own.search(words) for own in book.own_part)


def _hits(reading: Reading, book: Rulebook, still: bool = False) -> Iterator[_Hit]:
    """What the rules find; of the combined ones, in a message that sounds `still`, only those that nothing could outweigh."""
    words = reading.words
    spoken = scripts_of(words)
    for place in book.rules_sieve.passing(words):
        rule, pattern = book.rules[place]
        if rule.id[:2] not in spoken:
            continue
        found_all = list(pattern.finditer(words))
        # A long message that repeats itself: each hit is weighed against every exclusion, so only the ends are.
        ends = (
            found_all if len(found_all) <= 2 * MOST_HITS else found_all[:MOST_HITS] + found_all[-MOST_HITS:]
        )
        for found in ends:
            yield _Hit(rule, found.start(), found.end())
    kept = [family for family in book.families if family.rule.firm or family.rule.plain]
    families = kept if still else book.families
    for rule, start, end in combined(reading.found, families, () if still else book.ledgers):
        yield _Hit(rule, reading.places[start], reading.places[end - 1] + 1)


def _is_negated(words: str, hit: _Hit) -> bool:
    """Whether, as in 我不是想死, it is said to deny. Only right before the words: 不想活 is a hit by itself."""
    return hit.rule.level in (Level.R2, Level.R3) and bool(
        _NOT.search(words[max(0, hit.start - 8) : hit.start])
    )


def _span(words: str, start: int, end: int, ends: str) -> str:
    left = max((words.rfind(char, 0, start) for char in ends), default=-1) + 1
    rest = "".join(takewhile(lambda char: char not in ends, words[end:]))
    return words[left:end] + rest


def _speaks_of_another(words: str, hit: _Hit, book: Rulebook) -> bool:
    if hit.rule.id.endswith(("_follow", "without_me")):  # its words name the other, and the speaker
        return False
    if book.to_parents.search(words[max(0, hit.start - 60) : hit.end]):
        return False
    if (
        hit.rule.firm
        and hit.rule.level == Level.R3
        and hit.rule.id.endswith(("question", "disguise", "harm"))
    ):
        return False
    before = words[max(0, hit.start - 60) : hit.start]
    head = re.split(r"[。.!?\n]", before)[-1]
    if hit.rule.level == Level.R4 and (
        words[hit.start : hit.start + 1] == "我"
        or (hit.rule.combined and _ME.search(words[hit.start : hit.end]))
    ):
        return False
    return any(subject.search(head) for subject in book.subjects)


def _lowered(words: str, hit: _Hit, book: Rulebook) -> Level | None:
    """The level that fiction, study and the like bring a hit down to, or None when it stands."""
    if hit.rule.level < Level.R2:
        return None
    sentence = _span(words, hit.start, hit.end, _SENTENCE_END)
    clause = _span(words, hit.start, hit.end, _CLAUSE_END)
    mine = bool(_ME.search(words[hit.start : hit.end]) or _SELF_BEFORE.search(words[: hit.start][-24:]))
    for exclusion in book.lowers:
        if (exclusion.of == "guesses" and not hit.rule.guess) or (exclusion.of and hit.rule.combined):
            continue
        if exclusion.applies(words if exclusion.whole else sentence, clause, mine, hit.rule.firm):
            return exclusion.to
    return None


def _after_denial(level: Level, hits: list[_Hit], prior: Prior) -> Level:
    """A denial lowers by one at most: from what was said before, or from what it repeats."""
    firm = any(hit.rule.firm and hit.rule.level >= Level.R3 for hit in hits)
    if firm:
        return level
    if prior.level >= Level.R2:
        return max(Level(prior.level - 1), Level.R2 if level >= Level.R2 else Level.R1)
    return level


def denies(text: str) -> bool:
    """Whether `text` takes back or plays down something said before ("开玩笑的", "I'm fine now")."""
    book, words = rulebook(), normalise(text)
    return any(pattern.search(words) for pattern in (book.denial, *book.denials.values()))
