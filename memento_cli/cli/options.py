"""The options that several commands take, each said once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperOption

from memento_cli.cli.call import Call
from memento_cli.cli.front.shapes import DIGITS
from memento_cli.cli.out import COLORS, FORMATS
from memento_cli.cli.safe import safe
from memento_cli.core.memory import KINDS, OUTCOMES
from memento_cli.core.query import ORDERS, SORTS, Query
from memento_cli.core.tiers import TIERS
from memento_cli.core.trust import PRIVACIES, TRUSTS
from memento_cli.errors import Usage

if TYPE_CHECKING:
    from memento_cli.core.filters import Moment, Part

PICTURES = ("dot", "mermaid")
"""The formats of a graph, beside the usual ones."""
EXPORTS = ("ndjson", "markdown", "csv", "html")
"""Those of an export, instead of the usual ones."""
Id = Annotated[str, typer.Argument(metavar="ID", help="An id, or a unique part of one.")]
Ids = Annotated[list[str], typer.Argument(metavar="ID...", help="Ids, or unique parts of them.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]
DryRun = Annotated[bool, typer.Option("--dry-run", "-n", help="Only show what would be done.")]
Reason = Annotated[str, typer.Option("--reason", "-r", metavar="TEXT", help="Why, for the log.")]
Event = Annotated[
    str, typer.Option("--event", metavar="ID", help="The event that causes it; it is evidence.")
]
Evidence = Annotated[
    list[str] | None,
    typer.Option("--evidence", metavar="ID", help="An event that it goes back to; repeatable."),
]
Fence = Annotated[
    bool,
    typer.Option("--fence", help="For a prompt: between marks that no memory can forge."),
]
Person = Annotated[str | None, typer.Option("--person", "-p", metavar="WHO", help="Whose memory.")]
Topics = Annotated[
    list[str] | None, typer.Option("--topic", "-t", metavar="TOPIC", help="A topic; repeatable.")
]
People = Annotated[
    list[str] | None, typer.Option("--with", "-w", metavar="WHO", help="Who was there; repeatable.")
]


def filters() -> list[TyperOption]:
    """The options of every command that finds memories; `query` reads what they were given.

    They have the names that filters have in a query's text (`core/filters.py`).
    """
    several = {"multiple": True}
    return [
        _filter("--person", "-p", metavar="WHO", help="Whose memory: alex or ctx://person/alex."),
        _filter(
            "--topic", "-t", metavar="TOPIC", help="About any of these; repeatable.", **several
        ),
        _filter("--with", "-w", metavar="WHO", help="With any of them; repeatable.", **several),
        _filter("--outcome", metavar="|".join(OUTCOMES), help="Ended in one of these.", **several),
        _filter("--kind", metavar="|".join(KINDS), help="Of one of these kinds.", **several),
        _filter("--project", metavar="NAME", help="Of any of these; repeatable.", **several),
        _filter("--agent", metavar="NAME", help="Recorded by any of these.", **several),
        _filter("--session", metavar="NAME", help="From any of these.", **several),
        _filter("--importance", metavar="N", help="At least this important, 0 to 1."),
        _filter("--min-strength", metavar="S", help="At least this strong now.", type=float),
        _filter("--max-strength", metavar="S", help="At most this strong now.", type=float),
        _filter("--tier", metavar="|".join(TIERS), help="Now in one of these.", **several),
        _filter(
            "--trust", metavar="|".join(TRUSTS), help="Vouched for by any of these.", **several
        ),
        _filter("--min-trust", metavar="|".join(TRUSTS), help="At least so trusted."),
        _filter("--privacy", metavar="|".join(PRIVACIES), help="At least so public."),
        _filter("--since", metavar="TIME", help="Created then or later: 2w, 2025-02."),
        _filter("--until", metavar="TIME", help="Created by then; a day counts whole."),
        _filter(
            "--about", metavar="TIME|STAGE", help="True then: 2018, 2018-04..2018-09, high school."
        ),
        _filter(
            "--sort", metavar="|".join(SORTS), help="By what; else the score, or the strength."
        ),
        _filter("--order", metavar="|".join(ORDERS), help="Falling or rising.", default="desc"),
        _filter("--limit", "-l", metavar="N", help="At most so many.", type=int),
        _filter("--offset", metavar="N", help="Leave out the first N.", type=int, default=0),
    ]


def query(
    call: Call,
    words: Sequence[str] = (),
    limit: int | None = None,
    *,
    literal: bool = False,
    dated: bool = True,
) -> Query:
    """The query in the words and the filters; `limit` is the command's own if none was given.

    What in the words is nearly a filter is noted; with `literal` they are nothing but words. Of a
    past moment what is `dated` later is left out, but by who looks back at the store itself.
    """
    from memento_cli.core.asking import asked

    given: Mapping[str, Any] = call.filters
    sort = one_of(given["sort"], SORTS, "sort") if given["sort"] else None
    order = one_of(given["order"], ORDERS, "order")
    at_most = limit if given["limit"] is None else given["limit"]
    if (at_most is not None and at_most < 0) or given["offset"] < 0:
        raise Usage("--limit and --offset are 0 or more")

    def moment(text: str, end: bool) -> datetime:
        return call.moment(text, end=end)

    also = _given(given, moment)
    found = asked(" ".join(words), moment, literal=literal, also=also)
    for note in found.notes:
        call.out.note(safe(note))
    until = found.query.until
    if dated and call.now < call.clock:  # with --now in the past, nothing from after it
        until = min(until or call.now, call.now)
    return found.query._replace(
        sort=sort, order=order, limit=at_most, offset=given["offset"], until=until
    )


def _given(given: Mapping[str, Any], moment: Moment) -> list[Part]:
    """What the options filter by; an empty value of one that takes only one is none."""
    from memento_cli.core.filters import FILTERS, Part, filter_parts

    parts = []
    for name in FILTERS:
        value = given.get(name)
        for text in value if isinstance(value, list | tuple) else filter(None, [value]):
            parts += filter_parts(name, text, moment, f"--{name} {text}")
    for name in ("min_strength", "max_strength"):
        limit = given[name]
        if limit is not None:
            option = f"--{name.replace('_', '-')}"
            if not isfinite(limit):
                raise Usage(f"{option} is a number")
            parts.append(Part(name, limit, f"{option} {limit:g}"))
    if least := given["min_trust"]:
        least = one_of(least, TRUSTS, "min-trust")
        parts.append(Part("min_trust", least, f"--min-trust {least}"))
    return parts


def _filter(*names: str, type: Any = str, **settings: Any) -> TyperOption:
    key = names[0].removeprefix("--").replace("-", "_")

    def keep(context: Any, param: Any, value: Any) -> None:
        check_number(names[0], value)
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


def check_number(name: str, value: object) -> None:
    """Usage for a whole number that is larger than any of the system's own must be."""
    if isinstance(value, int) and abs(value) >= 10**DIGITS:
        raise Usage(f"{name} has more than {DIGITS} digits")


