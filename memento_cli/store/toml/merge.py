"""Merging two versions of a TOML file: keys by `core/git/merging.py`, the rest line by line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import chain

from memento_cli.core.git.merging import (
    Agreed,
    Apart,
    common_values,
    matches,
    merged_document,
    parts,
    same_value,
    shared,
)
from memento_cli.errors import BadData, Conflict
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.names import stem_of
from memento_cli.store.toml.parse import Document, parsed
from memento_cli.store.toml.reader import loaded
from memento_cli.store.toml.splice import REMOVED, edited
from memento_cli.store.toml.tokens import TOKENS, statements
from memento_cli.store.toml.writer import key_text, rendered, value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from memento_cli.core.git.merging import Path

SIGNS = 7
NAMES = ("ours", "base", "theirs")
MARK = re.compile(r"(([<|=>])\2{6,})(?: |\r?$)")
LABEL = re.compile(r"^[<|>]{7,} .*[:/](?:memories|archive)/([^:/\n]+)\.toml\r?$", re.M)
TURNS = {"": "<", "<": "|=", "|": "=", "=": ">"}


class Merge(NamedTuple):
    """A merged text, and the keys with a conflict: there it has git's markers."""

    text: str
    apart: tuple[Path, ...]


class Sides(NamedTuple):
    """The versions in a text with git's conflict markers; `base` only if they show it."""

    ours: str
    theirs: str = ""
    base: str | None = None


def merged_text(base: str | None, ours: str, theirs: str, size: int = SIGNS) -> Merge:
    """The three-way merge of two texts. BadData if a side is no TOML.

    Keys, comments and order of both are kept. `size` is the length of the conflict markers.
    """
    own, other = document_of(ours, "ours"), document_of(theirs, "theirs")
    old = _base(base, own.data, other.data)
    merge = merged_document(old.data, own.data, other.data)
    text = _of_both(old, own, other, merge.data)
    if not merge.apart:
        return Merge(text, ())
    document = document_of(text, "the merged text")
    old_text, other_text = (edited(document, _changes(d.data, merge.apart)) for d in (old, other))
    return Merge(marked(old_text, text, other_text, size), merge.apart)


def marked(base: str, ours: str, theirs: str, size: int = SIGNS) -> str:
    """The text that git's own merge would leave, with its markers around conflicts."""
    merged_parts = parts(*(statements(text) for text in (base, ours, theirs)))
    return "".join(
        "".join(part.items) if isinstance(part, Agreed) else _between_markers(part, size)
        for part in merged_parts
    )


def undecided(base: str, ours: str, theirs: str, size: int = SIGNS) -> str:
    """Two texts that must not be merged, each whole between git's markers."""
    return _between_markers(Apart(*map(statements, (base, ours, theirs))), size)


def waiting(base: str | None, ours: str) -> str:
    """The text of one side between git's markers, with an empty other side, still to come."""
    return _between_markers(Apart(statements(base or ""), statements(ours), ()), SIGNS)


def sides(text: str) -> Sides | None:
    """The versions in a text with git's conflict markers; None if the markers are incomplete.

    Only markers as long as the first count: those of a conflict inside another are longer.
    """
    lines_of: dict[str, list[str]] = {name: [] for name in NAMES}
    where, shown, size = "", False, 0
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        mark = MARK.match(line)
        if mark and len(mark[1]) == (size or len(mark[1])) and (where or mark[2] == "<"):
            if mark[2] not in TURNS[where]:
                return None
            where, size = ("", size) if mark[2] == ">" else (mark[2], len(mark[1]))
            shown |= where == "|"
            continue
        for name, mark_of in zip(NAMES, "<|=", strict=True):
            if where in ("", mark_of):
                lines_of[name].append(line)
    ours, base, theirs = ("".join(lines) for lines in lines_of.values())
    return None if where or ours == theirs else Sides(ours, theirs, base if shown else None)


def unmarked(text: str) -> str:
    """The text without lines that are git's markers, such as one that was left behind."""
    return "".join(line for line in text.splitlines(keepends=True) if not MARK.match(line))


def memories_named(text: str) -> set[str]:
    """The ids of the memories whose files git's markers name, where the sides had other paths."""
    return set(map(stem_of, LABEL.findall(text)))


def _base(base: str | None, ours: dict[str, Any], theirs: dict[str, Any]) -> Document:
    """The base of a merge; if that has a conflict itself, what its sides have in common."""
    if not base:
        return Document("", common_values(ours, theirs))
    try:
        return document_of(base, "base")
    except BadData:
        pair = sides(base)
    try:
        one, other = (loaded(text) for text in pair[:2]) if pair else (ours, theirs)
    except (ValueError, RecursionError):
        one, other = ours, theirs
    return Document("", common_values(one, other))


def _of_both(old: Document, own: Document, other: Document, data: dict[str, Any]) -> str:
    """A text of this data, with the comments, order and layout of both sides.

    Each side is first edited to have the data; then they differ in comments, order and layout only.
    Where these cannot be merged line by line, one side's text gets the comments of both.
    """
    texts = [document.text for document in (old, own, other)]
    ours, theirs, base = (_edited_to(document, data) for document in (own, other, old))
    our_lines, their_lines = statements(ours), statements(theirs)
    base_lines = statements(base) if old.text and base else shared(our_lines, their_lines)
    merge = parts(base_lines, our_lines, their_lines)
    lines = [part.items if isinstance(part, Agreed) else part.ours for part in merge]
    joined = with_comments("".join(chain.from_iterable(lines)), *texts)
    if ours and theirs and _has_data(joined, data):
        return joined
    return with_comments(ours or theirs or rendered(data), *texts)


