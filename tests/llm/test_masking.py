"""Secrets leave for no model; ordinary numbers do."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from llm import gateway
from llm.masking import MASK, mask
from llm.provider import Provider, Purpose
from tests.model_server import ModelServer


class Nothing(BaseModel):
    items: list[str] = []


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("我的身份证号是11010519491231002X", "11010519491231002X"),
        ("身份证 110105 19491231 002X 帮我记一下", "002X"),
        ("卡号4111 1111 1111 1111，别忘了", "1111 1111"),
        ("card: 5500-0055-5555-5559", "5559"),
        ("银行密码是hunter2x", "hunter2x"),
        ("密码：abc12345。", "abc12345"),
        ("my password is correct-horse", "correct-horse"),
        ("the PIN is 4821 ok", "4821"),
        ("验证码是 883201", "883201"),
        ("api key: sk-abcdef0123456789", "sk-abcdef0123456789"),
        ("我妈的电话是13800138000", "13800138000"),
        ("她手机号 139-1234-5678", "139-1234-5678"),
        ("my sister's number is 07700 900123", "07700 900123"),
        ("his phone is +1 415 555 0132", "415 555 0132"),
    ],
)
def test_a_secret_is_masked(text: str, secret: str) -> None:
    masked = mask(text)
    assert secret not in masked
    assert MASK in masked
    assert mask(masked) == masked


@pytest.mark.parametrize(
    "text",
    [
        "我的电话是13800138000",
        "订单号 1234567890123456",
        "2026-07-20 09:30 到 18:00",
        "我忘了密码",
        "改密码的时候出错了",
        "I forgot my password again",
        "the password is",
        "圆周率 3.14159265358979",
        "他今年 32 岁，身高 180",
        "今天走了12345步",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert mask(text) == text


def test_a_long_text_of_digits_is_read_once() -> None:
    assert len(mask("1 " * 10_000)) == 20_000


def test_no_request_carries_one(server: ModelServer, provider: Provider) -> None:
    server.script({"match": "", "json": {"items": []}})
    gateway.ask(provider, Purpose.LEARN, [{"role": "user", "content": "我的密码是hunter2x，记住"}], Nothing)
    sent = str(server.requests())
    assert "hunter2x" not in sent
    assert MASK in sent
