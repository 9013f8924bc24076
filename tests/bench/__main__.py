"""python -m tests.bench: measures memento, and prints the rows as any command prints its own."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from typing import TYPE_CHECKING, NoReturn

from memento_cli.cli.call import NOW_VARIABLE, Call
from memento_cli.cli.output.out import COLORS, FORMATS
from memento_cli.errors import Failed, MementoError, NotFound, Usage
from memento_cli.store.directory.clone import login
from tests.bench.all import Wanted, bench_rows, known_names
from tests.bench.datasets.measured import DATASETS
from tests.bench.engines import ENGINES, not_installed
from tests.bench.forgetting import measured
from tests.bench.goals import FORGETTING, QUALITY
from tests.bench.hosts.measured import ROWS as HOSTS
from tests.bench.hosts.measured import measured_hosts
from tests.bench.hub import ROWS as HUB
from tests.bench.hub import measured_hub
from tests.bench.plain_search import PLAIN
from tests.bench.saved import document_of, rows_saved_in, save
from tests.bench.sets import data_folder
from tests.bench.showing import print_rows
from tests.bench.vectors.meaning import measured_with_vectors
from tests.bench.vectors.prepared import MEANING, Asked
from tests.bench.vectors.reached import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.machine import Machine
    from tests.bench.rows import Row

SIZES, DEFAULT_SIZE, ROUNDS = (10, 1_000_000), 10_000, 15
PAUSE_SECONDS = 120.0
ALONE = ("repo", "only", "save", "against")
"""The options that go with --forgetting; those that choose what is printed go with anything."""
TIMED = (
    "size", "quality", "pause", "keep", "rounds", "now", "dataset", "against_engines", "vectors",
)  # fmt: skip
OF_HUB = ("size", "keep", "now", "rounds")
NOT_OF_VECTORS = ("size", "quality", "pause", "rounds", "dataset", "against_engines", "against")


def main(words: Sequence[str] | None = None) -> int:
    """Run the bench with the words of a command line; answers the exit code.

    A row whose command went wrong gives 1, a missed goal does not.
    """
    call = Call()
    try:
        options = _parser().parse_args(words)
        _use_output_options(call, options)
        return _run(call, options)
    except MementoError as problem:
        call.out.error(problem, words or sys.argv[1:])
        return problem.code


class Parser(argparse.ArgumentParser):
    """Reads the words of a command line; of a mistake it tells as every command does."""

    def error(self, message: str) -> NoReturn:
        raise Usage(message, "`--help` tells what there is")


def _parser() -> argparse.ArgumentParser:
    parser = Parser("python -m tests.bench", description=_purpose())
    add = parser.add_argument
    add("--size", type=int, action="append", metavar="N", help="so many memories; else 10,000 (*)")
    add("--quality", action="store_true", help="also how well recall finds, on the real data")
    add("--against-engines", action="store_true", help="with it: beside each plain engine there is")
    add("--dataset", choices=DATASETS, help="instead: how well, on that benchmark's own files")
    add("files", nargs="*", metavar="FILE", help="the files of --dataset")
    add("--forgetting", action="store_true", help="instead: which law knows what is needed again")
    add("--repo", action="append", metavar="DIR", help="with that: also this git repository (*)")
    add("--vectors", action="store_true", help="instead: how well, with your provider of vectors")
    add("--store", metavar="DIR", help="with that: on your own store, asked by its own words")
    add("--yes", action="store_true", help="with it: send the texts to another machine unasked")
    add("--hosts", action="store_true", help="instead: what of an answer reaches a host's model")
    add("--hub", metavar="URL", help="instead: syncs with that hub; `try` is that of hub try")
    add("--only", action="append", metavar="NAME", help="only these rows, as recall or show (*)")
    add("--save", metavar="FILE", help="keep the figures in a file")
    add("--against", metavar="FILE", help="show the change since a saved run")
    add("--pause", action="store_true", help="also the first recall after two minutes")
    add("--keep", metavar="DIR", help="where generated stores are kept")
    add("--rounds", type=int, metavar="N", help="how often each command is run; else 15")
    add("--now", metavar="TIME", help="the clock of all that is measured")
    add("--format", choices=FORMATS, help="how the rows are printed")
    add("--json", action="store_const", const="json", dest="format", help="the same as JSON")
    add("--fields", metavar="NAMES", help="only these keys, with commas between them")
    add("--quiet", "-q", action="store_true", help="neither notes nor a bar on stderr")
    add("--color", choices=COLORS, default=COLORS[0])
    return parser


def _purpose() -> str:
    return "Measure memento beside its goals and plain baselines. (*) may be given several times."


def _use_output_options(call: Call, options: argparse.Namespace) -> None:
    call.now_text = options.now
    out = call.out
    out.format, out.quiet, out.color = options.format, options.quiet, options.color
    out.fields = tuple(name for name in (options.fields or "").split(",") if name)


def _run(call: Call, options: argparse.Namespace) -> int:
    _check_together(options)
    saved = rows_saved_in(options.against) if options.against else None
    with tempfile.TemporaryDirectory(prefix="memento-bench-") as private:
        if options.forgetting:
            machine, rows = _forgetting(call, private, options)
        elif options.hosts:
            machine, rows = _hosts(call, private, options)
        elif options.hub is not None:
            machine, rows = _hub(call, private, options)
        elif options.vectors:
            machine, rows = _with_vectors(call, private, options)
        else:
            machine, rows = _timed(call, private, options)
    if not rows:
        raise NotFound(f"no row is called {' or '.join(options.only or ())}")
    if options.against_engines and not_installed():
        call.out.note(f"Not installed: {', '.join(not_installed())}")
    document = document_of(machine, rows)
    if options.save:
        save(options.save, document)
    columns = COLUMNS if options.vectors else (*PLAIN, *ENGINES) * options.against_engines
    print_rows(call.out, document, rows, saved, columns=columns)
    return Failed.code if any(row.failed for row in rows) else 0


def _check_together(options: argparse.Namespace) -> None:
    """Usage, if an option was given that means nothing beside another."""
    others = [name for name in TIMED if getattr(options, name)]
    not_of_hub = [name for name in others if name not in OF_HUB]
    if options.hub is not None and not_of_hub:
        raise Usage(f"--hub goes without --{not_of_hub[0].replace('_', '-')}")
    for instead in ("forgetting", "hosts"):
        if getattr(options, instead) and others:
            raise Usage(f"--{instead} goes without --{others[0]}", f"with it go {', '.join(ALONE)}")
    if bool(options.dataset) != bool(options.files):
        raise Usage("--dataset NAME FILE...: both a benchmark and its files")
    if options.against_engines and options.against:
        raise Usage("--against-engines goes without --against")
    if options.repo and not options.forgetting:
        raise Usage("--repo goes with --forgetting")
    unlike = [name for name in NOT_OF_VECTORS if options.vectors and getattr(options, name)]
    if unlike:
        raise Usage(f"--vectors goes without --{unlike[0].replace('_', '-')}")
    if (options.store or options.yes) and not options.vectors:
        raise Usage(f"--{'store' if options.store else 'yes'} goes with --vectors")


def _timed(call: Call, private: str, options: argparse.Namespace) -> tuple[Machine, list[Row]]:
    wanted = Wanted(
        sizes=_sizes(options.size or ()),
        only=_only(options.only or ()),
        quality=options.quality or options.against_engines,
        pause_seconds=PAUSE_SECONDS if options.pause else 0.0,
        keep=os.path.abspath(options.keep or _usual_place()),
        rounds=_rounds(options.rounds),
        now=call.now,
        engines=options.against_engines,
        dataset=options.dataset or "",
        paths=tuple(map(os.path.abspath, options.files)),
        fixed=bool(call.now_text or os.environ.get(NOW_VARIABLE)),
    )
    if not hasattr(os, "wait4"):
        raise Failed("this system does not tell what a process has cost (wait4)")
    return bench_rows(wanted, private, call.out.progress, call.out.note)


def _forgetting(call: Call, private: str, options: argparse.Namespace) -> tuple[Machine, list[Row]]:
    only = options.only or ()
    for name in only:
        if not f"{name}.".startswith(f"{FORGETTING}."):
            raise Usage(f"no row {name!r} of --forgetting", f"they all begin with {FORGETTING}.")
    return measured(private, options.repo or (), only, call.out.progress, call.out.note)


def _hosts(call: Call, private: str, options: argparse.Namespace) -> tuple[Machine, list[Row]]:
    only = options.only or ()
    for name in only:
        if not f"{name}.".startswith(f"{HOSTS}."):
            raise Usage(f"no row {name!r} of --hosts", f"they all begin with {HOSTS}.")
    return measured_hosts(private, only, call.out.progress, call.out.note)


def _hub(call: Call, private: str, options: argparse.Namespace) -> tuple[Machine, list[Row]]:
    """Syncs with a hub whose administrator the user is, in tenants that are erased at the end."""
    only = options.only or ()
    for name in only:
        if not f"{name}.".startswith(f"{HUB}."):
            raise Usage(f"no row {name!r} of --hub", f"they all begin with {HUB}.")
    from memento_cli.hub.trial_server import trial

    url = trial().url if options.hub == "try" else options.hub
    size, keep = _sizes(options.size or ())[0], os.path.abspath(options.keep or _usual_place())
    asked = (url, size, keep, call.now, only, _rounds(options.rounds))
    return measured_hub(private, *asked, call.out.progress, call.out.note)


def _with_vectors(
    call: Call, private: str, options: argparse.Namespace
) -> tuple[Machine, list[Row]]:
    """What the user's own provider of vectors reaches; another machine is sent nothing unasked."""

    def allow(sent: str, remote: bool) -> None:
        call.out.note(sent)
        if remote:
            call.out.confirmed("Send them to another machine?", options.yes)

    only = options.only or ()
    for name in only:
        if not f"{name}.".startswith(f"{MEANING}."):
            raise Usage(f"no row {name!r} of --vectors", f"they all begin with {MEANING}.")
    keep = os.path.join(os.path.abspath(options.keep or _usual_place()), "vectors")
    store = os.path.abspath(options.store) if options.store else ""
    return measured_with_vectors(
        Asked(data_folder(os.environ), store, keep, call.now, tuple(only)),
        private,
        call.out.progress,
        call.out.note,
        allow,
    )


def _usual_place() -> str:
    return os.path.join(tempfile.gettempdir(), f"memento-bench-{login()}")


def _sizes(given: Sequence[int]) -> tuple[int, ...]:
    least, most = SIZES
    for size in given:
        if not least <= size <= most:
            raise Usage(f"--size {size}: from {least} to {most:,}")
    return tuple(dict.fromkeys(given)) or (DEFAULT_SIZE,)


def _rounds(given: int | None) -> int:
    if given is not None and given < 1:
        raise Usage("--rounds is 1 or more")
    return given or ROUNDS


def _only(given: Sequence[str]) -> tuple[str, ...]:
    """The names of rows, checked; those of quality rows depend on the data that are there."""
    names = known_names()
    for name in given:
        if name not in names and not name.startswith(f"{QUALITY}."):
            raise Usage(f"no row {name!r}", "there are " + ", ".join(names))
    return tuple(given)


if __name__ == "__main__":
    sys.exit(main())
