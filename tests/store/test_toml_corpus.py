"""The TOML corpus goes through the loader: a value, or one named error."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

import pytest

from memento_cli.errors import BadData
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("MEMENTO_BENCH_DATA") or ROOT.parent / "shared" / "data") / "toml-test"
corpus = pytest.mark.skipif(
    not DATA.is_dir(), reason=f"no TOML corpus at {DATA} ($MEMENTO_BENCH_DATA names its folder)"
)
# Not TOML 1.0, but TOML 1.1, which is read where tomllib does not know it yet.
NEWER = {
    "invalid/string/basic-byte-escapes.toml",  # \\x41
    "invalid/inline-table/trailing-comma.toml",
    "invalid/inline-table/linebreak-01.toml",
    "invalid/inline-table/linebreak-02.toml",
    "invalid/inline-table/linebreak-03.toml",
    "invalid/inline-table/linebreak-04.toml",
    "invalid/datetime/no-secs.toml",
    "invalid/local-time/no-secs.toml",
    "invalid/local-datetime/no-secs.toml",
}


def loads(path: Path) -> bool:
    """Whether a file loads; anything but a value or a BadData that names it fails the test."""
    try:
        parsed(path.read_bytes(), str(path))
    except BadData as problem:
        assert problem.where == str(path) and problem.problems
        return False
    return True


@corpus
def test_what_is_toml_loads_and_what_is_not_is_named() -> None:
    """Of the corpus every valid file loads, and of the invalid ones only what TOML 1.1 allows."""
    accepted = {p.relative_to(DATA).as_posix() for p in DATA.rglob("*.toml") if loads(p)}
    everything = {p.relative_to(DATA).as_posix() for p in DATA.rglob("*.toml")}
    assert {name for name in everything - accepted if name.startswith("valid/")} == set()
    assert {name for name in accepted if name.startswith("invalid/")} == NEWER & everything
    listed = set((DATA / "files-toml-1.0.0").read_text().split()) & everything
    assert {name for name in listed if name.startswith("valid/")} <= accepted


@pytest.mark.parametrize(
    "text", ['x = "\\e"', 'x = "\\x41"', "x = { a = 1,\n b = 2, }", "x = 12:30"]
)
def test_toml_1_1_is_read(text: str) -> None:
    """TOML 1.1's escapes, inline tables over several lines and times without seconds are read."""
    assert "x" in parsed(text.encode(), "x").data


HEAVY = {
    "one word": "a", "dotted": "a.", "quoted": '"a".', "half quoted": '".', "quotes": '"',
    "single quotes": "'", "braces": "{", "brackets": "[", "commas": ", ", "escapes": '\\"',
    "ninety-nine": "a." * 99 + " ", "lines of ninety-nine": "a." * 99 + "\n", "both": "\"'",
    "spaced": "a . ", "strings": '"a"  ', "blanks": " ", "triple": '"""', "newer": "\\e",
    "headers": "[a.b]\n", "keys": "a=1\n", "inline": "x={", "accented": "é.", "times": "12:30 ",
}  # fmt: skip


@pytest.mark.parametrize("unit", HEAVY.values(), ids=HEAVY)
@pytest.mark.parametrize("before", ["", "x = ", 'x = """\n'], ids=["bare", "value", "text"])
def test_no_input_takes_long(unit: str, before: str) -> None:
    """A file of the greatest size, of whatever unit, is read or refused within two seconds."""
    raw = (before + unit * (SIZE_LIMIT // len(unit) + 1)).encode()[:SIZE_LIMIT]
    start = time.process_time()
    with suppress(BadData):
        parsed(raw, "x")
    assert time.process_time() - start < 2


def test_toml_1_1_is_read_at_any_length() -> None:
    """A long file of dotted keys with an escape of TOML 1.1 is read within three seconds; one that
    is no TOML at all is refused within them."""
    lines = "".join(f"a.b.c.d{nth}.e=1\n" for nth in range(SIZE_LIMIT // 24))
    start = time.process_time()
    assert "x" in parsed(('x="\\e"\n' + lines).encode(), "x").data
    with pytest.raises(BadData):
        parsed(('x="\\e"\n' + lines + "=").encode(), "x")
    assert time.process_time() - start < 3
