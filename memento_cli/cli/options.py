"""The options that several commands take, each said once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from math import isfinite
from typing import Annotated, Any

import typer
from typer.core import TyperOption

from memento_cli.cli.call import Call
from memento_cli.cli.out import COLORS, FORMATS
from memento_cli.core.memory import OUTCOMES
from memento_cli.core.query import ORDERS, SORTS, Query
from memento_cli.core.refs import person_ref
from memento_cli.errors import Usage

Id = Annotated[str, typer.Argument(metavar="ID", help="An id, or a unique part of one.")]
Ids = Annotated[list[str], typer.Argument(metavar="ID...", help="Ids, or unique parts of them.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]
DryRun = Annotated[bool, typer.Option("--dry-run", "-n", help="Only show what would be done.")]
Reason = Annotated[str, typer.Option("--reason", "-r", metavar="TEXT", help="Why, for the log.")]
Person = Annotated[str | None, typer.Option("--person", "-p", metavar="WHO", help="Whose memory.")]
Topics = Annotated[
    list[str] | None, typer.Option("--topic", "-t", metavar="TOPIC", help="A topic; repeatable.")
]
People = Annotated[
    list[str] | None, typer.Option("--with", "-w", metavar="WHO", help="Who was there; repeatable.")
]


def filters() -> list[TyperOption]:
    """The options of every command that finds memories; `query` reads what they were given."""
    several = {"multiple": True}
    return [
        _filter("--person", "-p", metavar="WHO", help="Whose memory: alex or ctx://person/alex."),
        _filter(
            "--topic", "-t", metavar="TOPIC", help="About any of these; repeatable.", **several
        ),
        _filter("--with", "-w", metavar="WHO", help="With any of them; repeatable.", **several),
        _filter("--outcome", metavar="|".join(OUTCOMES), help="Ended in one of these.", **several),
        _filter("--min-strength", metavar="S", help="At least this strong now.", type=float),
        _filter("--since", metavar="TIME", help="Created then or later: 2w, 2025-02."),
        _filter("--until", metavar="TIME", help="Created by then; a day counts whole."),
        _filter("--sort", metavar="|".join(SORTS), help="What to sort by.", default="strength"),
        _filter("--order", metavar="|".join(ORDERS), help="Falling or rising.", default="desc"),
        _filter("--limit", "-l", metavar="N", help="At most so many.", type=int),
        _filter("--offset", metavar="N", help="Leave out the first N.", type=int, default=0),
    ]


def query(call: Call, words: Sequence[str] = (), limit: int | None = None) -> Query:
    """The query that the filters ask for; `limit` is the command's own where none was given."""
    given: Mapping[str, Any] = call.filters
    sort = one_of(given["sort"], SORTS, "sort")
    order = one_of(given["order"], ORDERS, "order")
    if given["min_strength"] is not None and not isfinite(given["min_strength"]):
        raise Usage("--min-strength is a number")
    at_most = limit if given["limit"] is None else given["limit"]
    if (at_most is not None and at_most < 0) or given["offset"] < 0:
        raise Usage("--limit and --offset are 0 or more")
    return Query(
        words=tuple(word for text in words for word in text.split()),
        person=person_ref(given["person"]) if given["person"] else None,
        topics=tuple(given["topic"] or ()),
        people=tuple(person_ref(name) for name in given["with"] or ()),
        outcomes=tuple(one_of(value, OUTCOMES, "outcome") for value in given["outcome"] or ()),
        min_strength=given["min_strength"],
        since=call.moment(given["since"]) if given["since"] else None,
        until=_until(call, given["until"]),
        sort=sort,
        order=order,
        limit=at_most,
        offset=given["offset"],
    )


def _until(call: Call, text: str | None) -> datetime | None:
    """The latest creation asked for; with `--now` in the past, nothing from after it."""
    until = call.moment(text, end=True) if text else None
    if call.now < call.clock:
        return min(until or call.now, call.now)
    return until


def _filter(*names: str, type: Any = str, **settings: Any) -> TyperOption:
    key = names[0].removeprefix("--").replace("-", "_")

    def keep(context: Any, param: Any, value: Any) -> None:
        if isinstance(context.obj, Call):
            context.obj.filters[key] = value

    return TyperOption(
        param_decls=[*names, key],
        callback=keep,
        expose_value=False,
        type=type,
        show_default=settings.get("default") is not None,
        **settings,
    )


def one_of(value: str, choices: tuple[str, ...], name: str) -> str:
    """The value, or a usage error that lists what it may be."""
    if value not in choices:
        raise Usage(f"--{name} cannot be {value!r}", "one of: " + ", ".join(choices))
    return value


def _keep(attribute: str) -> Callable[[Any, Any, Any], None]:
    def callback(context: Any, param: Any, value: Any) -> None:
        if value in (None, False) or not isinstance(context.obj, Call):
            return
        target: Any = context.obj if attribute in ("store_path", "now_text") else context.obj.out
        match attribute:
            case "format" | "color":
                setattr(
                    target,
                    attribute,
                    one_of(value, FORMATS if attribute == "format" else COLORS, attribute),
                )
            case "json":
                target.format = "json"
            case "fields":
                target.fields = tuple(key.strip() for key in value.split(",") if key.strip())
            case _:
                setattr(target, attribute, value)

    return callback


def _common(*names: str, keep: str, metavar: str | None = None, help: str) -> TyperOption:
    return TyperOption(
        param_decls=[*names],
        callback=_keep(keep),
        expose_value=False,
        is_flag=metavar is None,
        type=bool if metavar is None else str,
        default=False if metavar is None else None,
        metavar=metavar,
        help=help,
    )


def common() -> list[TyperOption]:
    """The options that every command takes, before its name or after it."""
    return [
        _common("--store", keep="store_path", metavar="PATH", help="The store's folder."),
        _common(
            "--now", keep="now_text", metavar="TIME", help="As if it were then: +6mo, 2025-06-01."
        ),
        _common("--format", keep="format", metavar="|".join(FORMATS), help="How to print data."),
        _common("--json", keep="json", help="The same as --format json."),
        _common("--fields", keep="fields", metavar="A,B", help="Which fields to print."),
        _common("--quiet", "-q", keep="quiet", help="Say nothing beside the data."),
        _common("--color", keep="color", metavar="|".join(COLORS), help="When to colour."),
    ]
