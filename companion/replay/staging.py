"""Setting a story up: its user, their consents, its character and first conversation; then it is played."""

from __future__ import annotations

import uuid
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_datetime

from accounts.models import User, grant
from companion import conversations, providers
from companion.replay.playing import BadStory, Player
from persona import shipping
from persona.models import Persona


def play(story: dict[str, Any]) -> dict[str, Any]:
    """Play one story for a user of its own; the object `replay` prints. Raises BadStory."""
    steps = story.get("steps")
    if not isinstance(steps, list) or not steps:
        raise BadStory("a story needs a list of steps")
    zone_name = story.get("timezone", "Asia/Shanghai")
    first = parse_datetime(str(steps[0].get("at", "")))
    if first is None:
        raise BadStory("step 0: at is not a time")
    now = first if first.tzinfo else first.replace(tzinfo=ZoneInfo(zone_name))
    shipping.sync(now)
    user = User.objects.create_user(
        f"story-{uuid.uuid4().hex[:12]}@localhost",
        language=story.get("locale", "zh-hans"),
        time_zone=zone_name,
        date_joined=now,
    )
    for name in story.get("consent", []):
        grant(user, name, now)
    if story.get("model", "rules") == "configured" and (recipient := providers.recipient()):
        grant(user, "model", now, recipient)
    persona = Persona.objects.filter(key=story.get("persona", "xiaonuan")).first()
    if persona is None or persona.current_id is None:
        raise BadStory(f"no persona {story.get('persona')!r}")
    conversation = conversations.start_empty(user, persona.current_id, now)
    return Player(story, user, conversation, ZoneInfo(zone_name)).play()
