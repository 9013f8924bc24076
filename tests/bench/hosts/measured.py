"""The rows of `--hosts`: what reaches the models of hosts, each asked by its own program."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from memento_cli.cli.hosts.host_facts import FACTS
from memento_cli.errors import Failed
from tests.bench.hosts.files import FILES, lured, share_read
from tests.bench.hosts.known import CALLS, known_store, reached
from tests.bench.hosts.loop import EVIDENCE, evidence_rows
from tests.bench.hosts.probing import facts_seen, unlike
from tests.bench.hosts.programs import PROGRAMS, VARIABLE, packages, program_of
from tests.bench.machine import command_under_test, machine, private_place
from tests.bench.rows import SHARE, Row, skipped
from tests.bench.run import Run, told
from tests.bench.sets import data_folder, turns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.bench.machine import Machine
    from tests.bench.measuring import Place
    from tests.bench.run import Progress

ROWS = "hosts"
WORDS, READ, FACTS_UNIT = "told", "files", "facts"


def measured_hosts(
    private: str, only: Sequence[str], progress: Progress, say: Callable[[str], None]
) -> tuple[Machine, list[Row]]:
    """The rows that were asked for; `private` is an empty folder, `say` is told the machine."""
    place = private_place(private)
    memento = command_under_test(place)
    here = machine(memento)
    say(here.line())
    run = Run(memento, place, progress, tuple(only))
    return here, list(host_rows(run, say))


def host_rows(run: Run, say: Callable[[str], None]) -> Iterator[Row]:
    """Some rows for each host that is installed; one that is not is skipped, and it is told how
    all are installed."""
    programs = {name: program_of(name, os.environ) for name in PROGRAMS}
    names = [name for name in PROGRAMS if run.wants(f"{ROWS}.{name}")]
    if not all(programs.values()):
        say(f"npm install --prefix FOLDER {' '.join(packages())}, and ${VARIABLE} names FOLDER")
    place, ids = known_store(run) if any(programs[name] for name in names) else (run.place, [])
    for name in names:
        row, program = f"{ROWS}.{name}", programs[name]
        if program is None:
            yield skipped(row, SHARE, "not installed")
            continue
        yield told(f"{row}.{WORDS}", SHARE, None, partial(_told, run, place, ids, name, program))
        if name in FILES:
            yield told(f"{row}.{READ}", SHARE, None, partial(_read, run, place, name, program))
        yield told(f"{row}.{FACTS_UNIT}", FACTS_UNIT, None, partial(_facts, run, name, program))
    locomo = os.path.join(data_folder(os.environ), "locomo")
    if os.path.isdir(locomo):
        yield from evidence_rows(run, partial(turns, locomo), programs)
    elif run.wants(EVIDENCE):
        yield skipped(EVIDENCE, SHARE, f"no {locomo}")


def _told(run: Run, place: Place, ids: Sequence[str], name: str, program: str) -> Row:
    """The share of the known words that the model reads of a recall and a context. Failed, if it
    reads one of them outside the fence, or no id."""
    store = place.environ["MEMENTO_STORE"]
    server = [*run.memento, "--store", store, "agent", "mcp"]
    seen = reached(name, program, run.file(f"{name}-told"), server, ids)
    if seen.outside or seen.ids < len(ids) or seen.fences < len(CALLS):
        what = f"outside the fence {seen.outside}, {seen.ids} ids, {seen.fences} fences"
        raise Failed(f"{name}'s model reads {what}")
    beside = {
        f"{tool}, tokens": float(tokens)
        for (tool, _), tokens in zip(CALLS, seen.tokens, strict=True)
    }
    return Row(f"{ROWS}.{name}.{WORDS}", seen.words, SHARE, 1.0, beside, len(ids), least=True)


def _read(run: Run, place: Place, name: str, program: str) -> Row:
    """The share of the words of a file kept by memento that the model reads."""
    lured(run, place)
    share = share_read(run, place, name, program, run.file(f"{name}-files"))
    return Row(f"{ROWS}.{name}.{READ}", share, SHARE, 1.0, least=True)


def _facts(run: Run, name: str, program: str) -> Row:
    """In how many facts the host differs from the manual's table."""
    seen, known = facts_seen(name, program, run.file(f"{name}-facts")), FACTS[name]
    others = unlike(seen, known)
    note = "; ".join(others) or f"as {known.version} does: the model reads {known.reads}"
    return Row(f"{ROWS}.{name}.{FACTS_UNIT}", len(others), "unlike", 0, note=note)
