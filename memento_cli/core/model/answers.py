"""The JSON in a model's answer.

Models put it in code fences and prose, think aloud before it, leave a comma before a closing
bracket, and break lines within texts; all of that is read. Anything else is a fault that the model
is told of: repairs that guess would put words into its mouth.
"""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder

from memento_cli.core.text.loose_json import without_last_commas
from memento_cli.core.text.strict_json import keyed_once, no_constant
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Any


THOUGHT = re.compile(r"(?s)^\s*<(think|thinking|reasoning)>.*?</\1>")
"""What a model thinks aloud before it answers."""
OPENING = re.compile(r"[{\[]")
JSON_BEGINS = re.compile(r"""[{\[]\s*["'{\[]""")
"""What a bracket of prose does not look like."""
LAST_COMMA = re.compile(r",\s*[}\]]")
MOST_PLACES = 200
"""The number of brackets at which a value is looked for."""
MOST_REPAIRED = 10_000_000
"""So many signs are read once more without last commas, at whatever brackets."""
CUT = "its JSON ends before it is complete"
DO = "do"


class Fault(NamedTuple):
    """What is wrong with what begins like JSON, and the place at which that shows."""

    problem: str
    place: int


def value_in(answer: str, keys: Collection[str]) -> Any:
    """The JSON object in an answer that has one of these keys, or is empty; of several the last.

    Objects with `do` are items, and are answered as a list, as is a list of them. BadData if there
    is none, or if a part of it cannot be read.
    """
    text = THOUGHT.sub("", answer)
    items, last, fault = list[object](), None, ""
    for value in _values_in(text):
        if isinstance(value, Fault):
            items, last, fault = [], None, fault or value.problem
        elif isinstance(value, dict) and not value.keys().isdisjoint(keys):
            items, last, fault = [], value, ""  # a draft before it may have been broken
        elif not fault and _is_of_items(value):
            items += value if isinstance(value, list) else [value]
        elif not fault and last is None and value in ({}, []):
            last = value
    if fault or (last is None and not items):
        raise BadData("the answer", [fault or _missing(text)])
    return items or last


def _is_of_items(value: Any) -> bool:
    listed = value if isinstance(value, list) else [value]
    return bool(listed) and all(isinstance(item, dict) and DO in item for item in listed)


def _missing(text: str) -> str:
    return "no JSON object of the kind that was asked for" if text.strip() else "it is empty"


def _values_in(text: str) -> Iterator[Any]:
    """The JSON objects and lists in a text that are in no other, in order; a Fault in the place of
    one that cannot be read."""
    start, places = 0, 0
    while (match := OPENING.search(text, start)) and places < MOST_PLACES:
        places += 1
        repairs = places * len(text) <= MOST_REPAIRED
        value, end = _read(text, match.start(), repairs=repairs)
        if not isinstance(value, Fault) or JSON_BEGINS.match(text, match.start()):
            yield value
        if isinstance(value, Fault) and value.problem == CUT:
            return
        start = max(end, match.start() + 1)


def _read(text: str, start: int, *, repairs: bool) -> tuple[Any, int]:
    """The value that begins at a place, or what is wrong with it, and where reading goes on; with
    `repairs` a value that only has commas too many is read."""
    decoder = JSONDecoder(strict=False, object_pairs_hook=keyed_once, parse_constant=no_constant)
    try:
        return decoder.raw_decode(text, start)
    except RecursionError:
        return Fault("not JSON: it is nested too deep", len(text)), len(text)
    except ValueError as problem:
        fault = _fault(problem, text)
        if not repairs or not LAST_COMMA.search(text, start):
            return fault, fault.place
        try:
            value, length = decoder.raw_decode(without_last_commas(text[start:]))
            return value, start + length  # a space stands for each comma
        except (ValueError, RecursionError):
            return fault, fault.place


def _fault(problem: Exception, text: str) -> Fault:
    if not isinstance(problem, JSONDecodeError):
        return Fault(f"not JSON: {problem}", 0)
    if problem.pos >= len(text.rstrip()) or problem.msg.startswith("Unterminated"):
        return Fault(CUT, problem.pos)
    where = f"line {problem.lineno}, column {problem.colno}"
    return Fault(f"not JSON: {problem.msg} ({where})", problem.pos)
