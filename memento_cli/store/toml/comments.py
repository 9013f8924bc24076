"""Comments in TOML text: which ones a merged text must have, and where they are placed."""

from __future__ import annotations

import re
from collections import Counter

from memento_cli.core.git.three_way import matches
from memento_cli.store.toml.tokens import TOKENS, statements


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
    lines[-1:] = [_ended(line, end) for line in lines[-1:]]
    places, place = _places(lines, others), len(lines)
    above: dict[int, list[str]] = {}
    for nth, line in reversed([*enumerate(others)]):
        place = places.get(nth, place)
        own, theirs = lines[place] if nth in places else "", comments(line)
        lost = [each for each in theirs if missing[each] > 0 and each not in comments(own)]
        missing.subtract(lost)
        if lost and _bare(own) == _bare(line) and theirs == lost + comments(own):
            lines[place] = _ended(line, end)
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


def _ended(line: str, end: str) -> str:
    """A statement with the line ends of the text that it comes to stand in."""
    return line.removesuffix("\n").removesuffix("\r").replace("\r\n", "\n").replace("\n", end) + end
