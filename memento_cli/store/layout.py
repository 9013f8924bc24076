"""Files in the layout in which memento writes them, read by one pattern.

It is made from the fields, as `toml.rendered` puts them: tables in order, one key a line, texts
without escapes. To match it takes a tenth of the time of reading any TOML. Of a file that a person
or another program has written in another way, however little, it says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import groupby
from math import inf
from typing import Any

from memento_cli.core.fields import Field
from memento_cli.core.spans import span_days
from memento_cli.store.toml import START

Values = dict[str, Any]
Layout = Callable[[str], Values | None]

SIGN = r'[^"\\\x00-\x1f\x7f]'
ONE_LINE = SIGN + "*+"
SEVERAL_LINES = r'(?:[^"\\\x00-\x08\x0b-\x1f\x7f]++|"(?!""))*+'
MOMENT = r"[0-9]{4}(?:-[0-9]{2}){2}T[0-9]{2}(?::[0-9]{2}){2}(?:\.[0-9]{1,6}+)?+Z"
FORMS = {
    "text": rf'(?:"({ONE_LINE})"|"""\n({SEVERAL_LINES})""")',
    "texts": rf'\[(|"{ONE_LINE}(?:", "{ONE_LINE})*+")\]',
    "number": r"((?!-0\n)-?(?:0|[1-9][0-9]{0,14}+)(?:\.[0-9]{1,18}+)?+)",
    "whole": r"(0|[1-9][0-9]{0,14}+)",
    "flag": r"(true|false)",
    "moment": rf'"({MOMENT})"',
    "span": r'"([0-9]{1,9}[smhdw])"',
}
BLANK = r'(?!"+\s*+"+\n)'


def layout(fields: Sequence[Field], unread: str) -> Layout:
    """What reads a text in this layout: the values of its fields by path, as a `checker` gives.

    Answers None for any other text, and for one with a problem. Of lists of tables only that with
    the path `unread` may be there; it is checked and left out.
    """
    single = [field for field in fields if field.kind != "tables"]
    entries = next(field for field in fields if field.path == unread)
    pattern = re.compile("".join(_tables(single)) + _entries(entries))
    moments = re.compile(rf'\n\w+ = "({MOMENT})"')
    paths = [field.path for field in single for _ in _reads(field)]
    reads = [read for field in single for read in _reads(field)]
    start = {field.path: field.default for field in fields}

    def read(text: str) -> Values | None:
        match = None if START in text else pattern.fullmatch(text)
        if match is None:
            return None
        values = start.copy()
        try:
            for path, value, raw in zip(paths, reads, match.groups(), strict=False):
                if raw is not None:
                    values[path] = value(raw) if value else raw
            for moment in moments.findall(text, match.start("entries")):
                datetime.fromisoformat(moment)
        except ValueError:
            return None  # what is wrong is said where all problems are gathered
        return values

    return read


def _reads(field: Field) -> Iterable[Callable[[str], Any] | None]:
    """For each group of a form what makes the value; nothing where it is what was matched."""
    match field.kind:
        case "text":
            return None, None
        case "texts":
            return (lambda raw: tuple(raw[1:-1].split('", "')) if raw else (),)
        case "flag":
            return (lambda raw: raw == "true",)
        case "moment":
            return (datetime.fromisoformat,)
        case "span":
            return (_in_range(field, span_days),)
        case "number":
            return (_in_range(field, float),)
        case "whole":
            return (_in_range(field, int),)
    return (None,)


def _in_range(field: Field, number: Callable[[str], float]) -> Callable[[str], float]:
    low = -inf if field.low is None else field.low
    high = inf if field.high is None else field.high
    above = -inf if field.above is None else field.above

    def read(raw: str) -> float:
        value = number(raw)
        if not (low <= value <= high and value > above):
            raise ValueError("out of range")
        return value

    return read


def _tables(fields: Iterable[Field]) -> Iterable[str]:
    """The pattern of each table; one without a field that must be there may be missing."""
    for home, group in groupby(fields, key=lambda field: field.keys[:-1]):
        members = list(group)
        opening = "" if len(home) == 1 else r"\n"
        table = opening + re.escape(f"[{'.'.join(home)}]") + r"\n" + "".join(map(_line, members))
        yield table if any(field.required for field in members) else f"(?:{table})?"


def _entries(field: Field) -> str:
    """The pattern of a list of tables; what is said in them comes after all that is read."""
    header = re.escape(f"[[{field.path}]]")
    return rf"(?P<entries>(?:\n{header}\n{''.join(map(_line, field.of))})*)"


def _line(field: Field) -> str:
    choices = f'"({"|".join(map(re.escape, field.choices))})"'
    form = choices if field.kind == "choice" else FORMS[field.kind]
    if field.required:
        return f"{field.keys[-1]} = {BLANK if field.kind == 'text' else ''}{form}\\n"
    return f"(?:{field.keys[-1]} = {form}\\n)?"
