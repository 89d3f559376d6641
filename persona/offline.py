"""The offline voice: what the character says when no language model is connected. Pure and deterministic.

It takes a line from the character's own file by what was said, the mood, what memory brought back and the chosen topic.
A line in a language that the character has no lines in is answered with its sibling's, under its own name.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from persona import gleaning, kinds, reading
from persona.reading import part_of_day, sentences
from persona.recalling import Answer, Fact, answer, known, minded, topic_words
from persona.rows import Lines, Said, lines_of

__all__ = ["Fact", "Situation", "Spoken", "greet", "speak"]

ID_MOST = 64
_NEVER_ASKED = frozenset({"tell.doubt", "tell.setback"})
"""Put as questions, and no answer is wanted: "我是不是很笨"."""


class Speaker(Protocol):
    """What the voice needs of a character."""

    @property
    def name(self) -> str: ...
    @property
    def lang(self) -> str: ...
    @property
    def lines(self) -> Lines: ...


@dataclass(frozen=True)
class Situation:
    """A turn to answer. `facts` holds what the line brought back first (`found` of them), then what is always kept in
    mind; `before` is their line before this one in the same sitting, or ""; `slots` are the (subject, attribute) pairs that were asked for; `topic` is a statement to raise, or
    "", and `topic_of_day` says that it is about the day and only said; `states_only` that enough was asked lately; `sober` that this line, or one just before it, is heavy, so that nothing breezy is said; `quote` is what they once said that may answer, or ""; `own` what the companion said of itself that does, or ""; `used` holds the ids of recent replies, newest first."""

    text: str
    lang: str
    valence: float = 0.0
    hour: int = 12
    leaving: bool = False
    asks_if_human: bool = False
    asks_memory: bool = False
    asks: bool = False
    wants_done: bool = False
    nothing_found: bool = False
    facts: tuple[Fact, ...] = ()
    found: int = 0
    slots: tuple[tuple[str, str], ...] = ()
    topic: str = ""
    topic_of_day: bool = False
    states_only: bool = False
    sober: bool = False
    quote: str = ""
    own: str = ""
    before: str = ""
    used: tuple[str, ...] = ()


@dataclass(frozen=True)
class Spoken:
    """A reply of one or two sentences, and the ids of its lines joined by "+", at most 64 characters."""

    text: str
    line_id: str


@dataclass
class _Voice:
    """The lines at hand for one reply, and what was picked so far."""

    lines: Lines
    name: str
    lang: str
    seed: str
    used: tuple[str, ...]
    states_only: bool = False
    said: list[Said] = field(default_factory=list)

    def say(self, *sections: str, short: bool = False, filling: Mapping[str, str] | None = None) -> None:
        """Add a line of the first section that has one unused; when all were used, the one used longest ago.
        `short` takes only lines of one sentence. A line is left out whose placeholders have no filling."""
        filling = filling or {}
        rows = [
            Said(f"{section}.{number}", line)
            for section in sections
            for number, line in enumerate(self.lines.get(section, ()), 1)
            if _fits(line, filling) and not (short and sentences(line) > 1)
        ]
        if self.states_only:  # where a section has nothing but questions, one is asked all the same
            rows = [row for row in rows if not row.text.rstrip().endswith(("?", "？"))] or rows
        if not rows:
            return
        recent = [part for joined in self.used for part in joined.split("+")]
        fresh = [row for row in rows if row.id not in recent]
        if fresh:
            first = next(name for name in sections if any(_section(row.id) == name for row in fresh))
            row = self._choose([row for row in fresh if _section(row.id) == first])
        else:
            row = max(rows, key=lambda row: recent.index(row.id))
        text = row.text.format_map({**filling, "me": self.name})
        self.said.append(Said(row.id, text[:1].upper() + text[1:] if self.lang == "en" else text))

    def _choose(self, rows: Sequence[Said]) -> Said:
        return min(rows, key=lambda row: hashlib.sha256(f"{self.seed}\0{row.id}".encode()).digest())

    def spoken(self) -> Spoken:
        joined = ("" if self.lang == "zh" else " ").join(said.text for said in self.said)
        return Spoken(joined, "+".join(said.id for said in self.said)[:ID_MOST])


def speak(character: Speaker, situation: Situation) -> Spoken:
    """Answer a line."""
    situation = replace(situation, text=reading.without_name(situation.text, character.name))
    voice = _voice(character, situation.lang, situation.text, situation.used)
    voice.states_only = situation.states_only
    if not any(answered(voice, situation) for answered in (_always, _questions, _told)):
        _reflect(voice, situation)
    return voice.spoken()


def greet(character: Speaker, hour: int, topic: str, seed: str = "", topic_of_day: bool = False) -> Spoken:
    """Open a conversation at an hour of the user's day, raising `topic` (a memory's statement) where there is one.
    `seed` varies the line, from day to day for instance."""
    voice = _voice(character, character.lang, f"{hour}{topic}{seed}", ())
    voice.say(f"greeting.{part_of_day(hour)}", short=bool(topic))
    if topic:
        voice.say("open_day" if topic_of_day else "open_topic", short=True, filling=topic_words(topic))
    return voice.spoken()


def _voice(character: Speaker, lang: str, seed: str, used: tuple[str, ...]) -> _Voice:
    return _Voice(
        lines_of(character.lines, character.lang, lang), character.name, lang, f"{seed}\0{len(used)}", used
    )


def _always(voice: _Voice, situation: Situation) -> bool:
    """A goodbye, the question whether this is a human, and a matter they drop come before everything."""
    if situation.leaving:
        bedtime = reading.is_bedtime(situation.text)
        voice.say(*(("goodnight", "farewell") if bedtime else ("farewell",)), short=True)
    elif situation.asks_if_human:
        voice.say("human")
    elif (section := kinds.told(situation.text, _mood(situation))) in kinds.WHATEVER:
        voice.say(section)
    elif kinds.at_once(situation.text) == "tell.drop":
        voice.say("tell.drop", short=True)
    return bool(voice.said)


def _questions(voice: _Voice, situation: Situation) -> bool:
    text = situation.text
    if situation.wants_done:  # nothing is pretended, and what they can't or won't eat is brought along
        eats = minded(situation.facts, voice.lang)
        voice.say("arrange_minded" if eats else "arrange", filling={"minded": eats})
    elif (about := kinds.about_it(text)) == "ask.remember":
        voice.say(about)
    if voice.said:
        return True
    told = answer(text, situation.facts, situation.found, situation.slots)
    if _asks_about_them(situation, told is not None):
        _recall(voice, situation, told)
    elif reading.asks_who(text):
        voice.say("about_self")
    elif reading.asks_how(text):
        voice.say("how_are_you")
    elif about:
        voice.say(*(("ask.own",) if situation.own else ()), about, "ask.self", filling={"own": situation.own})
    elif reading.asks_favour(text):
        voice.say("unanswerable")
    elif _asks(situation):
        if told and told.named_in(text):
            voice.say(*told.sections, filling=told.filling(voice.lang))
        else:
            voice.say(*(("advice", "unanswerable") if reading.asks_advice(text) else ("unanswerable",)))
    return bool(voice.said)


def _asks(situation: Situation) -> bool:
    """Whether an answer is wanted. "不知道干什么，好无聊" has a question's word and is none."""
    text = situation.text
    if not situation.asks or reading.is_greeting(text) or situation.valence <= -0.25:
        return False
    matter = kinds.told(text, _mood(situation))
    return matter not in _NEVER_ASKED and (kinds.is_question(text) or not (kinds.wonders(text) or matter))


