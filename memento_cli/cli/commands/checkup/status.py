"""memento status"""

from __future__ import annotations

from memento_cli.cli.output.pictures import look_of
from memento_cli.cli.output.rows import counted, labelled, memories_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.checkup.status import Drawn, Stats
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import Ascii
    from memento_cli.pictures.canvas import Style

YEAR_DAYS = 364  # and today


def status(
    call: Call,
    full: Annotated[
        bool, typer.Option("--full", help="Also what the store holds: how strong, about whom.")
    ] = False,
    health: Annotated[
        bool,
        typer.Option(
            "--health", help="Instead: what wants to be looked after, and by which command."
        ),
    ] = False,
    ascii: Ascii = False,
) -> None:
    """The store, its index, and how far the index is behind the files. Changes neither."""
    from memento_cli.actions.checkup.status import status as act

    if health:
        from memento_cli.actions.checkup.health import health as examine
        from memento_cli.cli.commands.checkup.health import print_health

        print_health(call, examine(call.store, call.now), look_of(call, ascii))
        return
    status_now = act(call.store, whole=full)
    sorts = ("added", "changed", "removed")
    drift = [f"{count} {sort}" for sort in sorts if (count := getattr(status_now, sort))]
    drift += [counted(status_now.logs, "log file")] if status_now.logs else []
    behind = ", ".join(drift) + " (the next command sees to it)" if drift else "none"
    held = f"{memories_of(status_now.indexed)}, {status_now.index_bytes / 1e6:.1f} MB"
    rows = [
        ("store", status_now.store),
        ("memories", f"{status_now.memories} and {status_now.archived} in the archive"),
        ("trusted", "" if status_now.trusted else "no: `memento store trust`, or --store names it"),
        ("profile", status_now.profile),
        ("writer", f"{status_now.writer}; {counted(status_now.journal_files, 'log file')} in all"),
        ("index", status_now.index_file or "none yet; the next recall makes it"),
        ("holds", held if status_now.index_file else ""),
        ("drift", behind),
        ("maintained", call.out.minute(status_now.maintained) if status_now.maintained else ""),
        (
            "problems",
            f"{status_now.problems}: `memento doctor` explains" if status_now.problems else "",
        ),
    ]
    value, drawn = {**status_now._asdict(), "hubs": []}, list[str]()
    if call.has_hub():
        of_hubs, value["hubs"] = _hubs(call)
        rows += of_hubs
    if full:
        more, facts, drawn = _full(call, ascii)
        rows += more
        value = {**facts, **value}
    call.out.value(value, "\n".join([labelled(rows, call.out), *drawn]))


def _full(call: Call, ascii: bool) -> tuple[list[tuple[str, Any]], dict[str, Any], list[str]]:
    """What the store holds: in rows, as JSON has it, and drawn where somebody looks."""
    from memento_cli.actions.checkup.status import drawn_status, full_status

    counts, drawn = full_status(call.store, call.now), list[str]()
    facts = counts._asdict()
    if call.out.machine or call.out.terminal:
        seen = drawn_status(call.store, call.now, call.zone)
        facts |= _drawn_value(seen)
        drawn = [*pictures(call, seen, look_of(call, ascii))]
    return _counted(call, counts), facts, drawn


def _hubs(call: Call) -> tuple[list[tuple[str, str]], list[dict[str, str]]]:
    """The hubs that the store has met: in rows, and as JSON has them."""
    from memento_cli.core.time.when import stored_moment
    from memento_cli.hub.unasked import last_syncs, told_unasked

    known = last_syncs(call.store)
    rows = [
        ("hub", f"{tenant} on {hub}, synced {call.out.minute(stored_moment(synced))}")
        for hub, tenant, synced in known
    ]
    rows += [("sync", line) for line in told_unasked(call.store)]
    fields = ("hub", "tenant", "synced")
    return rows, [dict(zip(fields, each, strict=True)) for each in known]


def _drawn_value(seen: Drawn) -> dict[str, Any]:
    return {
        "kinds": seen.kinds,
        "year": [{**one._asdict(), "day": f"{one.day}"} for one in seen.year],
    }


def pictures(call: Call, seen: Drawn, look: Style) -> Iterator[str]:
    """How strong the memories of each kind are, and a calendar of the last year."""
    from datetime import date

    from memento_cli.core.time.when import in_zone
    from memento_cli.pictures.heat import grid_for, heat_lines
    from memento_cli.pictures.pyramid import pyramid_lines

    if seen.kinds:
        yield ""
        yield from pyramid_lines([*seen.kinds.items()], "kind", look)
    if seen.year:
        last = in_zone(call.now, call.zone).date()
        days = {one.day: one.recorded + one.used for one in seen.year}
        first = date.fromordinal(max(1, last.toordinal() - YEAR_DAYS))
        grid = grid_for(days, first, last, look.width)
        recorded, used = (sum(each) for each in zip(*(one[1:] for one in seen.year), strict=True))
        yield ""
        year = f"{recorded} recorded, {counted(used, 'use')} in the last year, by {grid.unit}"
        yield look.paint(year, "bold")
        yield from heat_lines(grid, look)


def _counted(call: Call, counts: Stats) -> list[tuple[str, Any]]:
    """What the store holds, in rows."""
    days = [f"{call.out.here(at):%Y-%m-%d}" for at in (counts.oldest, counts.newest) if at]
    return [
        ("created", " to ".join(days)),
        ("pinned", counts.pinned),
        ("acts", counts.acts),
        *(
            (key, ", ".join(f"{name}{sign}{number}" for name, number in numbers.items()))
            for key, sign, numbers in (
                ("strength", ": ", counts.strength),
                ("people", " ", counts.people),
                ("topics", " ", counts.topics),
                ("outcomes", " ", counts.outcomes),
                ("kept", " ", counts.held),
            )
        ),
    ]
