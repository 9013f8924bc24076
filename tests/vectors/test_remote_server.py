"""A server on another machine: certificates, proxies, and how long the look-up of a name may be."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from memento_cli.actions.vectors.embedding import Embedder, embedder_of
from memento_cli.actions.vectors.providers.provider import ProviderFault
from memento_cli.core.vectors.texts import QUERY
from tests.vectors.settings import settings_with
from tests.vectors.stub_server import StubServer, stub_server

PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proxy but that of a test."""
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def embedder(url: str) -> Embedder:
    """The embedder of a server that may be on another machine."""
    made = embedder_of(settings_with(url=url, model="m", allow_remote=True, key_env="STUB_KEY"))
    assert made is not None
    return made


def failed(url: str) -> ProviderFault:
    """The fault of asking a server."""
    with pytest.raises(ProviderFault) as raised:
        embedder(url).embed(["A car"], QUERY, 5)
    return raised.value


def certificate(folder: Path, name: str) -> Path:
    """A file with a certificate for a name or a number, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "stub")])
    alternative = x509.DNSName(name) if name[0].isalpha() else x509.IPAddress(ip_address(name))
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([alternative]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = folder / f"{name}.pem"
    file.write_bytes(secret + builder.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM))
    return file


@contextmanager
def tls_server(file: Path) -> Iterator[StubServer]:
    """A server that embeds, with a certificate."""
    with stub_server() as stub:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        stub.socket = context.wrap_socket(stub.socket, server_side=True)
        stub.url = stub.url.replace("http:", "https:")
        yield stub


def test_certificates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate that nobody vouches for, or of another name, ends it before the key is sent."""
    monkeypatch.setenv("STUB_KEY", "sk-stub")
    trusted, other = certificate(tmp_path, "127.0.0.1"), certificate(tmp_path, "example.org")
    with tls_server(trusted) as stub:
        assert "certificate is not to be trusted" in failed(stub.url).message
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        assert embedder(stub.url).embed(["A car"], QUERY, 5).rows
        assert len(stub.requests) == 1
    with tls_server(other) as stub:
        monkeypatch.setenv("SSL_CERT_FILE", str(other))
        assert "certificate is not to be trusted" in failed(stub.url).message
        assert not stub.requests


@contextmanager
def proxy() -> Iterator[tuple[str, list[bytes]]]:
    """A proxy that refuses: its address, and what it is told."""
    told = list[bytes]()

    def serve() -> None:
        with server, server.accept()[0] as connection:
            told.append(connection.recv(10_000))
            connection.sendall(b"HTTP/1.1 403 Forbidden\r\n\r\n")

    server = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield f"127.0.0.1:{server.getsockname()[1]}", told
    thread.join(5)


def test_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server elsewhere is reached through the proxy of the environment, by a tunnel: the proxy
    learns the server's name, and neither the key nor a text."""
    monkeypatch.setenv("STUB_KEY", "sk-stub")
    with proxy() as (address, told):
        monkeypatch.setenv("https_proxy", f"http://me:secret@{address}")
        message = failed("https://embed.invalid/v1").message
    assert "403" in message and "secret" not in message
    (request,) = told
    assert request.startswith(b"CONNECT embed.invalid:443 ")
    assert b"Proxy-Authorization: Basic bWU6c2VjcmV0\r\n" in request
    assert b"sk-stub" not in request and b"car" not in request


@pytest.mark.parametrize("address", ["http://[::1", "http://x:99999", "http://u\udcff@x"])
def test_what_is_no_proxy(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """A variable of the environment that names no proxy is told as such."""
    monkeypatch.setenv("STUB_KEY", "sk-stub")
    monkeypatch.setenv("https_proxy", address)
    assert "the proxy that the environment names" in failed("https://embed.invalid/v1").message


def test_no_such_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads nowhere is one fault, also past a proxy that is not for it."""
    monkeypatch.setenv("STUB_KEY", "sk-stub")
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "embed.invalid")
    message = failed("https://embed.invalid/v1").message
    assert message.startswith("https://embed.invalid/v1 (m): ") and "refuse" not in message
