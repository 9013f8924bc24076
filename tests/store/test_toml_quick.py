"""The compiled reader is held to tomllib: whenever it answers, tomllib answers the same."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memento_cli.errors import BadData
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.reader import quick
from memento_cli.store.toml.tokens import is_plain
from tests.conftest import examples
from tests.store.helpers import whole
from tests.store.test_toml_corpus import DATA, corpus

KEYS = ["a", "b", "c", "a.b", "b.a", "a . c", '"a"', "'b'.a", '""', "1", "é", '"\\u0061"', "-"]
NUMBERS = [
    "1", "-0", "+1", "01", "1_0", "1__0", "0x1F", "0o17", "0b1", "0X1", "0xffffffffffffffff",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "1.0", "-0.0", "1e5", "1.", ".5", "1e999", "5e-324", "1_0.0", "1e1_0", "nan", "-nan", "+inf",
    "1.7976931348623157e308", "9007199254740993.0", "0.1", "true", "True",
]  # fmt: skip
MOMENTS = [
    "2025-01-02", "2025-01-02T03:04:05Z", "2025-01-02t03:04:05.123456789+01:00",
    "2025-01-02T03:04Z", "2025-02-30", "03:04:05", "03:04", "24:00:00", "2025-01-02T03:04:60",
]  # fmt: skip
TEXTS = [
    '""', '"x"', "'x'", '"\\t\\u00e9"', '"\\x41"', '"\\e"', '"\\\\x"', '"\\ud800"', '"\\q"', '"\t"',
    '"\x01"', '"\x7f"', '"\x85"', "'\x00'", '"\u2028\ufeff"', '"a\n"', '"{"', '"#"', "'\\x'",
    '"""x"""', '"""\nx\n"""', '"""a""b"""', '"""a"""""', '"""a""""""', '"""a" \\x41"""',
    '"""a" # \\x41 """', '"""a"b\\e"""', '"""\r\nx\r\ny"""', '"""\rx"""', '"""a\\\n  b"""',
    '"""a\\\r\n b"""', '"""\\\\x"""', "'''\nx'''", "'''a'''''", "'''\\x\r\n'''", "''''{'''", '"',
]  # fmt: skip
LISTS = [
    "[]", "[1, 'a']", "[1,]", "[,]", "[\n1 # x\n]", "[[1], [[]]]", "{}", "{a = 1}", "{a = 1,}",
    "{a = 1,\n b = 2}", "{a = 1\n}", "{a = 1, a = 2}", "{a.b = 1, a.c = 2}", "[{a = 1}, {}]",
    "[{a = [\n]}]", '{a = """\n"""}', "[ # {\n{}]", '["""a""""", {a = 1,}]', "", "[", "{", "1 2",
]  # fmt: skip
VALUES = [*NUMBERS, *MOMENTS, *TEXTS, *LISTS]
HEADERS = ["[a]", "[a.b]", "[b]", "[ 'a' . c ]", "[[a]]", "[[c]]", "[[a.b]]", "[]", "[a", "[[a]"]
ENDS = ["\n", "\r\n", " # x\n", " # {\n", "#\x01\n", "#\r#\n", "\n\n", "\r", "\r\r\n", "\t", ""]

statements = st.one_of(
    st.tuples(st.sampled_from(KEYS), st.just(" = "), st.sampled_from(VALUES)).map("".join),
    st.sampled_from(HEADERS),
    st.text("ab.=[]{}\"'\\\n\r\t#1-:xe_\ufeff\x00é", max_size=6),
)
ends = st.just("\n") | st.sampled_from(ENDS)
documents = st.lists(st.tuples(statements, ends).map("".join), max_size=6).map("".join)


def told(value: Any) -> Any:
    """A value with the types of all that is in it: 1 is not 1.0, True or -0.0."""
    if isinstance(value, dict):
        return {key: told(entry) for key, entry in value.items()}
    return list(map(told, value)) if type(value) is list else (type(value), repr(value))


