"""Any bytes, to each reader of what comes from elsewhere: an answer, or one of memento's errors.

Short by default; MEMENTO_FUZZ_MINUTES says how long each reader is tried instead. The same targets
run under atheris by `python -m tests.faults.fuzz_with_atheris`.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from types import FrameType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memento_cli.errors import MementoError
from tests.conftest import examples
from tests.faults.targets import TARGETS, Target

FOUND = [
    ("moment", b"3 November 2026 02:00-52"),  # an offset of more than a day
]
"""What was found once, and is tried for ever."""
SECONDS = 60 * float(os.environ.get("MEMENTO_FUZZ_MINUTES", "0"))
MANY = examples(300)
LONG = 1 << 18
PATIENCE_SECONDS = 60  # what is linear takes a second at most, what is quadratic minutes


@st.composite
def mutated(draw: st.DrawFn, target: Target) -> bytes:
    """A good input with parts cut, doubled, moved and replaced; or no input that was ever good."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=200))
    raw = draw(st.sampled_from(target.seeds)).encode()
    words = [word.encode(errors="surrogateescape" if word == "\udcff" else "surrogatepass")
             for word in target.words]  # fmt: skip
    piece = st.sampled_from(words) | st.binary(max_size=3) | st.text(max_size=3).map(str.encode)
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(0, len(raw)))
        stop = draw(st.integers(start, min(len(raw), start + 30)))
        again = raw[start:stop] * draw(st.integers(0, 2))
        raw = raw[:start] + again + draw(piece) + raw[stop:]
    return raw


def tried(target: Target, raw: bytes) -> None:
    """Let the target read it; an error of memento's own is an answer."""
    try:
        target.read(raw)
    except MementoError as problem:
        assert problem.message


@pytest.mark.hypothesis
@pytest.mark.parametrize("name", TARGETS)
def test_any_bytes_are_read_or_refused(name: str) -> None:
    """No reader ends in anything but an answer or an error that says what is wrong."""
    target = TARGETS[name]

    @settings(max_examples=MANY, database=None, suppress_health_check=[*HealthCheck])
    @given(mutated(target))
    def once(raw: bytes) -> None:
        tried(target, raw)

    end = time.monotonic() + SECONDS
    once()
    while time.monotonic() < end:
        once()


@pytest.mark.parametrize(("name", "raw"), FOUND)
def test_what_was_found_once_is_read_or_refused(name: str, raw: bytes) -> None:
    """Each finding of the fuzzers stays mended."""
    tried(TARGETS[name], raw)


@pytest.fixture
def patience() -> Iterator[None]:
    """An alarm fails the test; it is set before each input."""

    def given_up(number: int, frame: FrameType | None) -> None:
        pytest.fail("an input takes longer than its length explains")

    before = signal.signal(signal.SIGALRM, given_up)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.longer
@pytest.mark.parametrize("name", TARGETS)
def test_a_long_input_takes_no_longer_than_its_length(name: str, patience: None) -> None:
    """The words of a reader's language, each over 256 KiB, behind a good input and alone."""
    target = TARGETS[name]
    for word in target.words:
        text = word.encode(errors="surrogatepass")
        for start in (b"", target.seeds[0].encode()):
            signal.alarm(PATIENCE_SECONDS)
            tried(target, (start + text * (LONG // len(text)))[:LONG])
