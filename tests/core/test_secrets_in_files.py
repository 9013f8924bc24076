"""Secrets that a file's escapes hide: found where they are written, and each once."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.security.disguises import unescaped, unescaped_view
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.core.security.secret_marks import URL
from memento_cli.core.security.secrets import secrets_in, secrets_in_file
from memento_cli.core.text.strict_json import dumped
from memento_cli.errors import SecretFound
from memento_cli.store.toml.writer import value_text
from tests.core.test_secrets import EXAMPLES, KEY, NEAR

HEAD = "# a comment\n\nsummary = "
WRITTEN = st.text(alphabet='\\\\\\uU/btnfr"0041 \n\r', max_size=40)
PLAIN = 'say "\u00e9\u200b\u0085" \\ \t\b\f\r\nC:\\new/x'


def escaped(text: str, chosen: set[int]) -> str:
    """A text as TOML and JSON may have it, with the signs in the chosen places as escapes."""
    signs = enumerate(text)
    return f'"{"".join(_written(sign, place in chosen) for place, sign in signs)}"'


def _written(sign: str, chosen: bool) -> str:
    return f"\\u{ord(sign):04x}" if chosen and sign < "\uffff" else json.dumps(sign)[1:-1]


def places(text: str) -> list[tuple[str, int]]:
    """The kinds of the secrets in a file's text, and the lines that they begin in."""
    found = secrets_in_file(text)
    return [(secret.kind, text.count("\n", 0, secret.start) + 1) for secret in found]


@given(st.sampled_from(EXAMPLES), st.data())
def test_a_secret_is_found_however_it_is_escaped(
    example: tuple[str, str], data: st.DataObject
) -> None:
    """Once, as its kind, in its line; what stands there says what it says without escapes."""
    kind, text = example
    chosen = data.draw(st.sets(st.integers(0, len(text) - 1)))
    whole = f"{HEAD}{escaped(text, chosen)}\n"
    assert tomllib.loads(whole) == {"summary": text}
    assert places(whole) == [(kind, 3)]
    (found,), (plain,) = secrets_in_file(whole), secrets_in(text)
    assert found.shown.startswith(plain.shown[:3])
    assert 0 < found.start <= found.hidden[0] < found.hidden[1] <= found.end < len(whole)
    assert unescaped(whole[found.start : found.end])[:9] == text[plain.start :][:9]


@given(st.sampled_from(EXAMPLES))
def test_a_secret_that_no_escape_hides_is_found_once(example: tuple[str, str]) -> None:
    """As memento itself writes it, with other escapes around it, it counts once."""
    kind, text = example
    for before in ("", 'say "it":\n', "é\t"):
        for written in (value_text(before + text), dumped(before + text), json.dumps("é" + text)):
            assert [secret.kind for secret in secrets_in_file(written)] == [kind]


@pytest.mark.parametrize("kind", NEAR)
def test_escapes_make_no_secret_of_what_is_nearly_one(kind: str) -> None:
    """As TOML, as JSON, and with every sign as an escape."""
    for text in NEAR[kind]:
        every = set(range(len(text)))
        for written in (value_text(text), dumped(text), escaped(text, every)):
            assert secrets_in_file(written) == (), written


@pytest.mark.parametrize(
    ("text", "kind", "line"),
    [
        ('{"a": 1}\n{"url": "https:\\/\\/bob:hun' + 'ter2@h.example\\/"}', URL, 2),
        (f'a = """\nx\n{KEY[:9]}\\\n   {KEY[9:]}"""', "a GitHub token", 3),
        (f'broken = [\n"\\u0067{KEY[1:]}', "a GitHub token", 2),
        (f"# \\U00000067{KEY[1:]}", "a GitHub token", 1),
        (f'"\\u0067{KEY[1:8]}\\u00{ord(KEY[8]):X}{KEY[9:]}"', "a GitHub token", 1),
        (f'"\\b{KEY}"', "a GitHub token", 1),
        ('"aws_secret_access' + f'_key\\t=\\t{KEY[4:]}{KEY[5:9]}"', "an AWS secret key", 1),
    ],
)
def test_other_ways_to_write_a_sign(text: str, kind: str, line: int) -> None:
    """JSON's slash, a line that goes on, what is no TOML, a comment, a sign that is no letter."""
    assert places(text) == [(kind, line)]


@pytest.mark.parametrize("text", [f'"\\\\u0067{KEY[1:]}"', f'"\\U00110067{KEY[1:]}"', "\\", ""])
def test_what_says_no_secret_is_none(text: str) -> None:
    """An escaped backslash begins no escape, and what is no sign stays as it is written."""
    assert secrets_in_file(text) == ()


@given(st.text(), st.sampled_from([KEY, "", *NEAR[URL]]))
def test_without_a_backslash_nothing_else_is_found(before: str, text: str) -> None:
    """Then the text says what it is."""
    whole = (before + text).replace("\\", "/")
    assert secrets_in_file(whole) == secrets_in(whole)
    assert unescaped(whole) == whole


@given(st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"])) | st.just(PLAIN))
def test_a_text_is_read_as_it_was_written(text: str) -> None:
    """What memento and JSON write with escapes is the same text without them."""
    for written in (dumped(text), json.dumps(text, ensure_ascii=False)):
        assert unescaped(written) == f'"{text}"'
    assert unescaped(value_text(text)).strip('"').strip() == text.strip('"').strip()


@given(WRITTEN, st.data())
def test_a_place_leads_to_where_it_is_written(text: str, data: st.DataObject) -> None:
    """Whatever part of the plain text is taken, what is written there says that part."""
    plain, written, _ = unescaped_view(text)
    assert plain == unescaped(text) and written(len(plain)) == len(text)
    start = data.draw(st.integers(0, len(plain)))
    end = data.draw(st.integers(start, len(plain)))
    assert unescaped(text[written(start) : written(end)]) == plain[start:end]


def test_what_stood_before_may_be_written_otherwise() -> None:
    """With escapes or without, it is the same secret; an escaped one that is new is refused."""
    hidden = f'x = "\\u0067{KEY[1:]}"'
    with pytest.raises(SecretFound, match=r"^line 2: looks like a GitHub token \(ghp_Zk3q…\)$"):
        allowed_kinds(f"# y\n{hidden}", allow=False, before="# y")
    assert allowed_kinds(hidden, allow=True) == ["a GitHub token"]
    for text in (hidden, f"y = '{KEY}'"):
        assert allowed_kinds(text, allow=False, before=hidden) == []
    assert allowed_kinds({"y": KEY}, allow=False, before=hidden) == []
    assert allowed_kinds(hidden, allow=False, before=KEY) == []