def _asks_about_them(situation: Situation, answered: bool) -> bool:
    """Whether what they want is a memory. "气死我了，凭什么" only looks like a question about themself."""
    if situation.slots:
        return situation.asks_memory
    upset = situation.valence <= -0.4 and not answered
    return (situation.asks_memory and not upset) or reading.asks_overview(situation.text)


def _recall(voice: _Voice, situation: Situation, told: Answer | None) -> None:
    precisely = told is not None and told.named_in(situation.text)  # 你还记得我妹妹什么时候结婚吗
    at_large = not situation.slots and reading.asks_overview(situation.text) and not precisely
    if at_large and (some := known(situation.facts, voice.lang)):
        voice.say("recall.overview", filling={"statement": some, "that": some})
    elif told and not (situation.nothing_found and not situation.slots):
        voice.say(*told.sections, filling=told.filling(voice.lang))
    elif situation.quote:
        voice.say("recall.said", filling={"statement": situation.quote})
    else:
        voice.say(*(("quiet", "listen") if situation.sober else ()), "admit_unknown")


def _told(voice: _Voice, situation: Situation) -> bool:
    """A greeting, thanks, a limit, or something about them that is no feeling."""
    text, topic = situation.text, situation.topic
    if reading.is_greeting(text):
        voice.say(f"greeting.{part_of_day(situation.hour)}", "small_talk", short=bool(topic))
    elif reading.sets_limit(text):
        voice.say("boundary")
        return True
    elif reading.is_thanks(text):
        voice.say("thanks_quiet" if situation.sober else "thanks", "thanks", short=bool(topic))
    elif (section := kinds.at_once(text)) and not (section == "tell.sorry" and reading.names_trouble(text)):
        voice.say(section, "small_talk", "listen", short=bool(topic))
    else:
        _matter(voice, situation)
    if voice.said and topic:
        voice.say(_raising(situation), short=True, filling=topic_words(topic))
    return bool(voice.said)


