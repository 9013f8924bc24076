"""Other ways in which a text may say a secret: hidden or wide signs, lines, fields, base64.

Each is the same text without what stands between the signs, and what tells where a place in that
is in the text as written.
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
"""What stands between two texts in TOML and in JSON: the end of one, the name of the next."""
SIGNS = "A-Za-z0-9+/_-"
RUN = re.compile(rf"(?<![{SIGNS}])[{SIGNS}]{{24,}}(?:[ \t]*\r?\n\s*[{SIGNS}]{{2,}})*={{0,2}}")
"""A run of base64 (RFC 4648, both alphabets), in one line or wrapped."""
Written = Callable[[int], int]


class View(NamedTuple):
    """A text as it may be read, and where a place in it is written; not `is_whole` where what was
    apart is read as one."""

    text: str
    written: Written
    is_whole: bool = True


def views(text: str) -> Iterator[View]:
    """The ways to read a text beside the plain one."""
    plain = _narrowed(text)
    if plain.text != text:
        yield plain
    fields = _without(FIELDS, plain, "\n")
    if fields.text != plain.text:
        yield fields
    if "\n" in plain.text:
        yield _without(LINES, plain, "")


def decoded(text: str) -> Iterator[tuple[int, int, str]]:
    """What runs of base64 in a text say, and where each begins and ends."""
    plain = _narrowed(text)
    for run in RUN.finditer(plain.text):
        bare = "".join(run[0].split()).rstrip("=").replace("-", "+").replace("_", "/")
        bare = bare[: len(bare) - (len(bare) % 4 == 1)]
        said = a2b_base64(bare + "=" * (-len(bare) % 4)).decode("latin-1")
        yield plain.written(run.start()), plain.written(run.end()), said


def traced(text: str, pattern: re.Pattern[str], sign: Callable[[re.Match[str]], str]) -> View:
    """The text with what `sign` says for each match, and where a place in it is written."""
    ends, longer = [0], [0]
    for match in pattern.finditer(text):
        longer.append(longer[-1] + len(match[0]) - len(sign(match)))
        ends.append(match.end() - longer[-1])
    return View(
        pattern.sub(sign, text), lambda place: place + longer[bisect_right(ends, place) - 1]
    )


def _without(pattern: re.Pattern[str], view: View, instead: str) -> View:
    inner = traced(view.text, pattern, lambda match: instead)
    return View(inner.text, lambda place: view.written(inner.written(place)), False)


def _narrowed(text: str) -> View:
    """The text with narrow signs, and without those that nobody can see."""
    said = narrow(text)
    if said == text:
        return View(text, lambda place: place)
    changed = {sign: narrow(sign) for sign in set(text) if narrow(sign) != sign}
    some = re.compile("[" + "".join(map(re.escape, changed)) + "]")
    return traced(text, some, lambda match: changed[match[0]])
