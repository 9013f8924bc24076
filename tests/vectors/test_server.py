"""A server of OpenAI's protocol: what it is asked, and every way in which it can fail."""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.actions.vectors.embedding import Embedded, Embedder, embedder_of
from memento_cli.actions.vectors.providers.provider import ProviderFault
from memento_cli.core.vectors.quantized import components, cosine
from memento_cli.core.vectors.texts import DOCUMENT, PROBE, QUERY
from tests.vectors.settings import settings_with
from tests.vectors.stub_server import FAULTS, StubServer, stub_server

KEY = "sk-" + "Zk3qT9vW1xLr8BnYc5Mj"
WORD = st.sampled_from(["data", "embedding", "index", "error"])
TEXTS = ["My car is red", "The automobile", "A glass of wine"]


@pytest.fixture
def stub() -> Iterator[StubServer]:
    """A server that embeds."""
    with stub_server() as server:
        yield server


@pytest.fixture(scope="module")
def any_server() -> Iterator[StubServer]:
    """A server for many examples."""
    with stub_server() as server:
        yield server


def embedder(stub: StubServer, **values: Any) -> Embedder:
    """The embedder of a server."""
    made = embedder_of(settings_with(url=stub.url, model="stub", **values))
    assert made is not None
    return made


def embedded(stub: StubServer, texts: list[str] = TEXTS, **values: Any) -> Embedded:
    """The rows of texts as documents."""
    return embedder(stub, **values).embed(texts, DOCUMENT, 10)


def failed(stub: StubServer, seconds: float = 10, **values: Any) -> ProviderFault:
    """The fault of asking a server."""
    with pytest.raises(ProviderFault) as raised:
        embedder(stub, **values).embed(["A car"], QUERY, seconds)
    return raised.value


def test_rows(stub: StubServer) -> None:
    """Texts become rows of one size, in their order, and alike where the model finds them so."""
    answer = embedded(stub)
    car, automobile, wine = map(components, answer.rows)
    assert {len(row) for row in [answer.probe, *answer.rows]} == {stub.dims}
    assert cosine(car, automobile) > 0.6 > 0.3 > cosine(car, wine)


def test_what_is_asked(stub: StubServer) -> None:
    """The server gets the model, the probe and the texts, each with the prefix of its kind, once;
    no key, and of a text no more than models read."""
    prefixes = {"query_prefix": "q: ", "document_prefix": "d: "}
    embedder(stub, **prefixes).embed(["A car", "x" * 10_000, "half \ud800"], QUERY, 10)
    (request,) = stub.requests
    assert request.path == "/v1/embeddings"
    assert request.texts == [f"d: {PROBE}", "q: A car", "q: " + "x" * 8_000, "q: half ?"]
    assert request.body.keys() == {"model", "input", "encoding_format"}
    assert request.body["model"] == "stub" and "Authorization" not in request.headers


def test_forms_of_answers(stub: StubServer) -> None:
    """Vectors may come in any order, and packed in base64."""
    plain = embedded(stub)
    stub.is_base64 = stub.is_shuffled = True
    assert embedded(stub) == plain


def test_an_empty_text(stub: StubServer) -> None:
    """A text without words is not sent, and is like nothing."""
    answer = embedded(stub, ["", "A car"])
    assert answer.rows == [bytes(stub.dims), *embedded(stub, ["A car"]).rows]
    assert all("" not in request.texts for request in stub.requests)


def test_fewer_dimensions(stub: StubServer) -> None:
    """Vectors are cut to the dimensions that are set; there must be as many."""
    assert {len(row) for row in embedded(stub, dims=64).rows} == {64}
    assert "256 dimensions, and vectors.dims is 257" in failed(stub, dims=257).message


def test_a_changed_model_shows(stub: StubServer) -> None:
    """Another model gives the probe another row, the same one the same."""
    before = embedded(stub).probe
    assert embedded(stub, ["Something else"]).probe == before
    stub.salt = "another"
    assert cosine(components(before), components(embedded(stub).probe)) < 0.5


PASSING = {
    "busy": 1.0,
    "busy for long": 86_400.0,
    "busy until": 3.0,
    "busy, no time": 1.0,
    "broken": 1.0,
    "close": 1.0,
    "half": 1.0,
    "not http": 1.0,
}
"""Faults after which the same may be asked again, and after how many seconds."""
WORDS = {
    "busy": "429: slow down",
    "no model": "404: model 'stub' not found, try pulling it first",
    "bad request": r"400: unknown\u001b[31m field",
    "redirect": "leads elsewhere",
    "forbidden": "wants a key",
    "garbage": "something else than vectors",
    "deep": "something else than vectors",
    "huge": "longer than 1 MB",
    "wrong count": "other vectors than asked for: 1 of 2",
    "unequal dims": "vectors of 1 and 256 numbers",
    "NaN": "not a finite number",
    "text": "something else than numbers",
    "zero": "a vector of zeros",
}
SLOW = ("slow", "drip", "drip body")
NO_FAULTS = ("wrong dims", "changed model")
"""What one answer alone does not show."""


@pytest.mark.parametrize("name", [name for name in FAULTS if name not in SLOW + NO_FAULTS])
def test_faults(stub: StubServer, name: str) -> None:
    """Whatever a server answers that is no vector is one fault, in one line that names the server;
    whether it passes and whether less may do, it says."""
    stub.fault(name)
    fault = failed(stub)
    assert fault.message.startswith(f"{stub.url} (stub): ") and fault.message.isprintable()
    assert WORDS.get(name, "") in fault.message
    assert fault.retry_after == PASSING.get(name)
    assert fault.is_too_large == (name == "too long")
    assert len(stub.requests) == 1


