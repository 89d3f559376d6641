"""Stories that are told in projects."""

from __future__ import annotations

from typing import Any

import pytest

from companion.replay import playing, staging
from transcript.models import Conversation, Project

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _rules_alone(settings: Any) -> None:
    settings.WAKE_WORKERS = False
    settings.USE_LANGUAGE_MODELS = False


def story(*kinds: str) -> dict[str, Any]:
    steps: list[dict[str, Any]] = []
    for n, kind in enumerate(kinds):
        steps.append({"at": f"2026-07-0{n + 1}T20:00:00", "conversation": kind})
        steps.append({"at": f"2026-07-0{n + 1}T20:01:00", "say": f"第{n + 1}天的话", "reply": "嗯。"})
    return {"timezone": "Asia/Shanghai", "steps": steps}


def test_a_conversation_joins_the_project_of_that_name() -> None:
    staging.play(story("project:换工作", "new", "project:換工作", "temporary"))
    row = Project.objects.get()
    chats = Conversation.objects.filter(messages__role="user").order_by("created_at")
    assert row.name == "换工作"
    assert [(chat.project, chat.temporary) for chat in chats] == [
        (row, False), (None, False), (row, False), (None, True),
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["project:", "project: ", "secret", ""])
def test_a_story_that_names_no_place_is_refused(kind: str) -> None:
    with pytest.raises(playing.BadStory):
        staging.play(story(kind))
