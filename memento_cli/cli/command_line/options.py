"""What the options mean that several commands take; `parameters.py` declares them."""

from __future__ import annotations

from memento_cli.cli.command_line.reader import DIGITS
from memento_cli.cli.output.out import COLORS
from memento_cli.cli.output.values import safe
from memento_cli.core.recall.query import ORDERS, SORTS
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.cli.call import Call
    from memento_cli.core.recall.query import Query
    from memento_cli.core.recall.query_parser import Moment, Part

PICTURES = ("dot", "mermaid", "svg")
"""The formats of a graph, in addition to the usual ones."""
EXPORTS = ("ndjson", "markdown", "csv", "html")
"""The formats of an export, in place of the usual ones."""
TOOL_FORMS = ("json", "openai", "responses", "anthropic")
"""The forms in which models' interfaces take tools, in place of the usual formats."""
DESCENDING = "desc"
STDIN = "-"
LAW_HELP = "half-life=30, ebbinghaus=5, daily=5, ttl=48h, never or base-level=0.5; or without a "
LAW_HELP += "number, which the settings then give; and floor=.2, below which it does not fall."


def query(
    call: Call,
    words: Sequence[str] = (),
    limit: int | None = None,
    *,
    literal: bool = False,
    dated: bool = True,
) -> Query:
    """The query in the words and the filters; `limit` is the command's own if none was given.

    What in the words is nearly a filter is noted; with `literal` they are nothing but words. A -
    alone reads a question from standard input, which is words and times whatever it has. Of a past
    moment what is `dated` later is left out, but by who looks back at the store itself.
    """
    from memento_cli.core.recall.query_parser import parsed_query

    filters: Mapping[str, Any] = call.filters
    sort = one_of(filters["sort"], SORTS, "sort") if filters.get("sort") else None
    order = one_of(filters.get("order", DESCENDING), ORDERS, "order")
    at_most, offset = filters.get("limit", limit), filters.get("offset", 0)
    if (at_most is not None and at_most < 0) or offset < 0:
        raise Usage("--limit and --offset are 0 or more")

    def moment(text: str, end: bool) -> datetime:
        return call.moment(text, end=end)

    also = _given(filters, moment)
    spoken = list(words) == [STDIN]
    text = _heard() if spoken else " ".join(words)
    parsed = parsed_query(text, moment, literal=literal, spoken=spoken, also=also)
    for note in parsed.notes:
        call.out.note(safe(note))
    until = parsed.query.until
    if dated and call.now < call.clock:  # with --now in the past, nothing from after it
        until = min(until or call.now, call.now)
    asks = parsed.query._replace(sort=sort, order=order, limit=at_most, offset=offset, until=until)
    labels = asks.projects or asks.agents or asks.sessions
    if asks.person is not None or asks.people or asks.topics or labels or asks.unless:
        from memento_cli.actions.recall.names import with_names_found
        from memento_cli.cli.input.typed_names import noting

        return with_names_found(call.stores, asks, call.now, noting(call))
    return asks


def _heard() -> str:
    from memento_cli.cli.input.stdin import read_stdin  # few questions come from there

    return read_stdin("the question", keep=False)


def _given(filters: Mapping[str, Any], moment: Moment) -> list[Part]:
    """What the options filter by; an empty value of one that takes only one is none."""
    from memento_cli.core.recall.query_parser import FILTERS, filter_parts

    parts = []
    for name in FILTERS:
        value = filters.get(name)
        for text in value if isinstance(value, list | tuple) else filter(None, [value]):
            parts += filter_parts(name, text, moment, f"--{name} {text}")
    for text in filters.get("where", ()):
        parts += _where(text, moment)
    return parts


def _where(text: str, moment: Moment) -> list[Part]:
    """What `--where field:value` filters by; `-field:value` leaves out what meets it."""
    from memento_cli.core.recall.query_parser import FILTERS, excluded, filter_parts

    name, colon, value = text.removeprefix("-").partition(":")
    option = f"--where {text}"
    if not colon or not value or name not in FILTERS:
        raise Usage(f"{option}: FIELD:VALUE is needed", "a field is " + ", ".join(FILTERS))
    value = value.strip('"')
    if text[0] == "-":
        return [excluded(name, value, option)]
    return filter_parts(name, value, moment, option)


def check_number(name: str, value: object) -> None:
    """Usage for a whole number that is larger than any of the system's own must be."""
    if isinstance(value, int) and abs(value) >= 10**DIGITS:
        raise Usage(f"{name} has more than {DIGITS} digits")


def one_of(value: str, choices: tuple[str, ...], name: str) -> str:
    """The value, or a usage error that lists what it may be. `name` is that of an option, or of an
    argument, which begins with `the`."""
    if value not in choices:
        from memento_cli.core.text.normal_forms import nearest  # only a mistake comes here

        label = name if name.startswith("the ") else f"--{name}"
        longer = [choice for choice in choices if value.lower().startswith(f"{choice}-")]
        near = nearest(value, choices) or longer  # claude, of claude-code
        meant_text = f"did you mean {' or '.join(near)}? " if near else ""
        raise Usage(f"{label} cannot be {value!r}", f"{meant_text}one of: {', '.join(choices)}")
    return value


def keep_common(call: Call, key: str, value: Any, formats: tuple[str, ...]) -> None:
    """Keep the value of an option that every command takes; of a command that knows `formats`.

    Usage if the value of --store or --now is empty, as a script's variable is that was never set:
    to act on another store, or at another time, would be worse.
    """
    match key:
        case "format":
            call.out.format = one_of(value, formats, key)
        case "color":
            call.out.color = one_of(value, COLORS, key)
        case "store_paths":
            call.store_paths += tuple(_not_empty(path, "--store") for path in value)
        case "json":
            call.out.format = "json"
        case "utc":
            call.out.utc = value
        case "fields":
            call.out.fields = tuple(name.strip() for name in value.split(",") if name.strip())
        case "now_text":
            call.now_text = _not_empty(value, "--now")
        case "quiet":
            call.out.quiet = value
        case _:
            raise ValueError(f"no option of every command is called {key}")


def _not_empty(text: str, option: str) -> str:
    if not text:
        raise Usage(f"{option} is empty", "leave it out, or give it a value")
    return text
