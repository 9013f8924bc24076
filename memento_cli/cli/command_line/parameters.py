"""The options and arguments that several commands take, each declared once, for Typer.

A command names them in the annotations of its function, where `cli/command_line/app.py` lets Typer
find them. Whoever only runs a command imports neither Typer nor this.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperOption

from memento_cli.cli.command_line.options import LAW_HELP, check_number
from memento_cli.cli.output.out import COLORS, FORMATS
from memento_cli.core.facts.blocks import STANDARD
from memento_cli.core.facts.preferences import DOMAINS
from memento_cli.core.memory.memory import KINDS
from memento_cli.core.recall.query import ORDERS, SORTS
from memento_cli.core.security.trust import TRUSTS

FadeText = Annotated[str, typer.Argument(metavar="LAW", help=LAW_HELP)]
Id = Annotated[str, typer.Argument(metavar="ID", help="An id, or a unique part of one.")]
MemoryName = Annotated[
    list[str],
    typer.Argument(
        metavar="MEMORY", help="An id, a part of one, a number of the last list, or its words."
    ),
]
MemoryNames = Annotated[
    list[str],
    typer.Argument(
        metavar="MEMORY...", help="Ids, parts of them, numbers of the last list, or one's words."
    ),
]
Proposals = Annotated[
    list[str], typer.Argument(metavar="PROPOSAL...", help="Numbers of `tidy list`, or ids.")
]
Only = Annotated[
    str | None, typer.Option("--only", metavar="threads", help="Those of one kind alone.")
]
Like = Annotated[
    str | None, typer.Option("--like", metavar="MEMORY", help="Instead: those most similar to one.")
]
By = Annotated[
    str | None,
    typer.Option("--by", metavar="text|meaning", help="With --like: by words, or by vectors."),
]
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
    bool, typer.Option("--fence", help="For a prompt: between marks that no memory can forge.")
]
NoVectors = Annotated[bool, typer.Option("--no-vectors", help="By words alone, not by meaning.")]
Person = Annotated[str | None, typer.Option("--person", "-p", metavar="WHO", help="Whose memory.")]
Topics = Annotated[
    list[str] | None, typer.Option("--topic", "-t", metavar="TOPIC", help="A topic; repeatable.")
]
People = Annotated[
    list[str] | None, typer.Option("--with", "-w", metavar="WHO", help="Who was there; repeatable.")
]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="TIME", help="As the store was then; ahead, as it will be."),
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Draw with ASCII alone.")]
Html = Annotated[
    str | None, typer.Option("--html", metavar="FILE", help="A page in this file; - prints it.")
]
Force = Annotated[bool, typer.Option("--force", help="With --html: write over a file.")]
Subject = Annotated[str, typer.Argument(metavar="SUBJECT", help="Who or what: a name or alias.")]
Predicate = Annotated[str, typer.Argument(metavar="PREDICATE", help="What joins them: works_at.")]
Object = Annotated[str, typer.Argument(metavar="OBJECT", help="To whom or what.")]
Named = Annotated[str, typer.Argument(metavar="NAME", help="A name of the graph, or an alias.")]
DeepEdges = Annotated[bool, typer.Option("--deep", help="Ghosts among the edges, too.")]
AllowSecret = Annotated[
    bool, typer.Option("--allow-secret", help="Keep it although it has a key or a password.")
]
SessionId = Annotated[
    str,
    typer.Argument(metavar="[ID]", help="Which session: else $MEMENTO_SESSION, or the only open."),
]
Of = Annotated[
    str,
    typer.Option("--of", metavar="WHO", help="Whose: ana, ctx://person/ana; else the store's own."),
]
BlockName = Annotated[
    str, typer.Argument(metavar="NAME", help="The name: " + ", ".join(STANDARD) + ", or another.")
]
BlockOf = Annotated[
    str | None, typer.Option("--of", metavar="WHO", help="Whose block: a persona's; else nobody's.")
]
Sure = Annotated[float | None, typer.Option("--confidence", metavar="0..1", help="How sure it is.")]
FactKey = Annotated[
    str, typer.Argument(metavar="KEY", help="The key: city, tea; or a row of the list.")
]
FactAt = Annotated[
    str, typer.Option("--at", metavar="TIME", help="What held then, not what holds now.")
]
KnownAt = Annotated[str, typer.Option("--as-of", metavar="TIME", help="As it was known then.")]
FactEvidence = Annotated[
    list[str] | None,
    typer.Option("--evidence", metavar="EVENT", help="An event that it goes back to; repeatable."),
]
Liked = Annotated[
    list[str], typer.Argument(metavar="WHAT...", help="What is liked or disliked: coffee.")
]
Domain = Annotated[
    str | None,
    typer.Option("--domain", "-d", metavar="|".join(DOMAINS), help="Of what sort that is."),
]
Disliked = Annotated[bool, typer.Option("--dislike", help="It is about the dislike, not the like.")]
Certain = Annotated[bool, typer.Option("--confirmed", help="Confirm it at once.")]
LikeNote = Annotated[str, typer.Option("--note", metavar="TEXT", help="A word about it.")]
Due = Annotated[
    str | None,
    typer.Option("--due", metavar="TIME", help="By when a task is due: tomorrow, friday, +3d."),
]
HeldFrom = Annotated[str | None, typer.Option("--from", metavar="TIME", help="From when it holds.")]
HeldUntil = Annotated[
    str | None, typer.Option("--until", metavar="TIME", help="From then on it holds no more.")
]
Jsonl = Annotated[
    str | None,
    typer.Option("--jsonl", metavar="FILE", help="Many: JSON, one a line; - reads stdin."),
]
Links = Annotated[
    list[str] | None,
    typer.Option(
        "--link", metavar="REL:ID", help="Link it to another, as supersedes:ID; repeatable."
    ),
]
KvKey = Annotated[str, typer.Argument(metavar="KEY", help="The key.")]
Payload = Annotated[
    str | None,
    typer.Option("--payload", metavar="JSON", help="A table beside its words; update merges."),
]
AboutTime = Annotated[
    str | None,
    typer.Option("--about", metavar="TIME|STAGE", help="When its matter was: 2018, high school."),
]
AboutSure = Annotated[
    float | None,
    typer.Option(
        "--about-confidence", metavar="0..1", help="How sure that time is; about needs it."
    ),
]
LifeStage = Annotated[
    str | None,
    typer.Option("--life-stage", metavar="STAGE", help="Or the stage of life: high, work …"),
]
StateIds = Annotated[
    list[str],
    typer.Argument(
        metavar="STATE...", help="Numbers of the last list, ids, parts of them, or one's words."
    ),
]
EventName = Annotated[
    str, typer.Argument(metavar="EVENT", help="A number of the last list, an id, or its words.")
]
EventIds = Annotated[
    list[str], typer.Argument(metavar="EVENT...", help="Numbers of the last list, or ids.")
]
ThreadName = Annotated[
    str, typer.Argument(metavar="THREAD", help="A number of the last list, an id, or its title.")
]


Http = Annotated[
    str | None,
    typer.Option(
        "--http", metavar="[HOST:]PORT", help="Over HTTP, on this machine alone; 0: any port."
    ),
]
TokenFile = Annotated[
    str | None,
    typer.Option(
        "--token-file",
        metavar="PATH",
        help="The token of --http, made if missing; else $MEMENTO_MCP_TOKEN.",
    ),
]
TokenName = Annotated[
    str, typer.Argument(metavar="NAME", help="As the journal is to call the client.")
]
ToolsReadOnly = Annotated[
    bool, typer.Option("--read-only", help="Only the tools that change nothing.")
]
AllowDestructive = Annotated[
    bool, typer.Option("--allow-destructive", help="Let forget erase, once the user agrees.")
]
Scopes = Annotated[
    list[str] | None,
    typer.Option(
        "--scope",
        metavar="project:NAME|person:WHO|privacy:LABEL",
        help="Only that is seen; repeatable.",
    ),
]
MinTrust = Annotated[
    str | None,
    typer.Option("--min-trust", metavar="|".join(TRUSTS), help="Only what is vouched for so."),
]
Persona = Annotated[
    str | None,
    typer.Option("--of", metavar="WHO", help="Whose blocks and facts: a persona, or a person."),
]
Toolset = Annotated[
    str,
    typer.Option(
        "--toolset", metavar="core|full|companion|review", help="Which; several with commas."
    ),
]
Compat = Annotated[
    str | None,
    typer.Option("--compat", metavar="server-memory", help="The tools of that server, instead."),
]


def is_given(context: Any, name: str) -> bool:
    """Whether an option stands on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def filters() -> list[TyperOption]:
    """The options of every command that finds memories; `query` reads what they were given.

    They have the names that filters have in a query's text (`core/recall/query_parser.py`).
    """
    several: dict[str, Any] = {"multiple": True}
    shown: dict[str, Any] = {"rich_help_panel": "Show"}
    return [
        _filter("--person", "-p", metavar="WHO", help="Whose memory: alex or ctx://person/alex."),
        _filter(
            "--topic", "-t", metavar="TOPIC", help="About any of these; repeatable.", **several
        ),
        _filter("--with", "-w", metavar="WHO", help="With any of them; repeatable.", **several),
        _filter("--kind", metavar="|".join(KINDS), help="Of one of these kinds.", **several),
        _filter("--project", metavar="NAME", help="Of any of these; repeatable.", **several),
        _filter("--since", metavar="TIME", help="Created then or later: 2w, 2025-02."),
        _filter("--until", metavar="TIME", help="Created by then; a day counts whole."),
        _filter(
            "--about", metavar="TIME|STAGE", help="True then: 2018, 2018-04..2018-09, high school."
        ),
        _filter(
            "--where",
            metavar="FIELD:VALUE",
            help="By any other field of a query: outcome:negative, 'strength:<.3'; repeatable.",
            **several,
        ),
        _filter(
            "--sort",
            metavar="|".join(SORTS),
            help="By what; else the score, or the strength.",
            **shown,
        ),
        _filter(
            "--order", metavar="|".join(ORDERS), help="Falling or rising.", default="desc", **shown
        ),
        _filter("--limit", "-l", metavar="N", help="At most so many.", type=int, **shown),
        _filter(
            "--offset", metavar="N", help="Leave out the first N.", type=int, default=0, **shown
        ),
    ]