def _matter(voice: _Voice, situation: Situation) -> None:
    """Something that happened, lies ahead or is so; with a word of theirs where one can be taken safely."""
    text, mood, short = situation.text, _mood(situation), bool(situation.topic)
    calm, section = mood in ("neutral", "happy"), kinds.told(text, mood)
    where = {"place": place} if (place := gleaning.moved_to(text)) else {}
    if calm and (name := gleaning.own_name(text)):
        voice.say("tell.name", short=True, filling={"name": name})
        if section in ("tell.move", "tell.job") and not short:
            voice.say(section, short=True, filling=where)
    elif calm and section not in kinds.FIRST and (name := gleaning.other_name(text)):
        voice.say("tell.named", "fact", short=True, filling={"name": name})
    elif section in kinds.FIRST:
        voice.say(section, *kinds.then(section), short=short, filling=where)
    elif reading.tells_taste(text):
        voice.say("fact", "listen", short=short)
    elif calm and reading.tells_plan(text):
        _plan(voice, situation)
    elif calm and reading.tells_fact(text):
        voice.say("fact", "listen", short=short)
    elif section and (not situation.sober or kinds.is_tender(section)):
        voice.say(section, *kinds.then(section), short=short)


def _plan(voice: _Voice, situation: Situation) -> None:
    named = {"event": gleaning.event(situation.text), "place": gleaning.place(situation.text)}
    filling = {what: word for what, word in named.items() if word}
    own = tuple(f"tell.{what}" for what in filling)
    voice.say(*own, "plan", "listen", short=bool(situation.topic), filling=filling)


def _mood(situation: Situation) -> str:
    return reading.mood_of(situation.text, situation.valence)


def _reflect(voice: _Voice, situation: Situation) -> None:
    """Meet the mood, as strongly as their words do."""
    mood = _mood(situation)
    glad = ("celebrate", "listen")
    after = {"neutral": ("small_talk", "listen"), "happy": glad, "proud": glad}
    more = bool(situation.topic) or (mood in after and reading.tells_plan(situation.text))
    plain = ("quiet", "comfort", "listen") if situation.sober and mood in after else ()
    sections: tuple[str, ...] = plain or (f"reflect.{mood}", *after.get(mood, ("comfort", "listen")))
    if strength := kinds.strength(situation.text, mood):
        sections = (f"reflect.{strength}", *sections)
    if mood == "anxious" and (event := kinds.behind(situation.text, situation.before)):
        voice.say("tell.nerves", *sections, short=more, filling={"event": event})
    else:
        voice.say(*sections, short=more)
    if situation.topic:
        voice.say(_raising(situation), short=True, filling=topic_words(situation.topic))
    elif more:
        voice.say("plan", short=True)


def _raising(situation: Situation) -> str:
    return "open_day" if situation.topic_of_day else "ask_thread"


def _fits(line: str, filling: Mapping[str, str]) -> bool:
    return all(name == "me" or name in filling for name in re.findall(r"\{(\w+)\}", line))


def _section(line_id: str) -> str:
    return line_id.rpartition(".")[0]
