"""What a long conversation costs: tokens of each prompt and of the background, counted where they arrive, against sending
everything that was said so far.

The turns are the product's own (hear, recall, choose, compose, stream, keep, learn, summaries) on a moved clock, in a scratch
database; the model is a scripted one.
"""

from __future__ import annotations

import asyncio
import sys
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
from django.test import override_settings

from accounts.models import User, grant
from companion import composing, conversations, hearing, keeping, providers, schedule, turn
from companion.benches import chatter
from companion.benches.scripted_model import MODEL, Call, Model
from companion.keeping import Ended
from llm.tokens import PER_MESSAGE, estimate
from persona import shipping
from persona.characters import default_for
from transcript.models import Conversation, Status

START = datetime(2026, 3, 2, 19, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
"""A fixed evening: figures don't move with the calendar."""
TOLD_AT = (1, 10, 50, 100, 300, 600)
QUIET = timedelta(hours=7)
"""After a sitting: it has ended, and what waits for that is due."""
MEMORY_BAR, PROMPT_BAR = 1_500, 4_000
NOT_MEMORY = ("earlier", "advised", "summary", "title")
"""Prompt files with a list of lines that aren't memories."""


@dataclass
class Tally:
    """What arrived so far, turn by turn; a turn that no model was asked about counts nowhere but in full context."""

    said: int = 0
    """Tokens of every line so far, both speakers."""
    prompts: dict[int, int] = field(default_factory=dict)
    full: dict[int, int] = field(default_factory=dict)
    memory: dict[int, int] = field(default_factory=dict)
    notes: dict[int, int] = field(default_factory=dict)
    background: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    calls: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    spent: dict[int, int] = field(default_factory=dict)
    """Background tokens up to and with each turn."""


def run(count: int = 600) -> dict[str, Any]:
    """Tokens by turn, of memory, and of the background, over a conversation of so many turns."""
    lines = list(chatter.turns(count, START))
    spoken = {line.text: (number, line.lang) for number, line in enumerate(lines)}

    def say(asked: str) -> str:
        found = next((spoken[text] for text in (asked, asked.rpartition("\n\n")[2]) if text in spoken), None)
        return chatter.reply(*(found or (0, "zh")))

    with (
        Model(say).running() as model,
        override_settings(
            LLM_BASE_URL=model.url,
            LLM_API_KEY="none",
            LLM_MODEL=MODEL,
            LLM_PROVIDER_NAME="Scripted",
            USE_LANGUAGE_MODELS=True,
        ),
    ):
        tally = _talk(model, lines)
    return _figures(tally, count)


def _talk(model: Model, lines: Sequence[chatter.Turn]) -> Tally:
    shipping.sync(START)
    user = User.objects.create_user(
        f"bench-{uuid.uuid4().hex[:8]}@localhost", time_zone=str(START.tzinfo), date_joined=START
    )
    grant(user, "model", START, providers.recipient())
    conversation, tally = conversations.start_empty(user, default_for("zh-hans").id, START), Tally()
    for number, line in enumerate(lines, 1):
        if line.begins and number > 1:
            schedule.run_all(lines[number - 2].at + QUIET)
        said = _turn(user, conversation, line)
        _count(tally, number, model.taken(), (line.text, said))
        if number % 100 == 0:
            sys.stderr.write(f"turn {number}: {tally.prompts.get(number, 0)} tokens\n")
    schedule.run_all(lines[-1].at + QUIET)
    _count(tally, len(lines), model.taken(), ())
    return tally


def _turn(user: User, conversation: Conversation, line: chatter.Turn) -> str:
    """One line and its answer, after what the line before left for the background."""
    for name in ("learn", "embed", "work_out"):
        schedule.BY_NAME[name].run(line.at)
    hearing.receive(user, conversation, uuid.uuid4(), hearing.clean(line.text), line.at)
    reply = keeping.begin_reply(conversation.id, line.at)
    if reply is None:
        raise RuntimeError("a reply is still running")
    outcome = turn.Outcome()
    text = asyncio.run(_spoken(reply.id, line.at, outcome))
    keeping.finish(reply.id, Ended(Status.COMPLETE, text), outcome, line.at + timedelta(seconds=4))
    return text


async def _spoken(reply_id: uuid.UUID, now: datetime, outcome: turn.Outcome) -> str:
    return "".join([piece async for piece in turn.converse(reply_id, now, outcome)])


def _count(tally: Tally, number: int, calls: Sequence[Call], said: Sequence[str]) -> None:
    tally.said += sum(estimate(text) + PER_MESSAGE for text in said)
    for call in calls:
        if call.what != "chat":
            tally.background[call.what] += call.asked + call.answered
            tally.calls[call.what] += 1
            continue
        head, last = call.messages[0]["content"], call.messages[-1]["content"]
        tally.prompts[number] = call.asked
        # what was said before this line, the line itself, and the same rules and persona
        answered = sum(estimate(text) + PER_MESSAGE for text in said[1:])
        tally.full[number] = estimate(head) + PER_MESSAGE + tally.said - answered
        tally.notes[number], tally.memory[number] = noted(last)
    tally.spent[number] = sum(tally.background.values())


def noted(message: str) -> tuple[int, int]:
    """Tokens of all notes before the user's words in a prompt's last message, and of the memories among them."""
    for lang in ("zh", "en"):
        opening, closing = _template("turn", lang).partition("\n\n")[0].split("{{notes}}")
        begin, end = message.find(opening), message.rfind(closing)
        if 0 <= begin < end:
            notes = message[begin + len(opening) : end]
            return estimate(message[begin : end + len(closing)]), _memories(notes, lang)
    return 0, 0


def _memories(notes: str, lang: str) -> int:
    """The tokens of every list that a prompt file for memories heads."""
    heads = [
        text.partition("{{lines}}")[0].strip()
        for path in Path(composing.FOLDER, "prompts").glob(f"*.{lang}.md")
        if path.name.partition(".")[0] not in NOT_MEMORY and "{{lines}}" in (text := path.read_text("utf-8"))
    ]
    total, inside = 0, False
    for line in notes.splitlines():
        inside = line in heads or (inside and line.startswith("- "))
        total += estimate(line) + 1 if inside else 0
    return total


def _template(name: str, lang: str) -> str:
    return (composing.FOLDER / "prompts" / f"{name}.{lang}.md").read_text("utf-8")


def _figures(tally: Tally, count: int) -> dict[str, Any]:
    at = {}
    for wanted in sorted({*(number for number in TOLD_AT if number <= count), count}):
        number = max((one for one in tally.prompts if one <= wanted), default=0)
        if number:
            at[str(wanted)] = {
                "prompt": tally.prompts[number],
                "full_context": tally.full[number],
                "memory": tally.memory[number],
                "background_per_turn": round(tally.spent[number] / number, 1),
            }
    last = at[str(count)]
    return {
        "turns": count,
        "answered_by_the_model": len(tally.prompts),
        "unit": "tokens",
        "counted": "llm.tokens.estimate (no tokenizer; errs to the high side) of every message as it arrives at the model's server",
        "at": at,
        "memory": _spread(tally.memory),
        "notes": _spread(tally.notes),
        "prompt": _spread(tally.prompts),
        "full_context": _spread(tally.full),
        "background": {
            what: {"calls": tally.calls[what], "tokens_per_turn": round(spent / count, 1)}
            for what, spent in sorted(tally.background.items())
        },
        "background_per_turn": round(sum(tally.background.values()) / count, 1),
        "all_per_turn": round((sum(tally.prompts.values()) + sum(tally.background.values())) / count, 1),
        "share_of_full_context": round(last["prompt"] / last["full_context"], 3),
        "bars": {"memory": MEMORY_BAR, "prompt_at_last": PROMPT_BAR},
        "within_bars": _spread(tally.memory)["p95"] <= MEMORY_BAR and last["prompt"] <= PROMPT_BAR,
        "baseline": "full_context: the same head and every line so far",
    }


def _spread(values: Mapping[int, int]) -> dict[str, float]:
    held = list(values.values()) or [0]
    return {
        "mean": round(float(np.mean(held)), 1),
        "p95": round(float(np.percentile(held, 95)), 1),
        "most": max(held),
    }
