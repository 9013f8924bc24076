"""Two versions of one TOML file made one: keys by `core.merging`, the rest line by line."""

from __future__ import annotations

import re
from collections.abc import Mapping

from memento_cli.core.git.merging import common, merged, same
from memento_cli.core.git.three_way import Agreed, Apart, parts, shared
from memento_cli.errors import BadData, Conflict
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.names import stem_of
from memento_cli.store.toml.comments import with_comments
from memento_cli.store.toml.parse import Document, parsed
from memento_cli.store.toml.reader import loaded
from memento_cli.store.toml.splice import REMOVED, edited
from memento_cli.store.toml.tokens import statements
from memento_cli.store.toml.writer import key_text, rendered, value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from memento_cli.core.git.merging import Path


SIGNS = 7
NAMES = ("ours", "base", "theirs")
MARK = re.compile(r"(([<|=>])\2{6,})(?: |\r?$)")
LABEL = re.compile(r"^[<|>]{7,} .*[:/](?:memories|archive)/([^:/\n]+)\.toml\r?$", re.M)
TURNS = {"": "<", "<": "|=", "|": "=", "=": ">"}


class Merge(NamedTuple):
    """A merged text, and the keys on which the sides are apart: there it has git's markers."""

    text: str
    apart: tuple[Path, ...]


class Sides(NamedTuple):
    """The versions in a text with git's markers; `base` only if they show it."""

    ours: str
    theirs: str
    base: str | None


def merged_text(base: str | None, ours: str, theirs: str, size: int = SIGNS) -> Merge:
    """One text of two, and of what they were made from. BadData if a side is no TOML.

    Keys, comments and order of both stay. `size` is the length of the conflict markers.
    """
    here, there = document_of(ours, "ours"), document_of(theirs, "theirs")
    was = _base(base, here.data, there.data)
    made = merged(was.data, here.data, there.data)
    text = _of_both(was, here, there, made.data)
    if not made.apart:
        return Merge(text, ())
    whole = document_of(text, "the merged text")
    before, other = (edited(whole, _changes(side.data, made.apart)) for side in (was, there))
    return Merge(marked(before, text, other, size), made.apart)


def marked(base: str, ours: str, theirs: str, size: int = SIGNS) -> str:
    """The text that git's own merge would leave: what the sides are apart on stands in markers."""
    made = parts(*(statements(text) for text in (base, ours, theirs)))
    return "".join(
        "".join(part.items) if isinstance(part, Agreed) else _between_markers(part, size)
        for part in made
    )


def undecided(base: str, ours: str, theirs: str, size: int = SIGNS) -> str:
    """Two texts that are not to be merged: git's markers around the whole of each."""
    return _between_markers(Apart(*map(statements, (base, ours, theirs))), size)


def waiting(base: str | None, ours: str) -> str:
    """A text of one side alone, which waits for what the other will be: git's markers around it."""
    return _between_markers(Apart(statements(base or ""), statements(ours), ()), SIGNS)


def sides(text: str) -> Sides | None:
    """The versions in a text with git's conflict markers, if they are whole.

    Only markers as long as the first count: of a conflict inside another they are longer.
    """
    found: dict[str, list[str]] = {name: [] for name in NAMES}
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
                found[name].append(line)
    ours, base, theirs = ("".join(lines) for lines in found.values())
    return None if where or ours == theirs else Sides(ours, theirs, base if shown else None)


def unmarked(text: str) -> str:
    """The text without the lines that are git's markers, such as one that was left behind."""
    return "".join(line for line in text.splitlines(keepends=True) if not MARK.match(line))


def memories_named(text: str) -> set[str]:
    """The ids of the memories whose files git's markers name: of sides that had other paths."""
    return set(map(stem_of, LABEL.findall(text)))


def _base(base: str | None, ours: dict[str, Any], theirs: dict[str, Any]) -> Document:
    """What both were made from; of one that was itself a conflict, what its sides agree on."""
    if not base:
        return Document("", common(ours, theirs))
    try:
        return document_of(base, "base")
    except BadData:
        pair = sides(base)
    try:
        one, other = (loaded(text) for text in pair[:2]) if pair else (ours, theirs)
    except (ValueError, RecursionError):
        one, other = ours, theirs
    return Document("", common(one, other))


def _of_both(was: Document, here: Document, there: Document, data: dict[str, Any]) -> str:
    """A text that says `data`, with what stands in either side and says nothing to a reader.

    Each is first made to say it; what they differ in then is comments, order and layout. Where
    these cannot be joined line by line, it is one side's text, and the comments of both.
    """
    texts = [document.text for document in (was, here, there)]
    ours, theirs, base = (_saying(document, data) for document in (here, there, was))
    one, other = statements(ours), statements(theirs)
    middle = statements(base) if was.text and base else shared(one, other)
    joined = with_comments("".join(_preferring_ours(parts(middle, one, other))), *texts)
    if ours and theirs and _says(joined, data):
        return joined
    return with_comments(ours or theirs or rendered(data), *texts)


def _says(text: str, data: dict[str, Any]) -> bool:
    try:
        return same(loaded(text), data)
    except (ValueError, RecursionError):
        return False


def _preferring_ours(made: Iterable[Agreed[str] | Apart[str]]) -> Iterator[str]:
    """The statements of a merged text; where the sides are apart, those of ours."""
    for part in made:
        yield from part.items if isinstance(part, Agreed) else part.ours


def _saying(document: Document, data: dict[str, Any]) -> str:
    """The document's text, edited so that it says `data`; nothing where that cannot be done."""
    changes = {
        path: REMOVED if (value := value_at(data, path)) is None else value
        for path in _paths(document.data) | _paths(data)
        if not same(value_at(document.data, path), value_at(data, path))
    }
    try:
        return edited(document, changes)
    except Conflict:
        return ""


def _paths(data: Mapping[str, Any], path: Path = ()) -> set[Path]:
    found: set[Path] = set()
    for key, value in data.items():
        inner = isinstance(value, Mapping)
        found |= _paths(value, (*path, key)) if inner else {(*path, key)}
    return found


def _changes(data: Mapping[str, Any], paths: Iterable[Path]) -> dict[Path, Any]:
    found = {path: value_at(data, path) for path in paths}
    return {path: REMOVED if value is None else value for path, value in found.items()}


def _between_markers(part: Apart[str], size: int) -> str:
    lines = []
    for sign, name, items in zip("<|>", NAMES, (part.ours, part.base, part.theirs), strict=True):
        if sign == ">":
            lines.append("=" * size + "\n")
            lines += [_ended(line) for line in items]
        lines.append(f"{sign * size} {name}\n")
        if sign != ">":
            lines += [_ended(line) for line in items]
    return "".join(lines)


def _ended(line: str) -> str:
    return line if line.endswith("\n") else line + "\n"


def document_of(text: str, where: str) -> Document:
    """What a text says; BadData, which names `where`, if it is no TOML."""
    return parsed(text.encode(errors="surrogatepass"), where)


def named(paths: Iterable[Path]) -> str:
    """Keys as people write them."""
    return ", ".join(".".join(map(key_text, path)).removeprefix("memory.") for path in paths)
