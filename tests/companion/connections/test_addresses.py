"""Addresses as people type them: taken, doubted, or refused with the one that was meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.connections.addresses import DOUBTS, Fault, read_address


@pytest.mark.parametrize(
    "text",
    [
        "https://api.example.com/v1",
        "https://api.example.com/v1beta/openai",
        "https://api.example.com/api/paas/v4",
        "http://127.0.0.1:11434/v1",
        "http://localhost:1234/v1",
        "http://[::1]:8080/v1",
        "http://192.168.1.20:8000/v1",
        "http://models.lan/v1",
        "http://ollama:11434/v1",
        "HTTPS://API.Example.com/v1",
        "https://例子.example/v1",
    ],
)
def test_good_addresses(text: str) -> None:
    assert read_address(text).url == text
    assert read_address(f" {text}/ ").url == text


@pytest.mark.parametrize(
    ("text", "fault", "better"),
    [
        ("https://api.example.com", Fault.NO_VERSION, "https://api.example.com/v1"),
        ("http://127.0.0.1:11434/", Fault.NO_VERSION, "http://127.0.0.1:11434/v1"),
        ("https://api.example.com/openai/", Fault.NO_VERSION, "https://api.example.com/openai/v1"),
        ("localhost:11434", Fault.SCHEME, "http://localhost:11434/v1"),
        ("api.example.com/v1", Fault.SCHEME, "https://api.example.com/v1"),
        ("ftp://api.example.com/v1", Fault.SCHEME, ""),
        ("javascript:alert(1)", Fault.SCHEME, ""),
        ("file:///etc/passwd", Fault.SCHEME, ""),
        ("hello", Fault.SCHEME, "http://hello/v1"),
        ("https://api.example.com/v1/chat/completions", Fault.CALL, "https://api.example.com/v1"),
        ("https://api.example.com/v1/models/", Fault.CALL, "https://api.example.com/v1"),
        ("https://me:secret@api.example.com/v1", Fault.CREDENTIALS, "https://api.example.com/v1"),
        ("https://api.example.com/v1?key=1", Fault.EXTRA, "https://api.example.com/v1"),
        ("https://api.example.com/v1#a", Fault.EXTRA, "https://api.example.com/v1"),
        ("https://api. example.com/v1", Fault.SPACES, "https://api.example.com/v1"),
        ("https://api.example\u200b.com/v1", Fault.SPACES, "https://api.example.com/v1"),
        ("https：//api。example。com/v1", Fault.WIDE, "https://api.example.com/v1"),
        ("https://api.example.com:port/v1", Fault.NOT_AN_ADDRESS, ""),
        ("https://api.example.com:99999/v1", Fault.NOT_AN_ADDRESS, ""),
        ("https:///v1", Fault.NOT_AN_ADDRESS, ""),
        ("http://[::1/v1", Fault.NOT_AN_ADDRESS, ""),
        ("https://-bad-.com/v1", Fault.NOT_AN_ADDRESS, ""),
        ("http://api.example.com/v1", Fault.IN_CLEAR, "https://api.example.com/v1"),
        ("http://8.8.8.8/v1", Fault.IN_CLEAR, "https://8.8.8.8/v1"),
    ],
)
def test_faults_and_what_was_meant(text: str, fault: Fault, better: str) -> None:
    reading = read_address(text)
    assert (reading.url, reading.fault, reading.better) == ("", fault, better)
    if better:
        assert read_address(better).url == better
    insisted = read_address(text, insisted=True)
    assert bool(insisted.url) == (fault in DOUBTS)


@given(st.text(max_size=60))
def test_no_input_breaks_it(text: str) -> None:
    for one in (text, f"http://{text}", f"https://{text}/v1"):
        reading = read_address(one)
        assert bool(reading.url) != bool(reading.fault)
        assert not reading.better or read_address(reading.better).fault is None