@pytest.mark.parametrize("name", SLOW)
def test_a_slow_server(stub: StubServer, name: str) -> None:
    """A call ends at its time, also if a byte comes now and then; fewer texts may be quick
    enough."""
    stub.fault(name)
    began = time.monotonic()
    fault = failed(stub, seconds=0.3)
    assert 0.3 <= time.monotonic() - began < 3
    assert "longer than 0.3 s" in fault.message
    assert fault.is_too_large and fault.retry_after


def test_nobody_is_there() -> None:
    """A port without a server says so, and will not pass."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    made = embedder_of(settings_with(url=url, model="m"))
    assert made is not None
    with pytest.raises(ProviderFault, match="is the server running") as raised:
        made.embed(["A car"], QUERY, 5)
    assert raised.value.retry_after is None


def test_no_proxy_between(stub: StubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy of the environment is not told what is asked of this machine."""
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert embedded(stub).rows


@pytest.mark.parametrize("texts", [65, 33])
def test_refusals_of_much(stub: StubServer, texts: int) -> None:
    """Too many or too long texts are told apart from other mistakes."""
    stub.most_texts = 32
    with pytest.raises(ProviderFault, match="413") as raised:
        embedded(stub, ["A car"] * texts)
    assert raised.value.is_too_large and raised.value.retry_after is None
    stub.most_characters = 20
    assert failed(stub).is_too_large


def test_a_key_of_the_environment(stub: StubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key goes into a header; a wrong one is told by the name of its variable alone."""
    stub.key = KEY
    monkeypatch.setenv("STUB_KEY", KEY + "\n")
    assert embedded(stub, key_env="STUB_KEY").rows
    monkeypatch.setenv("STUB_KEY", KEY[:-1])
    fault = failed(stub, key_env="STUB_KEY")
    assert "refused the key from $STUB_KEY" in fault.message and KEY[:-1] not in fault.message
    assert "wants a key" in failed(stub).message


def test_a_key_of_a_command(stub: StubServer) -> None:
    """A key may be printed by a program; of one that fails nothing is shown that it says, as that
    may be a key."""
    stub.key = KEY
    printing = [sys.executable, "-c", f"print({KEY!r})"]
    assert embedded(stub, key_command=printing).rows
    failing = [sys.executable, "-c", "print('sesame'); raise SystemExit('no use for sesame')"]
    fault = failed(stub, key_command=failing)
    assert fault.message.endswith("no key came from vectors.key_command: it ended with 1")
    assert fault.hint == "run it by hand to see what it says"
    endless = [sys.executable, "-c", "while True: print('sesame' * 9999)"]
    assert failed(stub, key_command=endless).message.endswith("it printed more than 64 kB")
    assert len(stub.requests) == 1


@pytest.mark.parametrize("key", ["", " ", "two words", "two\nlines", "schlüssel", "a\x1b"])
def test_what_is_no_key(stub: StubServer, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """What no header can carry is no key, is not shown, and the server is not asked."""
    monkeypatch.setenv("STUB_KEY", key)
    fault = failed(stub, key_env="STUB_KEY")
    assert "no key came from $STUB_KEY" in fault.message
    assert not key.strip() or key not in fault.message + fault.hint
    assert not stub.requests


def test_an_echoed_key(stub: StubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that says the key in its complaint does not bring it into the message."""
    monkeypatch.setenv("STUB_KEY", KEY)
    monkeypatch.setitem(
        FAULTS, "echo", lambda handler: handler.refuse(418, handler.headers["Authorization"])
    )
    stub.fault("echo")
    assert failed(stub, key_env="STUB_KEY").message.endswith("answered 418: Bearer …")


def test_an_echoed_query(stub: StubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor one that repeats the query of the URL, where some have their key."""
    monkeypatch.setitem(FAULTS, "path", lambda handler: handler.refuse(404, handler.path))
    stub.fault("path")
    stub.url += "?api-key=top%2Dsecret%2D12345"
    assert failed(stub).message.endswith("answered 404: /v1/embeddings?…")


def test_a_time_that_no_calendar_has(stub: StubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A time to wait until that cannot be read is a usual wait."""
    date = f"Mon, 01 Jan 2020 00:00:00 +{10**20}"
    busy = lambda handler: handler.refuse(429, "slow down", Retry_After=date)  # noqa: E731
    monkeypatch.setitem(FAULTS, "never", busy)
    stub.fault("never")
    assert failed(stub).retry_after == 1.0


numbers = st.floats() | st.integers()
leaves = st.none() | st.booleans() | st.text(max_size=9) | numbers
values = st.recursive(leaves, lambda each: st.lists(each) | st.dictionaries(WORD, each))
rows = st.fixed_dictionaries(
    {"embedding": st.lists(numbers, min_size=2, max_size=2) | values},
    optional={"index": st.integers(0, 1) | values},
)


@given(st.fixed_dictionaries({"data": st.lists(rows, min_size=1, max_size=3) | values}) | values)
def test_any_answer(any_server: StubServer, answer: object) -> None:
    """Whatever JSON a server answers, it is rows of one size, or a fault in one line."""
    any_server.answers = json.dumps(answer).encode()
    any_server.fault("any")
    try:
        embedded = embedder(any_server).embed(["A car"], QUERY, 10)
    except ProviderFault as fault:
        assert fault.message.isprintable() and fault.retry_after is None
    else:
        assert len(embedded.rows) == 1 and len(embedded.probe) == len(embedded.rows[0]) > 0