def _filter(*names: str, type: Any = str, **settings: Any) -> TyperOption:
    key = names[0].removeprefix("--").replace("-", "_")

    def keep(context: Any, param: Any, value: Any) -> None:
        check_number(names[0], value)
        if is_given(context, key):
            context.obj.filters[key] = [*value] if param.multiple else value

    return TyperOption(
        param_decls=[*names, key],
        callback=keep,
        expose_value=False,
        type=type,
        show_default=settings.get("default") is not None,
        **settings,
    )


def _common(
    *names: str, keep: str, metavar: str | None = None, help: str, several: bool = False
) -> TyperOption:
    def callback(context: Any, param: Any, value: Any) -> None:
        if is_given(context, keep):
            line = context.obj
            (line.common if context.parent else line.before)[keep] = [*value] if several else value

    return TyperOption(
        param_decls=[*names, keep],
        callback=callback,
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
        _common("--format", keep="format", metavar="|".join(formats), help="How to print data."),
        _common("--json", keep="json", help="The same as --format json."),
        _common("--fields", keep="fields", metavar="A,B", help="Which fields to print."),
        _common("--utc", keep="utc", help="Times in UTC, told and typed."),
        _common("--quiet", "-q", keep="quiet", help="Say nothing beside the data."),
        _common("--color", keep="color", metavar="|".join(COLORS), help="When to colour."),
    ]
