"""memento bench"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memento_cli.cli.call import NOW_VARIABLE, Call, of
from memento_cli.cli.out import SCHEMA
from memento_cli.errors import BadData, Failed, NotFound, Usage
from memento_cli.store.clone import login

if TYPE_CHECKING:
    from memento_cli.bench.all import Wanted
    from memento_cli.bench.machine import Machine
    from memento_cli.bench.rows import Row

COLUMNS = ("name", "size", "figure", "goal", "verdict", "unit", "beside")
COMPARED = ("name", "size", "before", "figure", "change", "goal", "verdict", "unit")
SIZES, DEFAULT_SIZE = (10, 1_000_000), 10_000
PAUSE_SECONDS = 120.0
ALONE = {"replay": (), "forgetting": ("repo", "only", "save", "against")}
"""What is asked alone, and the options that go with it."""


def bench(
    ctx: typer.Context,
    size: Annotated[
        list[int] | None,
        typer.Option("--size", metavar="N", help="So many memories; repeatable. Else 10,000."),
    ] = None,
    quality: Annotated[
        bool, typer.Option("--quality", help="Also how well recall finds, on the real data.")
    ] = False,
    forgetting: Annotated[
        bool,
        typer.Option("--forgetting", help="Instead: which law knows what is needed again."),
    ] = False,
    repo: Annotated[
        list[str] | None,
        typer.Option(
            metavar="DIR", help="With --forgetting: also this git repository; repeatable."
        ),
    ] = None,
    replay: Annotated[
        bool,
        typer.Option("--replay", help="Instead: which law and weights would suit this store."),
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only these rows, as recall or show; repeatable."),
    ] = None,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep the figures in a file.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="FILE", help="Show the change since a saved run.")
    ] = None,
    pause: Annotated[
        bool, typer.Option("--pause", help="Also the first recall after two minutes.")
    ] = False,
    keep: Annotated[
        str | None, typer.Option(metavar="DIR", help="Where generated stores are kept.")
    ] = None,
    rounds: Annotated[int, typer.Option(metavar="N", help="How often each command is run.")] = 15,
) -> None:
    """Measure memento: speed and recall, beside its goals and plain baselines. Takes minutes."""
    from memento_cli.bench.all import Wanted

    call = of(ctx)
    _check_together(ctx)
    if replay:
        _replay(call)
        return
    saved = _saved(against) if against else None
    with tempfile.TemporaryDirectory(prefix="memento-bench-") as private:
        if forgetting:
            here, rows = _forgetting(call, private, repo or (), only or ())
        else:
            wanted = Wanted(
                sizes=_sizes(size or ()),
                only=_only(only or ()),
                quality=quality,
                pause_seconds=PAUSE_SECONDS if pause else 0.0,
                keep=os.path.abspath(keep or _usual_place()),
                rounds=_rounds(rounds),
                now=call.now,
                fixed=bool(call.now_text or os.environ.get(NOW_VARIABLE)),
            )
            here, rows = _timed(call, private, wanted)
    if not rows:
        raise NotFound(f"no row is called {' or '.join(only or ())}")
    if save:
        _save(save, _document(here, rows))
    _print(call, here, rows, saved)
    if any(row.failed for row in rows):
        raise typer.Exit(Failed.code)


def _check_together(ctx: typer.Context) -> None:
    """Usage, if an option was given that means nothing beside another."""
    given = {name for name in ctx.params if _is_given(ctx, name)}
    for name, along in ALONE.items():
        others = sorted(given - {name, *along})
        if name in given and others:
            raise Usage(f"--{name} goes without --{others[0]}")
    if "repo" in given and "forgetting" not in given:
        raise Usage("--repo goes with --forgetting")


def _is_given(ctx: typer.Context, name: str) -> bool:
    source = ctx.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _timed(call: Call, private: str, wanted: Wanted) -> tuple[Machine, list[Row]]:
    from memento_cli.bench.all import bench_rows

    if not hasattr(os, "wait4"):
        raise Failed("this system does not tell what a process has cost (wait4)")
    return bench_rows(wanted, private, call.out.progress, call.out.note)


def _forgetting(
    call: Call, private: str, repositories: Sequence[str], only: Sequence[str]
) -> tuple[Machine, list[Row]]:
    from memento_cli.bench.forgetting import measured
    from memento_cli.bench.goals import FORGETTING

    for name in only:
        if not f"{name}.".startswith(f"{FORGETTING}."):
            raise Usage(f"no row {name!r} of --forgetting", f"they all begin with {FORGETTING}.")
    return measured(private, repositories, only, call.out.progress, call.out.note)


def _replay(call: Call) -> None:
    """What this store's journal tells of laws and weights; notes say what to make of it."""
    from memento_cli.bench.replay import replay
    from memento_cli.bench.telling import COLUMNS as STANDINGS
    from memento_cli.bench.telling import notes_of, rows_of, value_of

    replayed = replay(call.store, call.now, call.out.progress)
    if call.out.format == "json" and not call.out.fields:
        call.out.value(value_of(replayed), "")
    else:
        ids = call.out.format == "ids"
        rows = [row | {"id": row["name"]} if ids else row for row in rows_of(replayed)]
        call.out.rows(rows, STANDINGS, "rows")
    for note in notes_of(replayed):
        call.out.note(note)


