"""Messages: long quotes are cut, secrets taken out, hidden signs shown, in this order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memento_cli.core.text.quoting import LONGEST, masked, shown

SIGNS = "aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2"
KEY = "ghp_" + SIGNS
HIDING = ["ghp_\u200b" + SIGNS, "ghp_" + "\xad".join(SIGNS), "\U000e0041".join(KEY)]
OUT = "(a GitHub token, taken out)"


@pytest.mark.parametrize("key", [KEY, *HIDING])
def test_a_secret_is_taken_out_however_its_message_writes_it(key: str) -> None:
    """As it is, as Python and JSON would quote it, and beside a hidden sign, which is shown."""
    for message in (f"no {key} here", f"no {key!r} here", f"no {key!a} here"):
        told = shown(f"\u202e{message}")
        assert OUT in told and told.startswith("\\u202eno ") and told.endswith(" here"), told
        assert not any(part in told for part in (SIGNS[:8], SIGNS[-8:], "200b", "xad")), told


@pytest.mark.parametrize("key", [KEY, *HIDING])
@pytest.mark.parametrize("most", [16, 30, 39, 60])
def test_the_half_of_a_secret_that_was_given_is_one(key: str, most: int) -> None:
    """A message that was cut before shows no more of it than may be shown; in small letters and
    with other signs between, as in the name of a file, neither."""
    for message in (f"no {key[:most]!r}", f"no {key[:most].lower().replace('_', '-')}"):
        told = shown(message, [key])
        assert SIGNS[4:12].lower() not in told.lower(), told
    assert shown("nothing of it", [key]) == "nothing of it"


def test_what_may_be_shown_of_a_secret_stays() -> None:
    """Its mark and a few signs, by which a person knows which it is."""
    told = "summary: looks like a GitHub token (ghp_aB1c…)"
    assert shown(told, [KEY]) == told


def test_a_message_without_secrets_is_as_it_was() -> None:
    """Also one with backslashes and escapes; a newline is shown."""
    for text in ("plain", r"C:\users\new\x41", "日本語", "a 'b' \"c\""):
        assert shown(text) == masked(text) == text
    assert shown("a\nb\u200b") == "a\\nb\\u200b"


def test_a_long_quote_of_secrets_is_cut_and_masked() -> None:
    """Its beginning is enough, and no secret in it is left by a half."""
    long = " ".join(f"{key} fine" for key in [KEY, *HIDING] * 50)
    for message in (f"no {long}", f"no {long!r}", f"no {long.upper()!r} so"):
        told = shown(message, [long])
        assert len(told) <= LONGEST + 80 and SIGNS[4:12].lower() not in told.lower(), told


@pytest.mark.parametrize("write", [str, repr, lambda text: text.replace("\n", "\\x0a")])
def test_a_long_text_of_several_lines_is_cut_however_it_is_written(
    write: Callable[[str], str],
) -> None:
    """As it is, as Python writes it, and as the library does that reads a command line."""
    text = "\n".join(f"line {nth} of what was given" for nth in range(30))
    said = shown(f"is too many: ({write(text)})", [text])
    assert "line 1" in said and "line 9" not in said, said
