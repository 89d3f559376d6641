"""An operator changes a birth date: with a reason, without a trace of the dates, and under 18 the account closes."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.db import models
from django.test import Client
from django.urls import reverse

from accounts.age import reviewing
from accounts.models import BirthDateChange, User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]
NOW = datetime(2026, 12, 1, 9, 0, tzinfo=ZoneInfo("UTC"))


@pytest.fixture
def lin() -> User:
    return User.objects.create_user("lin@example.org", "pw", birth_date=date(1990, 5, 1), language="zh-hans")


@pytest.fixture
def operator() -> User:
    return User.objects.create_user("op@example.org", "pw", is_staff=True, language="zh-hans")


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(user: User) -> str:
    return reverse("admin:accounts_user_birth_date", args=[user.pk])


def test_a_change_keeps_the_account_and_the_reason(lin: User, operator: User) -> None:
    client = signed_in(operator)
    assert page(lin) in client.get(reverse("admin:accounts_user_change", args=[lin.pk])).content.decode()
    assert "1990" not in client.get(page(lin)).content.decode()
    done = client.post(page(lin), {"birth_date": "1991-06-02", "reason": "typo"}, follow=True)
    assert "出生日期已改。" in done.content.decode()
    assert "1991" not in done.content.decode()
    lin.refresh_from_db()
    assert (lin.birth_date, lin.is_active) == (date(1991, 6, 2), True)
    row = BirthDateChange.objects.get()
    assert (row.user, row.by, row.reason, row.closed) == (lin, operator, "typo", False)


def test_under_eighteen_the_account_closes(lin: User, operator: User) -> None:
    mine = signed_in(lin)
    assert mine.get(reverse("settings")).status_code == 200
    done = signed_in(operator).post(
        page(lin), {"birth_date": "2012-01-01", "reason": "under_age"}, follow=True
    )
    assert "账号已关闭" in done.content.decode()
    lin.refresh_from_db()
    assert not lin.is_active
    assert BirthDateChange.objects.get().closed
    assert mine.get(reverse("settings")).status_code == 302


@pytest.mark.parametrize(
    "given",
    [
        {"birth_date": "2030-01-01", "reason": "typo"},
        {"birth_date": "1850-01-01", "reason": "typo"},
        {"birth_date": "1990-01-01", "reason": ""},
        {"birth_date": "1990-01-01", "reason": "because I say so"},
        {"birth_date": "soon", "reason": "typo"},
    ],
)
def test_what_is_not_a_review_changes_nothing(lin: User, operator: User, given: dict[str, str]) -> None:
    assert signed_in(operator).post(page(lin), given).status_code == 200
    lin.refresh_from_db()
    assert lin.birth_date == date(1990, 5, 1)
    assert not BirthDateChange.objects.exists()


def test_the_date_stays_written_once_everywhere_else(lin: User) -> None:
    lin.birth_date = date(1991, 1, 1)
    with pytest.raises(ValueError):
        lin.save()


def test_who_may_review_whom(lin: User, operator: User) -> None:
    owner = User.objects.create_superuser("owner@example.org", "pw")
    assert reviewing.may_review(operator, lin)
    assert reviewing.may_review(owner, operator)
    assert not reviewing.may_review(operator, operator)
    assert not reviewing.may_review(operator, owner)
    assert not reviewing.may_review(lin, operator)
    own = signed_in(operator).get(reverse("admin:accounts_user_change", args=[operator.pk]))
    assert page(operator) not in own.content.decode()
    for by, whose, status in ((operator, operator, 403), (operator, owner, 403), (lin, operator, 302)):
        answer = signed_in(by).post(page(whose), {"birth_date": "1980-01-01", "reason": "typo"})
        assert answer.status_code == status
    assert not BirthDateChange.objects.exists()


def test_nobody_is_404(operator: User) -> None:
    assert signed_in(operator).get("/admin/accounts/user/nobody/birth-date/").status_code == 404


def test_the_log_holds_no_date_and_no_free_text() -> None:
    kinds = [type(field) for field in BirthDateChange._meta.concrete_fields]
    assert models.DateField not in kinds
    assert models.TextField not in kinds
    texts = [field for field in BirthDateChange._meta.concrete_fields if isinstance(field, models.CharField)]
    assert all(field.choices for field in texts)


def test_the_log_is_shown_to_operators(lin: User, operator: User) -> None:
    reviewing.change(lin, date(1991, 1, 1), "complaint", operator, NOW)
    text = signed_in(operator).get(reverse("admin:accounts_birthdatechange_changelist")).content.decode()
    assert "投诉或申诉成立" in text
    assert "1991" not in text
