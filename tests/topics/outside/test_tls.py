"""TLS is verified against the name of the URL, though the connection is made to an address."""

from __future__ import annotations

import datetime
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.topics.outside.conftest import NOW, Server, answer, local
from topics.outside import Absence, SourceAway
from topics.outside.fetching import PUBLIC, fetch

NAME = "feeds.example.org"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A self-signed certificate of NAME, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW - datetime.timedelta(days=3650))
        .not_valid_after(NOW + datetime.timedelta(days=36500))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "certificate.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM) + secret)
    return path


@pytest.fixture
def named() -> list[str | None]:
    """The server names that clients asked for."""
    return []


@pytest.fixture
def tls_server(certificate: Path, named: list[str | None]) -> Iterator[Server]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda sock, name, whole: named.append(name)
    server = Server(context)
    server.plays["/"] = answer(b"<rss>safe</rss>")
    yield server
    server.stop()


@pytest.fixture
def trusting(certificate: Path) -> Callable[[], ssl.SSLContext]:
    return lambda: ssl.create_default_context(cafile=str(certificate))


def test_the_name_is_kept_though_an_address_is_dialled(
    tls_server: Server, trusting: Callable[[], ssl.SSLContext], named: list[str | None]
) -> None:
    dialer = local(tls_server, tls=trusting)
    assert fetch(tls_server.url(host=NAME), dialer=dialer).body == b"<rss>safe</rss>"
    assert named == [NAME]
    assert f"Host: {NAME}:{tls_server.port}" in tls_server.requests[0]


@pytest.mark.parametrize("host", ["other.example.org", "127.0.0.1"])
def test_a_certificate_of_another_name_will_not_do(
    tls_server: Server, trusting: Callable[[], ssl.SSLContext], host: str
) -> None:
    with pytest.raises(SourceAway) as caught:
        fetch(tls_server.url(host=host), dialer=local(tls_server, tls=trusting))
    assert caught.value.reason is Absence.CONNECTION
    assert not tls_server.requests


def test_nor_does_one_that_nobody_signed(tls_server: Server) -> None:
    with pytest.raises(SourceAway) as caught:
        fetch(tls_server.url(host=NAME), dialer=local(tls_server))
    assert caught.value.reason is Absence.CONNECTION
    assert not tls_server.requests


def test_a_handshake_that_never_comes_is_left(server: Server) -> None:
    """The server reads plain HTTP and waits for the end of a request that will not come."""
    with pytest.raises(SourceAway) as caught:
        fetch(server.url(host=NAME).replace("http:", "https:"), dialer=local(server, whole_s=0.3))
    assert caught.value.reason is Absence.TIMEOUT


def test_the_default_verifies() -> None:
    context = PUBLIC.tls()
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname
