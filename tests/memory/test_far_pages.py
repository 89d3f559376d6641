"""The pages around the memory centre: forgetting several, bringing in, what was tidied, consent, and a day of the past."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from memory import curating, forgetting
from memory.dreaming import runs
from memory.forgetting import requests
from memory.models import Bin, ForgetRequest, Memory, MemorySettings, Proposal, Receipt
from memory.policy import Kind
from memory.standing import consents_of
from memory.states import ProposalState, Source, Status
from tests.memory.conftest import NOW, Tell
from transcript.models import Message

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("static_files")]


@pytest.fixture
def signed_in(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


def text(signed_in: Client, address: str) -> str:
    answer = signed_in.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


class TestForgetting:
    def test_a_preview_shows_what_goes_and_changes_nothing(
        self, signed_in: Client, user: User, tell: Tell
    ) -> None:
        tell("我的猫叫小花", "我喜欢喝咖啡")
        rows = list(Memory.objects.all())
        page = text(signed_in, reverse("memory_forget") + f"?id={rows[0].id}&id=nonsense")
        assert rows[0].statement in page
        assert rows[-1].statement not in page
        assert Memory.objects.count() == len(rows)

    def test_only_what_is_ticked_goes_and_all_of_it_comes_back(
        self, signed_in: Client, user: User, tell: Tell
    ) -> None:
        tell("我的猫叫小花", "我喜欢喝咖啡", "我住在杭州")
        rows = list(Memory.objects.order_by("recorded_at"))
        address = reverse("memory_forget") + "?" + "&".join(f"id={row.id}" for row in rows)
        signed_in.post(address, {"id": [str(rows[0].id), str(rows[1].id)]})
        assert not Memory.objects.filter(id__in=[rows[0].id, rows[1].id]).exists()
        receipt = Receipt.objects.get()
        page = text(signed_in, reverse("memory_centre") + f"?receipt={receipt.id}")
        assert reverse("memory_restore_all", args=[receipt.id]) in page
        signed_in.post(reverse("memory_restore_all", args=[receipt.id]))
        assert Memory.objects.count() == len(rows)

    def test_a_request_of_the_chat_waits_in_the_centre(
        self, signed_in: Client, user: User, tell: Tell
    ) -> None:
        tell("我的猫叫小花")
        line = Message.objects.get()
        asked = requests.bind(line, "小花", timezone.now())
        address = f"{reverse('memory_forget')}?request={asked.id}"
        assert address in text(signed_in, reverse("memory_centre"))
        signed_in.post(address, {"keep": "1"})
        assert Memory.objects.exists()
        assert signed_in.get(address).status_code == 404
        assert ForgetRequest.objects.get().settled_at is not None

    def test_erasing_for_good(self, signed_in: Client, user: User, tell: Tell) -> None:
        tell("我的猫叫小花")
        held = forgetting.forget(user, [Memory.objects.first().id], timezone.now()).bins[0]  # type: ignore[union-attr]
        signed_in.post(reverse("memory_purge", args=[held]))
        assert not Bin.objects.filter(id=held).exists()
        assert signed_in.post(reverse("memory_purge", args=[held])).status_code == 404

    def test_found_ones_can_be_forgotten_together(self, signed_in: Client, user: User, tell: Tell) -> None:
        tell("我喜欢喝咖啡", "我喜欢喝茶")
        page = text(signed_in, reverse("memory_centre") + "?q=你喜欢")
        assert all(f"id={row.id}" in page for row in Memory.objects.all())


class TestBringing:
    def test_a_preview_then_suggestions_once(self, signed_in: Client, user: User) -> None:
        lines = "[2025-03-01] - 喜欢乌龙茶\n- 住在杭州\n我的密码是hunter2x"
        page = signed_in.post(reverse("memory_import"), {"text": lines}).content.decode()
        assert "乌龙茶" in page
        assert not Memory.objects.exists()
        for _ in range(2):
            signed_in.post(reverse("memory_import"), {"text": lines, "take": "1", "line": ["1", "2", "3"]})
        rows = list(Memory.objects.all())
        assert len(rows) == 2
        assert {(row.status, row.source) for row in rows} == {(Status.PENDING, Source.IMPORTED)}

    def test_a_pasted_line_can_be_chosen_from(self, signed_in: Client, user: User, tell: Tell) -> None:
        tell("今天天气好。" * 800)
        page = text(signed_in, reverse("memory_import") + f"?message={Message.objects.get().id}")
        assert "今天天气好。" in page


class TestDreams:
    @pytest.fixture
    def merged(self, user: User) -> Proposal:
        for value in ("咖啡", "喝咖啡"):
            row = curating.write_by_hand(user, Kind.PREFERENCE, f"你喜欢{value}", "zh", NOW)
            row.value, row.source, row.importance = value, Source.STATED, 0.6
            row.save()
        runs.dream(user, NOW + timedelta(days=1), by_hand=True)
        proposal: Proposal = Proposal.objects.get()
        return proposal

    def test_what_was_tidied_is_shown_and_undone(
        self, signed_in: Client, user: User, merged: Proposal
    ) -> None:
        assert "你喜欢喝咖啡" in text(signed_in, reverse("memory_dreams"))
        signed_in.post(reverse("memory_dream_undo", args=[merged.id]))
        merged.refresh_from_db()
        assert merged.state == ProposalState.UNDONE
        assert signed_in.post(reverse("memory_dream_undo", args=[merged.id])).status_code == 404

    def test_the_switch_and_by_hand(self, signed_in: Client, user: User) -> None:
        signed_in.post(reverse("memory_dream_switch"), {"on": "0"})
        assert MemorySettings.objects.get(user=user).dreams is False
        signed_in.post(reverse("memory_dream_now"))
        assert MemorySettings.objects.get(user=user).dreamt_at is not None


def test_consent_is_given_and_taken_back(signed_in: Client, user: User) -> None:
    signed_in.post(reverse("memory_consent"), {"class": "health", "given": "1"})
    assert consents_of(user) == {"health"}
    signed_in.post(reverse("memory_consent"), {"class": "health", "given": "0"})
    assert consents_of(user) == frozenset()
    assert signed_in.post(reverse("memory_consent"), {"class": "everything", "given": "1"}).status_code == 404


def test_a_day_of_the_past(signed_in: Client, user: User, tell: Tell) -> None:
    tell("我住在深圳")
    tell("我搬到苏州了", at=NOW + timedelta(days=60))
    page = text(signed_in, f"{reverse('memory_centre')}?on={NOW.date().isoformat()}")
    assert "你住在深圳" in page
    assert "你住在苏州" not in page
    assert "你住在深圳" not in text(signed_in, reverse("memory_centre"))
    assert signed_in.get(reverse("memory_centre") + "?on=2026-99-99").status_code == 200


class TestReport:
    def test_what_became_of_each_claim(self, signed_in: Client, user: User, tell: Tell) -> None:
        tell("我的猫叫小花")
        page = text(signed_in, reverse("memory_report", args=[Message.objects.get().id]))
        assert "你的猫叫小花" in page
        assert "记住了" in page

    def test_why_nothing_was_kept(self, signed_in: Client, user: User, tell: Tell) -> None:
        tell("如果我养一只狗就好了")
        Message.objects.update(learnt_at=NOW)
        assert "这是假设" in text(signed_in, reverse("memory_report", args=[Message.objects.get().id]))

    def test_a_paste_can_be_chosen_from(self, signed_in: Client, user: User, tell: Tell) -> None:
        tell("我住在杭州。" * 1000)
        Message.objects.update(learnt_at=NOW)
        line = Message.objects.get()
        page = text(signed_in, reverse("memory_report", args=[line.id]))
        assert f"{reverse('memory_import')}?message={line.id}" in page