def agrees(text: str) -> bool:
    """Whether the compiled reader answers; it fails the test if tomllib says anything else."""
    data = quick(text)
    if data is not None:
        assert told(data) == told(tomllib.loads(text))
    return data is not None


def texts_in(folder: Path) -> list[str]:
    """The files of the corpus that are UTF-8."""
    found = []
    for path in sorted(folder.rglob("*.toml")):
        with suppress(UnicodeDecodeError):
            found.append(path.read_bytes().decode())
    return found


@corpus
def test_it_agrees_on_the_corpus() -> None:
    """On every file, whole and cut in the middle; and of the valid ones it reads most."""
    texts = texts_in(DATA)
    assert sum(map(agrees, texts)) > len(texts_in(DATA / "valid")) / 2
    for text in texts:
        agrees(text[: len(text) // 2])


@settings(max_examples=examples(600), deadline=None)
@given(st.sampled_from(["", "\ufeff"]), documents)
def test_it_agrees_on_made_documents(mark: str, text: str) -> None:
    """With odd values and line ends, control signs, doubled keys and tables."""
    agrees(text)
    agrees(mark + text)


@settings(max_examples=examples(300), deadline=None)
@given(st.integers(0, len(whole())), st.integers(0, 9), st.sampled_from([*VALUES, *ENDS, "=", "é"]))
def test_it_agrees_on_a_damaged_memory(place: int, cut: int, put: str) -> None:
    """With anything in the place of anything in an ordinary file."""
    agrees(whole()[:place] + put + whole()[place + cut :])


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_it_agrees_on_each_value(value: str) -> None:
    """Alone, in a list, in a table on one line, and before and after texts of several lines."""
    agrees(f"x = {value}")
    agrees(f"x = [{value}, 1]")
    agrees(f"x = {{ y = {value} }}")
    agrees(f'x = """\n"""\ny = {value}\nz = """\n"""\n')


@pytest.mark.parametrize("depth", [79, 80, 81, 200, 100_000])
@pytest.mark.parametrize("signs", ["[]", "{}"])
def test_it_agrees_however_deep(signs: str, depth: int) -> None:
    """Nesting ends in an answer or in none, never in a crash."""
    inside = signs[0] + ("a=" if signs == "{}" else "")
    with suppress(RecursionError):
        agrees(f"x = {inside * depth}1{signs[1] * depth}")
    with pytest.raises(BadData):
        parsed(f"x = {inside * depth}".encode(), "x")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("x = 1", True), ('x = "{"', True), ("x = '{'", True), ("# {", True),
        ('x = """\n{"""', True), ('x = """a"""" # {', True), ('x = "\\\\x"', True),
        ("x = '\\\\x'", True), ('x = """\\"{"""', True), ('x = ["\\"", {a=1}]', False),
        ("x = {}", False), ("x = [ # {\n{}]", False), ('x = "\\\\\\x41"', False),
        ('x = ["""a""""", {a = 1}]', False), ('x = "\\x41"', False), ('x = """\\e"""', False),
        ('x = """a" # \\x41 """', False), ('x = """a"b\\x41"""', False),
    ],
)  # fmt: skip
def test_what_is_plain(text: str, plain: bool) -> None:
    """Tables on one line and the escapes of TOML 1.1 are found, but not what looks like them."""
    assert is_plain(text) is plain


def test_an_ordinary_file_is_read_quickly() -> None:
    """With the line ends of Windows and braces in texts, too; but not one with a moment."""
    text = whole() + 'mine = """\n{ "a": 1 }\n"""\n'
    assert agrees(text) and agrees(text.replace("\n", "\r\n"))
    assert not agrees(whole() + "mine = 2025-01-02\n")


def test_reading_a_file_imports_little() -> None:
    """Neither tomllib nor rtoml's own imports: each takes as long as Python's start."""
    code = 'import sys; from memento_cli.store.toml.parse import parsed; parsed(b"a = 1", "x")'
    code += "; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"tomllib", "tomlkit", "pathlib", "rtoml"}.isdisjoint(done.stdout.split())
