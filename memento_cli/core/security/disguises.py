r"""Disguises of a secret in a text: invisible or wide characters, escapes, lines, fields, base64.

A view is the text without the disguise, with a function from its places to those of the original.
Nothing is parsed, so broken files and lines of several formats are read alike: in TOML 1.0 and in
JSON (RFC 8259) `\u0041` is an A, in JSON `\/` is a slash, in TOML a `\` continues a line, in
TOML 1.1 and Python `\x41` is an A.
A surrogate pair of JSON (`\ud83d\ude00`) stays two characters.
"""

from __future__ import annotations

import re
from binascii import a2b_base64
from bisect import bisect_right
from collections.abc import Callable

from memento_cli.core.text.visible import narrow
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

LINES = re.compile(r"(?<![ \t])[ \t]*+\r?\n\s*+")
FIELDS = re.compile(
    r"(?:\"{1,3}|'{1,3})[ \t]{0,9}(?:,|\r?\n)\s{0,20}"
    r"(?:\"?[A-Za-z_.-]{1,40}\"?[ \t]{0,9}[=:][ \t]{0,9})?(?:\"{1,3}|'{1,3})(?:\r?\n)?"
)
"""What separates two texts in TOML and in JSON: the end of one, the name of the next."""
SIGNS = "A-Za-z0-9+/_-"
RUN = re.compile(rf"(?<![{SIGNS}])[{SIGNS}]{{24,}}(?:[ \t]*\r?\n\s*[{SIGNS}]{{2,}})*={{0,2}}")
"""A run of base64 (RFC 4648, both alphabets), in one line or wrapped."""
PlaceMap = Callable[[int], int]
ESCAPE = re.compile(
    r"\\(?:u([0-9a-fA-F]{4})|U(00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4})|x([0-9a-fA-F]{2})"
    r"|([btnfr\"\\/])|[ \t]*\r?\n[ \t\r\n]*)"
)
LETTERS = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}


class View(NamedTuple):
    """A text as it may be read, and the original place of each of its places.

    It is not `is_whole` if separate texts are read as one.
    """

    text: str
    source_place: PlaceMap
    is_whole: bool = True


def views(text: str) -> Iterator[View]:
    """The views of a text that differ from the text itself."""
    plain = _narrowed(text)
    if plain.text != text:
        yield plain
    fields = _replaced(FIELDS, plain, "\n")
    if fields.text != plain.text:
        yield fields
    if "\n" in plain.text:
        yield _replaced(LINES, plain, "")


def decoded(text: str) -> Iterator[tuple[int, int, str]]:
    """The start and end of each run of base64 in a text, and the decoded text as Latin-1."""
    plain = _narrowed(text)
    for run in RUN.finditer(plain.text):
        bare = "".join(run[0].split()).rstrip("=").replace("-", "+").replace("_", "/")
        bare = bare[: len(bare) - (len(bare) % 4 == 1)]
        text_of_run = a2b_base64(bare + "=" * (-len(bare) % 4)).decode("latin-1")
        yield plain.source_place(run.start()), plain.source_place(run.end()), text_of_run


def substituted(
    text: str, pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str]
) -> View:
    """The text with the replacement of each match, and where a place in it is written."""
    parts, at, ends, removed = list[str](), 0, [0], [0]
    for match in pattern.finditer(text):
        start, end = match.span()
        new = replacement(match)
        parts += (text[at:start], new)
        at = end
        removed.append(removed[-1] + end - start - len(new))
        ends.append(end - removed[-1])
    parts.append(text[at:])
    return View("".join(parts), lambda place: place + removed[bisect_right(ends, place) - 1])


def _replaced(pattern: re.Pattern[str], view: View, replacement: str) -> View:
    inner = substituted(view.text, pattern, lambda match: replacement)
    return View(inner.text, lambda place: view.source_place(inner.source_place(place)), False)


def _narrowed(text: str) -> View:
    """The text with narrow characters, and without invisible ones."""
    narrowed = narrow(text)
    if narrowed == text:
        return View(text, lambda place: place)
    changed = {
        character: narrow(character) for character in set(text) if narrow(character) != character
    }
    pattern = re.compile("[" + "".join(map(re.escape, changed)) + "]")
    return substituted(text, pattern, lambda match: changed[match[0]])


def unescaped(text: str) -> str:
    """The text with the characters that its escapes stand for."""
    return ESCAPE.sub(_character, text) if "\\" in text else text


def unescaped_view(text: str) -> View:
    """The view of the text without escapes."""
    return substituted(text, ESCAPE, _character)


def _character(escape: re.Match[str]) -> str:
    """The character that an escape stands for; "" for the end of a continued line."""
    code, letter = escape[1] or escape[2] or escape[3], escape[4] or ""
    return chr(int(code, 16)) if code else LETTERS.get(letter, letter)
