"""Which URLs may be a source, and which addresses are public."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topics.outside import Refusal, SourceRefused, check
from topics.outside.addresses import is_public

REFUSED = [
    # other schemes, or none
    ("file:///etc/passwd", "scheme"),
    ("gopher://example.com/_x", "scheme"),
    ("ftp://example.com/feed", "scheme"),
    ("data:text/xml,<rss/>", "scheme"),
    ("javascript:alert(1)", "scheme"),
    ("dict://example.com:11211/stat", "scheme"),
    ("ws://example.com/", "scheme"),
    ("example.com/feed", "scheme"),
    ("//example.com/feed", "scheme"),
    ("", "scheme"),
    # ports
    ("http://example.com:8080/", "port"),
    ("http://example.com:22/", "port"),
    ("https://example.com:6379/", "port"),
    ("http://example.com:0/", "port"),
    ("http://example.com:65616/", "port"),
    ("http://example.com:-80/", "port"),
    ("http://example.com:80:80/", "port"),
    ("http://example.com:８０/", "port"),
    ("http://[2606:4700::1111]:8443/", "port"),
    # credentials
    ("http://user:secret@example.com/", "credentials"),
    ("http://user@example.com/", "credentials"),
    ("http://@example.com/", "credentials"),
    ("http://example.com%2f@127.0.0.1/", "credentials"),
    ("https://example.com:80@10.0.0.1/", "credentials"),
    # private and other closed addresses
    ("http://127.0.0.1/", "address"),
    ("http://127.8.9.10/", "address"),
    ("http://0.0.0.0/", "address"),
    ("http://10.0.0.1/", "address"),
    ("http://172.16.0.1/", "address"),
    ("http://172.31.255.255/", "address"),
    ("http://192.168.1.1/", "address"),
    ("http://169.254.169.254/latest/meta-data/", "address"),
    ("http://100.64.0.1/", "address"),
    ("http://100.100.100.200/", "address"),
    ("http://168.63.129.16/", "address"),
    ("http://192.0.0.192/", "address"),
    ("http://198.18.0.1/", "address"),
    ("http://224.0.0.1/", "address"),
    ("http://255.255.255.255/", "address"),
    ("http://[::1]/", "address"),
    ("http://[::]/", "address"),
    ("http://[::ffff:10.0.0.1]/", "address"),
    ("http://[::ffff:a00:1]/", "address"),
    ("http://[::10.0.0.1]/", "address"),
    ("http://[fe80::1]/", "address"),
    ("http://[fe80::1%25eth0]/", "address"),
    ("http://[fd00:ec2::254]/", "address"),
    ("http://[fc00::1]/", "address"),
    ("http://[ff02::1]/", "address"),
    ("http://[2002:a00:1::1]/", "address"),
    ("http://[64:ff9b::a00:1]/", "address"),
    ("http://[64:ff9b:1::a00:1]/", "address"),
    ("http://[2001::1]/", "address"),
    ("http://[2001:db8::1]/", "address"),
    # other spellings of IPv4
    ("http://2130706433/", "address"),
    ("http://0x7f000001/", "address"),
    ("http://017700000001/", "address"),
    ("http://0177.0.0.1/", "address"),
    ("http://0x7f.0.0.1/", "address"),
    ("http://127.1/", "address"),
    ("http://127.0.1/", "address"),
    ("http://0/", "address"),
    ("http://127.0.0.1./", "address"),
    ("http://8.8.8.010/", "address"),
    ("http://256.256.256.256/", "address"),
    ("http://１２７.０.０.１/", "address"),
    ("http://127。0。0。1/", "address"),
    ("http://①②⑦.⓪.⓪.①/", "address"),
    # names that never leave the house
    ("http://localhost/", "address"),
    ("http://LOCALHOST./", "address"),
    ("http://a.localhost/", "address"),
    ("http://printer.local/", "address"),
    ("http://metadata.google.internal/computeMetadata/v1/", "address"),
    ("http://intranet/", "address"),
    # what is no URL
    ("http://", "malformed"),
    ("http:///feed", "malformed"),
    ("http:example.com", "malformed"),
    ("http://exa mple.com/", "malformed"),
    (" http://example.com/", "malformed"),
    ("http://example.com/\n", "malformed"),
    ("http://example.com/\r\nHost: 10.0.0.1", "malformed"),
    ("ht\ntp://example.com/", "malformed"),
    ("http://example.com/\x00", "malformed"),
    ("http://example.com/\u202e", "malformed"),
    ("http://example.com/a\u2028b", "malformed"),
    ("http://127.0.0.1\\@example.com/", "malformed"),
    ("http://example..com/", "malformed"),
    ("http://-example.com/", "malformed"),
    ("http://exa%6dple.com/", "malformed"),
    ("http://example.com,10.0.0.1.example/", "malformed"),
    ("http://[::1/", "malformed"),
    ("http://[example.com]/", "malformed"),
    ("http://[127.0.0.1]/", "malformed"),
    ("http://x[2606:4700::1111]/", "malformed"),
    ("http://example.com／＠10.0.0.1/", "malformed"),
    ("http://\ud800.com/", "malformed"),
    (f"http://{'a' * 64}.com/", "malformed"),
    (f"http://{'a.' * 130}com/", "malformed"),
    (f"http://example.com/{'a' * 2000}", "malformed"),
    (f"http://{'例' * 70}.com/", "malformed"),
]


@pytest.mark.parametrize(("url", "reason"), REFUSED, ids=[ascii(url)[:60] for url, _ in REFUSED])
def test_what_may_not_be_a_source(url: str, reason: str) -> None:
    with pytest.raises(SourceRefused) as caught:
        check(url)
    assert caught.value.reason == Refusal(reason)


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("http://example.com", "http://example.com/"),
        ("HTTPS://Example.COM./Feed.xml?a=1&b[]=ü#top", "https://example.com/Feed.xml?a=1&b%5B%5D=%C3%BC"),
        ("http://example.com:80/", "http://example.com/"),
        ("https://example.com:443/", "https://example.com/"),
        ("http://example.com:443/", "http://example.com:443/"),
        ("http://example.com:/", "http://example.com/"),
        ("https://例子.中国/新闻", "https://xn--fsqu00a.xn--fiqs8s/%E6%96%B0%E9%97%BB"),
        ("https://例子。中国/", "https://xn--fsqu00a.xn--fiqs8s/"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("http://example.com/a%20b", "http://example.com/a%20b"),
        ("http://8.8.8.8/", "http://8.8.8.8/"),
        ("http://[2606:4700:4700:0::1111]/", "http://[2606:4700:4700::1111]/"),
        ("http://[64:ff9b::808:808]/", "http://[64:ff9b::808:808]/"),
        ("http://my_blog.example.com/", "http://my_blog.example.com/"),
        ("http://example.com#@127.0.0.1/", "http://example.com/"),
        ("http://example.com?@127.0.0.1/", "http://example.com/?@127.0.0.1/"),
        ("http://127.0.0.1.example.com/", "http://127.0.0.1.example.com/"),
        (
            "https://api.open-meteo.com/v1/forecast?latitude=31.2&longitude=121.5&daily=weather_code",
            "https://api.open-meteo.com/v1/forecast?latitude=31.2&longitude=121.5&daily=weather_code",
        ),
    ],
)
def test_what_may(url: str, normal: str) -> None:
    assert check(url) == normal
    assert check(normal) == normal


@given(st.text(max_size=60) | st.from_regex(r"\Ahttps?://[^/]{0,30}(/.{0,20})?\Z"))
def test_any_text_is_refused_or_put_in_a_form_that_stays(url: str) -> None:
    try:
        normal = check(url)
    except SourceRefused:
        return
    assert normal.isascii()
    assert normal.isprintable()
    assert " " not in normal
    assert check(normal) == normal


@given(st.ip_addresses(network="0.0.0.0/0") | st.ip_addresses(network="::/0"))
def test_nothing_is_public_that_python_calls_private(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> None:
    if is_public(address):
        assert address.is_global
        assert not address.is_private
        assert not address.is_loopback
        assert not address.is_link_local
        assert not address.is_multicast
        assert not address.is_reserved or address in ipaddress.ip_network("64:ff9b::/96")


@given(st.ip_addresses(v=4))
def test_an_address_is_no_more_public_inside_another(inner: ipaddress.IPv4Address) -> None:
    number = int(inner)
    assert not is_public(ipaddress.IPv6Address((0xFFFF << 32) | number))
    assert not is_public(ipaddress.IPv6Address(number))
    assert not is_public(ipaddress.IPv6Address((0x2002 << 112) | (number << 80)))
    assert is_public(ipaddress.IPv6Address((0x64FF9B << 96) | number)) == is_public(inner)


def test_an_address_with_a_zone_is_of_a_link() -> None:
    assert not is_public(ipaddress.IPv6Address("2606:4700::1111%eth0"))
