"""What exactly the model is told. The head (persona, rules) stays the same from turn to turn, so that a provider's prefix
cache holds; what changes (the hour, memories, topic, limits) stands last, next to the user's words.

Memory and history share one token budget; memories enter as fenced data, below persona and safety.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from llm import prompts, tokens
from llm.provider import Message as Prompt
from memory.recall import Hit, Recalled
from persona import voice
from persona.characters import Character

FOLDER = Path(__file__).parent
BUDGET = 3_000
"""Tokens for memory and history together."""
HISTORY_SHARE, MEMORY_LEAST, MEMORY_MOST = 0.7, 400, 1_500
WEEKDAYS = {
    "zh": ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
MARKS = {
    "zh": {
        "fact": "", "guess": "（只是猜测，最多用问的口气）", "open": "（前后说法不一，还没问清）", "past": "（以前的事，现在不是了）",
        "plan": "（还没到）", "plan_passed": "（日子已经过了，还不知道结果）", "tone": "（近况，只影响语气，不要直接说出来）",
    },
    "en": {
        "fact": "", "guess": " (only a guess: at most ask)", "open": " (they have said different things, unresolved)",
        "past": " (in the past, no longer so)", "plan": " (still ahead)",
        "plan_passed": " (the day has passed, outcome unknown)", "tone": " (colours your tone; don't say it)",
    },
}  # fmt: skip


@dataclass(frozen=True)
class Said:
    """A line of the history: role is `user` or `companion`."""

    role: str
    text: str


@dataclass(frozen=True)
class Scene:
    """Everything a prompt is made of."""

    character: Character
    lang: str
    now: datetime
    zone: ZoneInfo
    history: Sequence[Said]
    text: str
    recalled: Recalled
    topic: str = ""
    careful: bool = False


@dataclass(frozen=True)
class Composed:
    """The messages, and the memories that found room in them."""

    messages: list[Prompt]
    shown: tuple[Hit, ...]

    @property
    def text(self) -> str:
        return "\n\n".join(f"[{message['role']}]\n{message['content']}" for message in self.messages)


def compose(scene: Scene) -> Composed:
    """Build the prompt within the budget."""
    history = _history(scene)
    used = sum(tokens.estimate(line.text) for line in history)
    room = max(MEMORY_LEAST, min(MEMORY_MOST, BUDGET - used))
    shown = _fitting(scene.recalled, room)
    system = prompts.fill(
        FOLDER,
        "system",
        scene.lang,
        persona=voice.section(scene.character, scene.lang),
        name=scene.character.name,
    )
    messages: list[Prompt] = [{"role": "system", "content": system}]
    for line in history:
        messages.append({"role": "user" if line.role == "user" else "assistant", "content": line.text})
    messages.append({"role": "user", "content": _last(scene, shown)})
    return Composed(messages, shown)


def _history(scene: Scene) -> list[Said]:
    """The newest lines of the sitting that fit in the history's share, in order."""
    room, kept = int(BUDGET * HISTORY_SHARE), []
    for line in reversed(scene.history):
        room -= tokens.estimate(line.text) + 4
        if room < 0:
            break
        kept.append(line)
    return kept[::-1]


def _fitting(recalled: Recalled, room: int) -> tuple[Hit, ...]:
    """Limits and style always; then what the cue brought back, then what is always kept in mind, while there is room."""
    limits = [hit for hit in recalled.active if hit.label in ("limit", "style")]
    others = [*recalled.passive, *(hit for hit in recalled.active if hit not in limits)]
    room -= sum(tokens.estimate(hit.statement) + 4 for hit in limits)
    kept = list(limits)
    for hit in others:
        cost = tokens.estimate(hit.statement) + 8
        if cost <= room:
            room -= cost
            kept.append(hit)
    return tuple(kept)


def _last(scene: Scene, shown: Sequence[Hit]) -> str:
    """The user's words with the notes that change from turn to turn before them, limits last."""
    facts = [
        f"- {_flat(hit.statement)}{MARKS[scene.lang][hit.label]}" for hit in shown if hit.label in MARKS["zh"]
    ]
    limits = [f"- {_flat(hit.statement)}" for hit in shown if hit.label in ("limit", "style")]
    parts = [prompts.fill(FOLDER, "moment", scene.lang, when=local_moment(scene.now, scene.zone, scene.lang))]
    if facts:
        parts.append(prompts.fill(FOLDER, "memories", scene.lang, lines="\n".join(facts)))
    if scene.recalled.nothing_found:
        parts.append(prompts.fill(FOLDER, "nothing_found", scene.lang))
    if scene.topic:
        parts.append(prompts.fill(FOLDER, "topic", scene.lang, topic=_flat(scene.topic)))
    if scene.careful:
        parts.append(prompts.fill(FOLDER, "careful", scene.lang))
    if limits:
        parts.append(prompts.fill(FOLDER, "limits", scene.lang, lines="\n".join(limits)))
    return prompts.fill(FOLDER, "turn", scene.lang, notes="\n".join(parts), text=scene.text)


def _flat(text: str) -> str:
    """One line, and no fence of ours inside: what was remembered can't close its block and speak as instructions."""
    return " ".join(text.split()).replace("<", "‹").replace(">", "›")


def local_moment(now: datetime, zone: ZoneInfo, lang: str) -> str:
    """The user's local date, weekday and time, in words."""
    local = now.astimezone(zone)
    day = WEEKDAYS[lang][local.weekday()]
    if lang == "zh":
        return f"{local.year}年{local.month}月{local.day}日 {day} {local:%H:%M}"
    return f"{day}, {local:%d %B %Y}, {local:%H:%M}"
