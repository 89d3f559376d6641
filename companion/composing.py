"""What exactly the model is told. The head (persona, rules) stays the same from turn to turn, so that a provider's prefix
cache holds; what changes (the hour, memories, topic, limits) stands last, next to the user's words.

Memory and history share one token budget; memories enter as fenced data, below persona and safety.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion import noting
from companion.scene import Earlier, Said, Scene
from llm import prompts, tokens
from llm.provider import Message as Prompt
from memory.recall import Hit, Recalled
from persona import voice

FOLDER = Path(__file__).parent
BUDGET = 3_000
"""Tokens for memory and history together."""
HISTORY_SHARE, MEMORY_LEAST, MEMORY_MOST = 0.7, 400, 1_500
SUMMARY_MOST = 500
"""Tokens of the history's share that summaries may take."""


@dataclass(frozen=True)
class Composed:
    """The messages, and the memories that found room in them."""

    messages: list[Prompt]
    shown: tuple[Hit, ...]

    @property
    def text(self) -> str:
        return "\n\n".join(f"[{message['role']}]\n{message['content']}" for message in self.messages)


@dataclass(frozen=True)
class _Budget:
    """The budget in estimated tokens, for a model that counts `scale` of its own for each."""

    scale: float = 1.0

    @property
    def history(self) -> int:
        return int(BUDGET * HISTORY_SHARE / self.scale)

    @property
    def summaries(self) -> int:
        return int(SUMMARY_MOST / self.scale)

    def memory(self, used: int) -> int:
        """What summaries and lines that take so much leave to memory."""
        left = BUDGET / self.scale - used
        return int(max(MEMORY_LEAST / self.scale, min(MEMORY_MOST / self.scale, left)))


def compose(scene: Scene) -> Composed:
    """Build the prompt within the budget."""
    budget = _Budget(scene.token_scale)
    earlier, history = _told(scene, budget)
    used = _cost(earlier) + sum(tokens.estimate(line.text) for line in history)
    room = budget.memory(used)
    shown = _fitting(scene.recalled, room)
    room -= sum(tokens.estimate(hit.statement) + 8 for hit in shown)
    system = prompts.fill(
        FOLDER,
        "system",
        scene.lang,
        persona=voice.section(scene.character.content, scene.lang, scene.called),
        name=scene.character.name,
    )
    messages: list[Prompt] = [{"role": "system", "content": system}]
    for line in history:
        if line.role != "user" and messages[-1]["role"] == "assistant":
            # it wrote first, after its own reply: some models refuse two of a speaker in a row
            messages[-1] = {"role": "assistant", "content": f"{messages[-1]['content']}\n\n{line.text}"}
        else:
            messages.append({"role": "user" if line.role == "user" else "assistant", "content": line.text})
    note = _note(earlier, scene.lang)
    messages.append({"role": "user", "content": noting.last(scene, shown, note, room)})
    if note and history:
        _place(messages, note, scene.lang)
    return Composed(messages, shown)


def _told(scene: Scene, budget: _Budget) -> tuple[list[Earlier], list[Said]]:
    """Summaries and the lines after them that fit in the history's share together. Where not all lines do, the history
    begins where a summary ends: its first line then stays the same for a dozen turns, and nothing falls between."""
    starts = [] if scene.cut else [0]
    for row in scene.earlier:
        after = (n for n, line in enumerate(scene.history) if line.at is not None and line.at > row.until)
        if (start := next(after, 0)) > max(starts, default=0):
            starts.append(start)
    for start in starts:
        lines = list(scene.history[start:])
        first = lines[0].at if lines else None
        rows = [row for row in scene.earlier if first is None or row.until < first]
        earlier = _newest(rows, budget.summaries)
        if _cost(earlier) + sum(tokens.estimate(line.text) + 4 for line in lines) <= budget.history:
            return earlier, lines
    earlier = _newest(scene.earlier, budget.summaries)
    return earlier, _history(scene, budget.history - _cost(earlier))


def _newest(rows: Sequence[Earlier], most: int) -> list[Earlier]:
    """The newest summaries that find room, in order; of the newest of all, what finds room of it."""
    kept: list[Earlier] = []
    for row in reversed(rows):
        lines = row.text.splitlines()
        while not kept and len(lines) > 2 and tokens.estimate("\n".join(lines)) + 4 > most:
            lines.pop()
        row = replace(row, text="\n".join(lines))
        if _cost([row, *kept]) > most:
            break
        kept.insert(0, row)
    return kept


def _cost(rows: Sequence[Earlier]) -> int:
    return sum(tokens.estimate(row.text) + 4 for row in rows)


def _note(earlier: Sequence[Earlier], lang: str) -> str:
    """The summaries as data, each day named once."""
    lines: list[str] = []
    day = ""
    for line in (noting.flat(line) for row in earlier for line in row.text.splitlines()):
        if line.startswith("- ") or line != day:
            lines.append(line)
        day = day if line.startswith("- ") else line
    return prompts.fill(FOLDER, "earlier", lang, lines="\n".join(lines)) if lines else ""


def _place(messages: list[Prompt], note: str, lang: str) -> None:
    """Fence the summaries before the first line that is told: data like the notes of a turn. They join a user line where
    one comes first, because some models refuse two of the same speaker in a row."""
    joined = messages[1]["role"] == "user"
    text = messages[1]["content"] if joined else ""
    told: Prompt = {
        "role": "user",
        "content": prompts.fill(FOLDER, "turn", lang, notes=note, text=text).strip(),
    }
    messages[1 : 2 if joined else 1] = [told]


def _history(scene: Scene, room: int) -> list[Said]:
    """The newest lines of the sitting that fit, in order."""
    kept: list[Said] = []
    for line in reversed(scene.history):
        room -= tokens.estimate(line.text) + 4
        if room < 0:
            break
        kept.append(line)
    return kept[::-1]


def _fitting(recalled: Recalled, room: int) -> tuple[Hit, ...]:
    """Limits and style always; then what the cue brought back, then what is always kept in mind, while there is room."""
    limits = [hit for hit in recalled.active if hit.label in ("limit", "style")]
    kept = [hit for hit in recalled.active if hit not in limits]
    others = [*recalled.passive, *recalled.own, *kept, *recalled.unbidden]
    room -= sum(tokens.estimate(hit.statement) + 4 for hit in limits)
    fitting = list(limits)
    for hit in others:
        cost = tokens.estimate(hit.statement) + 8
        if cost <= room:
            room -= cost
            fitting.append(hit)
    return tuple(fitting)
