"""The notes before a user's words: what is known, between the two, said before, and asked for; limits last. Data, fenced by
whoever places them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from companion.scene import Scene
from llm import prompts, tokens
from memory.policy import Kind
from memory.recall import Hit
from persona import voice

FOLDER = Path(__file__).parent
WEEKDAYS = {
    "zh": ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
MARKS = {
    "zh": {
        "fact": "", "guess": "（只是猜测，最多用问的口气）", "open": "（前后说法不一，还没问清）", "past": "（以前的事，现在不是了）",
        "unbidden": "（忽然想起来的：顺得上才轻轻带一句，顺不上就不提）", "plan": "（还没到）", "plan_passed": "（日子已经过了，还不知道结果）", "tone": "（近况，只影响语气，不要直接说出来）",
    },
    "en": {
        "fact": "", "guess": " (only a guess: at most ask)", "open": " (they have said different things, unresolved)",
        "past": " (in the past, no longer so)", "unbidden": " (just came to mind: a word in passing if it fits, else nothing)", "plan": " (still ahead)",
        "plan_passed": " (the day has passed, outcome unknown)", "tone": " (colours your tone; don't say it)",
    },
}  # fmt: skip
BETWEEN = (Kind.REFERENCE, Kind.MOMENT, Kind.PROMISE)
"""What is theirs together: how they call each other, what they shared, what was promised."""
MOOD_FROM = 0.25
"""A mood weaker than this is no mood."""
SPEAKERS = {"zh": {"user": "对方：", "companion": "你："}, "en": {"user": "Them: ", "companion": "You: "}}
MOODS = {"zh": {"low": "偏低落", "high": "偏轻快"}, "en": {"low": "rather low", "high": "rather cheerful"}}


def last(scene: Scene, shown: Sequence[Hit], earlier: str, room: int) -> str:
    """The user's words with the notes that change from turn to turn before them, limits last. What was talked about
    `earlier` stands here too where this line is the first, and no other can carry it. `room` is what earlier words may
    take."""
    limits = [f"- {flat(hit.statement)}" for hit in shown if hit.label in ("limit", "style")]
    parts = [earlier] if earlier and not scene.history else []
    parts.append(
        prompts.fill(FOLDER, "moment", scene.lang, when=local_moment(scene.now, scene.zone, scene.lang))
    )
    parts += _about(scene)
    if lore := _lore(scene):
        parts.append(lore)
    parts += _remembered(scene, shown)
    if earlier_words := _said(scene, room):
        parts.append(prompts.fill(FOLDER, "said", scene.lang, lines="\n".join(earlier_words)))
    if scene.recalled.nothing_found:
        parts.append(prompts.fill(FOLDER, "nothing_else" if earlier else "nothing_found", scene.lang))
    if scene.recalled.reading is not None and scene.recalled.reading.wants_done:
        parts.append(prompts.fill(FOLDER, "confirm", scene.lang))
    if scene.topic:
        parts.append(prompts.fill(FOLDER, "topic", scene.lang, topic=flat(scene.topic)))
    if scene.aside:
        parts.append(prompts.fill(FOLDER, "aside", scene.lang, aside=flat(scene.aside)))
    if scene.states_only:
        parts.append(prompts.fill(FOLDER, "states_only", scene.lang))
    if scene.advised:
        lines = "\n".join(f"- {flat(line)}" for line in scene.advised)
        parts.append(prompts.fill(FOLDER, "advised", scene.lang, lines=lines))
    if scene.careful:
        parts.append(prompts.fill(FOLDER, "careful", scene.lang))
    if scene.open_question:
        parts.append(prompts.fill(FOLDER, "open_question", scene.lang, words=flat(scene.open_question)))
    if limits:
        parts.append(prompts.fill(FOLDER, "limits", scene.lang, lines="\n".join(limits)))
    return prompts.fill(FOLDER, "turn", scene.lang, notes="\n".join(parts), text=scene.text)


def _lore(scene: Scene) -> str:
    """What the character's lorebook holds about what is spoken of."""
    lines = [*(line.text for line in scene.history), scene.text]
    return voice.lore_note(scene.character.content, scene.lang, lines, scene.called)


def _remembered(scene: Scene, shown: Sequence[Hit]) -> list[str]:
    """What is known of the user, what is between the two, what the companion said of itself, and what it has to set right."""
    marks = MARKS[scene.lang]
    told = [hit for hit in shown if hit.label in marks and hit.kind is not Kind.SELF]
    facts = [_fact(scene, hit) for hit in told if hit.kind not in BETWEEN]
    between = [_fact(scene, hit) for hit in told if hit.kind in BETWEEN]
    own = [f"- {flat(hit.statement)}" for hit in shown if hit.kind is Kind.SELF]
    parts = []
    if facts:
        parts.append(prompts.fill(FOLDER, "memories", scene.lang, lines="\n".join(facts)))
    if between:
        parts.append(prompts.fill(FOLDER, "between", scene.lang, lines="\n".join(between)))
    if own:
        parts.append(
            prompts.fill(
                FOLDER, "own_words", scene.lang, name=flat(scene.character.name), lines="\n".join(own)
            )
        )
    if scene.slips:
        lines = "\n".join(f"- {flat(line)}" for line in scene.slips)
        parts.append(prompts.fill(FOLDER, "slips", scene.lang, lines=lines))
    return parts


def _fact(scene: Scene, hit: Hit) -> str:
    """A memory as a line of the notes."""
    marks = MARKS[scene.lang]
    by_itself = marks["unbidden"] if hit in scene.recalled.unbidden else ""
    return f"- {flat(hit.statement)}{marks[hit.label]}{by_itself}"


def _said(scene: Scene, room: int) -> list[str]:
    """Earlier words, a line an exchange, while there is room."""
    names = SPEAKERS[scene.lang]
    lines = []
    for words in scene.said:
        day = local_moment(words.at, scene.zone, scene.lang)
        line = f"- {day} " + " / ".join(f"{names[role]}{flat(text)}" for role, text in words.said)
        room -= tokens.estimate(line)
        if room < 0:
            break
        lines.append(line)
    return lines


def _about(scene: Scene) -> list[str]:
    """What the sitting is about, as data, a line each where it is known."""
    about, lang = scene.about, scene.lang
    mood = "low" if about.valence <= -MOOD_FROM else "high" if about.valence >= MOOD_FROM else ""
    told = {"topic": about.topic, "goal": about.goal, "mood": MOODS[lang].get(mood, "")}
    return [
        prompts.fill(FOLDER, f"moment_{name}", lang, **{name: flat(text)})
        for name, text in told.items()
        if text
    ]


def flat(text: str) -> str:
    """One line, and no fence of ours inside: what was remembered can't close its block and speak as instructions."""
    return " ".join(text.split()).replace("<", "‹").replace(">", "›")


def local_moment(now: datetime, zone: ZoneInfo, lang: str) -> str:
    """The user's local date, weekday and time, in words."""
    local = now.astimezone(zone)
    day = WEEKDAYS[lang][local.weekday()]
    if lang == "zh":
        return f"{local.year}年{local.month}月{local.day}日 {day} {local:%H:%M}"
    return f"{day}, {local:%d %B %Y}, {local:%H:%M}"