def one_of(
    value: str, choices: tuple[str, ...], name: str, meant: Mapping[str, Sequence[str]] = {}
) -> str:
    """The value, or a usage error that lists what it may be.

    `name` is that of an option, or of an argument, which begins with `the`. `meant` are the choices
    that another word may mean, however it is written.
    """
    if value not in choices:
        from rapidfuzz import fuzz, process  # only a mistake comes here

        told = name if name.startswith("the ") else f"--{name}"
        known = [choice for choice in meant.get(value, ()) if choice in choices]
        best = process.extractOne(value, choices, scorer=fuzz.ratio, score_cutoff=60)
        near = known or ([best[0]] if best else [])
        meant_text = f"did you mean {' or '.join(near)}? " if near else ""
        raise Usage(f"{told} cannot be {value!r}", f"{meant_text}one of: {', '.join(choices)}")
    return value


def _keep(attribute: str, formats: tuple[str, ...]) -> Callable[[Any, Any, Any], None]:
    def callback(context: Any, param: Any, value: Any) -> None:
        if value in (None, False, ()) or not isinstance(context.obj, Call):
            return
        target: Any = context.obj if attribute in ("store_paths", "now_text") else context.obj.out
        match attribute:
            case "format" | "color":
                setattr(
                    target,
                    attribute,
                    one_of(value, formats if attribute == "format" else COLORS, attribute),
                )
            case "store_paths":
                target.store_paths += tuple(value)
            case "json":
                target.format = "json"
            case "utc" | "local":  # the last one counts
                target.utc = attribute == "utc"
                target.zone = context.obj.zone if attribute == "local" else None
            case "fields":
                target.fields = tuple(key.strip() for key in value.split(",") if key.strip())
            case _:
                setattr(target, attribute, value)

    return callback


def _common(
    *names: str,
    keep: str,
    metavar: str | None = None,
    help: str,
    several: bool = False,
    formats: tuple[str, ...] = FORMATS,
) -> TyperOption:
    return TyperOption(
        param_decls=[*names],
        callback=_keep(keep, formats),
        expose_value=False,
        is_flag=metavar is None,
        type=bool if metavar is None else str,
        default=False if metavar is None else None,
        multiple=several,
        metavar=metavar,
        help=help,
    )


def common(formats: tuple[str, ...] = FORMATS) -> list[TyperOption]:
    """The options that every command takes, before its name or after it.

    After it, a command may know `formats` of its own.
    """
    return [
        _common(
            "--store",
            keep="store_paths",
            metavar="PATH",
            help="The store's folder; recall, list and context read several.",
            several=True,
        ),
        _common(
            "--now", keep="now_text", metavar="TIME", help="As if it were then: +6mo, 2025-06-01."
        ),
        _common(
            "--format",
            keep="format",
            metavar="|".join(formats),
            help="How to print data.",
            formats=formats,
        ),
        _common("--json", keep="json", help="The same as --format json."),
        _common("--fields", keep="fields", metavar="A,B", help="Which fields to print."),
        _common("--utc", keep="utc", help="Tell times in UTC, which is usual."),
        _common("--local", keep="local", help="Tell times as your clock shows them."),
        _common("--quiet", "-q", keep="quiet", help="Say nothing beside the data."),
        _common("--color", keep="color", metavar="|".join(COLORS), help="When to colour."),
    ]