def _usual_place() -> str:
    return os.path.join(tempfile.gettempdir(), f"memento-bench-{login()}")


def _sizes(given: Sequence[int]) -> tuple[int, ...]:
    least, most = SIZES
    for size in given:
        if not least <= size <= most:
            raise Usage(f"--size {size}: from {least} to {most:,}")
    return tuple(dict.fromkeys(given)) or (DEFAULT_SIZE,)


def _rounds(given: int) -> int:
    if given < 1:
        raise Usage("--rounds is 1 or more")
    return given


def _only(given: Sequence[str]) -> tuple[str, ...]:
    """The names of rows, checked; those of quality rows depend on the data that are there."""
    from memento_cli.bench.all import known_names
    from memento_cli.bench.goals import QUALITY

    names = known_names()
    for name in given:
        if name not in names and not name.startswith(f"{QUALITY}."):
            raise Usage(f"no row {name!r}", "there are " + ", ".join(names))
    return tuple(given)


def _print(
    call: Call, here: Machine, rows: Sequence[Row], saved: Sequence[Mapping[str, Any]] | None
) -> None:
    """JSON with the machine; else rows, and with a saved run how they changed."""
    from memento_cli.bench.rows import change_text, changes, text_of, value_of

    past = changes(rows, saved or ())
    if call.out.machine:
        values = [value_of(row) for row in rows]
        if saved is not None:
            values = [v | {"before": c.before} for v, c in zip(values, past, strict=True)]
        if call.out.format == "json" and not call.out.fields:
            call.out.value({"machine": here._asdict(), "rows": values}, "")
        else:
            call.out.rows(values, COLUMNS, "rows")
    elif call.out.format == "ids":
        call.out.rows([{"id": row.name} for row in rows], ("id",))
    elif saved is None:
        call.out.rows([text_of(row) for row in rows], COLUMNS)
    else:
        pairs = zip(rows, past, strict=True)
        texts = [text_of(row) | change_text(change, row.unit) for row, change in pairs]
        call.out.rows(texts, COMPARED)


def _document(here: Machine, rows: Sequence[Row]) -> dict[str, Any]:
    from memento_cli.bench.rows import value_of

    return {"machine": here._asdict(), "rows": [value_of(row) for row in rows]}


def _save(path: str, document: Mapping[str, Any]) -> None:
    try:
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"schema": SCHEMA, **document}, file, indent=1)
            file.write("\n")
    except OSError as problem:
        raise Failed(f"{path}: {problem.strerror}") from None


def _saved(path: str) -> list[Mapping[str, Any]]:
    """The rows of a saved run."""
    try:
        with open(path, encoding="utf-8") as file:
            rows = json.load(file)["rows"]
        if not all(isinstance(row, dict) for row in rows):
            raise TypeError
        return list(rows)
    except FileNotFoundError:
        raise NotFound(f"no file {path}", "`memento bench --save FILE` makes one") from None
    except OSError as problem:
        raise Failed(f"{path}: {problem.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise BadData(path, ["is no saved run"], "`memento bench --save FILE` makes one") from None