def _has_data(text: str, data: dict[str, Any]) -> bool:
    try:
        return same_value(loaded(text), data)
    except (ValueError, RecursionError):
        return False


def _edited_to(document: Document, data: dict[str, Any]) -> str:
    """The document's text, edited to have this data; empty if it cannot be edited."""
    paths, old = _paths(document.data) | _paths(data), document.data
    differing = (
        path for path in paths if not same_value(value_at(old, path), value_at(data, path))
    )
    try:
        return edited(document, _changes(data, differing))
    except Conflict:
        return ""


def _paths(data: Mapping[str, Any], path: Path = ()) -> set[Path]:
    paths: set[Path] = set()
    for key, value in data.items():
        inner = isinstance(value, Mapping)
        paths |= _paths(value, (*path, key)) if inner else {(*path, key)}
    return paths


def _changes(data: Mapping[str, Any], paths: Iterable[Path]) -> dict[Path, Any]:
    values = {path: value_at(data, path) for path in paths}
    return {path: REMOVED if value is None else value for path, value in values.items()}


def _between_markers(part: Apart[str], size: int) -> str:
    ours, base, theirs = (
        "".join(line if line.endswith("\n") else line + "\n" for line in items)
        for items in (part.ours, part.base, part.theirs)
    )
    start, middle, end = (sign * size for sign in "<|>")
    return f"{start} ours\n{ours}{middle} base\n{base}{'=' * size}\n{theirs}{end} theirs\n"


def document_of(text: str, where: str) -> Document:
    """The document of a text; BadData, which names `where`, if it is no TOML."""
    return parsed(text.encode(errors="surrogatepass"), where)


def key_names(paths: Iterable[Path]) -> str:
    """The paths of keys as text for a message."""
    return ", ".join(".".join(map(key_text, path)).removeprefix("memory.") for path in paths)


def comments(text: str) -> list[str]:
    """The comments in a text, in order."""
    found = re.finditer(TOKENS, text) if "#" in text else ()
    return [token[0].rstrip() for token in found if token[0][0] == "#"]


def with_comments(text: str, base: str, ours: str, theirs: str) -> str:
    """A merged text with the comments that it lacks: those that a side added, and those of the base
    that neither side removed."""
    present, old, own, other = (Counter(comments(each)) for each in (text, base, ours, theirs))
    missing = (old & own & other) + ((own - old) | (other - old)) - present
    for side in (ours, theirs):
        if +missing:
            text = _completed(text, side, missing)
    return text


def _completed(text: str, side: str, missing: Counter[str]) -> str:
    """The text with the missing comments that a side has; they are subtracted from `missing`.

    Each is placed in the statement that had it, or else above that statement or the next one.
    """
    lines, others = statements(text), statements(side)
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    lines[-1:] = [_with_end(line, end) for line in lines[-1:]]
    places, place = _places(lines, others), len(lines)
    above: dict[int, list[str]] = {}
    for nth, line in reversed([*enumerate(others)]):
        place = places.get(nth, place)
        own, theirs = lines[place] if nth in places else "", comments(line)
        lost = [each for each in theirs if missing[each] > 0 and each not in comments(own)]
        missing.subtract(lost)
        if lost and _bare(own) == _bare(line) and theirs == lost + comments(own):
            lines[place] = _with_end(line, end)
        elif lost:
            above[place] = [each + end for each in lost] + above.get(place, [])
    for place in sorted(above, reverse=True):
        lines[place:place] = above[place]
    return "".join(lines)


def _places(lines: list[str], others: list[str]) -> dict[int, int]:
    """The places in this text of the statements of another; of those that moved, by their keys."""
    one, other = ([_bare(line) for line in side] for side in (others, lines))
    keys = [_key(bare) for bare in other]
    where, count = {key: nth for nth, key in enumerate(keys)}, Counter(filter(None, keys))
    moved = {nth: where[_key(bare)] for nth, bare in enumerate(one) if count[_key(bare)] == 1}
    return moved | {a + n: b + n for a, b, size in matches(one, other) for n in range(size)}


def _bare(statement: str) -> str:
    """A statement without layout and comments; of a comment alone, the comment."""
    tokens = [token[0] for token in re.finditer(TOKENS, statement)]
    code = [_without_space(token) for token in tokens if token[0] != "#"]
    return "".join(code) or statement.strip()


def _without_space(token: str) -> str:
    return token.replace("\r\n", "\n") if token[0] in "\"'" else "".join(token.split())


def _key(bare: str) -> str:
    """The key of a statement, or its header; empty for a comment."""
    return "" if bare[:1] == "#" else bare.partition("=")[0]


def _with_end(line: str, end: str) -> str:
    """A statement with the line ends of the text that it comes to stand in."""
    return line.removesuffix("\n").removesuffix("\r").replace("\r\n", "\n").replace("\n", end) + end
