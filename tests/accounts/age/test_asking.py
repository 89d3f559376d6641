"""Spellings of one mailbox, and addresses that are one household."""

from __future__ import annotations

import pytest

from accounts.age.asking import Connection, normal_mail, place


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lin@Example.org", "lin@example.org"),
        (" lin@example.org ", "lin@example.org"),
        ("lin+chat@example.org", "lin@example.org"),
        ("l.i.n@gmail.com", "lin@gmail.com"),
        ("Lin+1@GoogleMail.com", "lin@gmail.com"),
        ("ｌｉｎ@example.org", "lin@example.org"),
    ],
)
def test_spellings_of_one_mailbox(one: str, other: str) -> None:
    assert normal_mail(one) == normal_mail(other) == other


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("l.in@example.org", "lin@example.org"),
        ("lin@example.org", "lin@example.com"),
        ("+a@x.org", "+b@x.org"),
    ],
)
def test_mailboxes_that_differ(one: str, other: str) -> None:
    assert normal_mail(one) != normal_mail(other)


@pytest.mark.parametrize("text", ["", "lin", "  "])
def test_what_is_no_address_is_nobody(text: str) -> None:
    assert normal_mail(text) == ""


@pytest.mark.parametrize(
    ("connection", "bucket"),
    [
        (Connection("203.0.113.7", "", False, True), "203.0.113.7"),
        (
            Connection("203.0.113.7", "198.51.100.1", False, True),
            "203.0.113.7",
        ),  # anybody can write that header
        (
            Connection("127.0.0.1", "10.9.9.9, 198.51.100.1", True, True),
            "198.51.100.1",
        ),  # our proxy wrote the last
        (Connection("127.0.0.1", "", True, True), ""),
        (Connection("2001:db8:1:2:3:4:5:6", "", False, True), "2001:db8:1:2::/64"),
        (Connection("2001:db8:1:2:ffff::1", "", False, True), "2001:db8:1:2::/64"),
        (Connection("::ffff:203.0.113.7", "", False, True), "203.0.113.7"),
        (Connection("fe80::1%eth0", "", False, True), "fe80::/64"),
        (Connection("127.0.0.1", "", False, True), ""),  # a proxy that nobody told of
        (Connection("127.0.0.1", "", False, False), "127.0.0.1"),  # a laptop
        (Connection("", "", False, False), ""),
        (Connection("unix:", "", False, False), ""),
    ],
)
def test_place(connection: Connection, bucket: str) -> None:
    assert place(connection) == bucket
