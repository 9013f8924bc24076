"""A furnished store that is put back after each trial, and command lines run on it for real."""

from __future__ import annotations

import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NamedTuple

import memento_cli
from memento_cli.__main__ import main
from memento_cli.actions.checkup.doctor import doctor, open_anyway
from memento_cli.index.refresh.freshness import SECOND, TICK
from memento_cli.store.files.files import TEMPORARY
from memento_cli.store.files.names import FILE
from tests.faults.terminals import stream
from tests.faults.verbs import JSONL, PLAN, PLANNED, SOURCE, Verb, furnished, said
from tests.starting import FRAMEWORKS
from tests.starting import ended as by_nursery

GO, CUT = signal.SIGUSR1, signal.SIGUSR2
MODULES = [module.name for module in walk_packages(memento_cli.__path__, "memento_cli.")]
for name in MODULES:
    if not (name.endswith((".launch", ".__main__")) or name.startswith(FRAMEWORKS)):
        import_module(name)  # once, instead of in every trial
MEMORY = "/dev/shm"  # where a disk is no part of the trial
INTERRUPTED = 130
SECONDS = 30  # after which a trial that hangs is ended


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder, in memory where that can be had: syncing costs nothing there."""
    home = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="memento-", dir=home) as folder:
        yield Path(folder)


class Ran(NamedTuple):
    """How a command line ended: its exit code, below 0 if killed, and all that it said."""

    code: int
    said: str


class Box:
    """A store in which a verb has something to do; what it says before it, and after it."""

    def __init__(self, folder: Path, verb: Verb, work: Callable[[], None] | None = None) -> None:
        self.folder, self.verb = folder, verb
        self.root = str(folder / "store")
        cache = str(folder / "cache")
        self.env = {"MEMENTO_STORE": self.root, "XDG_CACHE_HOME": cache, **verb.env}
        self.is_command, self.work = not work, work or (lambda: main(verb.args))
        (folder / JSONL).write_text(SOURCE)
        (folder / PLAN).write_text(PLANNED)
        if verb.made:
            verb.prepare(furnished(self.root))
            assert self.run("list", "--limit", "1").code == 0  # there is an index, and a lock
        self.faults = self.found()
        self.kept = dict(tree(folder))
        self.before = said(self.root)
        ran = self.does()
        assert ran.code in (0, INTERRUPTED), ran
        self.after = said(self.root)
        self.reset()
        assert said(self.root) == self.before

    def does(self) -> Ran:
        """The verb, in a process of its own."""
        return self.run(*self.verb.args) if self.is_command else self._forked(self.work)

    def run(self, *args: str) -> Ran:
        """Another command line on the same store."""
        if self.verb.within is not int:
            return self._forked(lambda: main([*args]))
        with tempfile.TemporaryFile() as output, open(os.devnull, "rb") as nothing:
            streams = [nothing.fileno(), output.fileno(), output.fileno()]
            code = by_nursery(args, streams, str(self.folder), os.environ | self.env)
            output.seek(0)
            return Ran(code, output.read().decode(errors="replace"))

    def _forked(self, work: Callable[[], None]) -> Ran:
        with self.waiting(work) as (pid, ended):
            os.kill(pid, GO)
        return ended()

    @contextmanager
    def waiting(
        self, work: Callable[[], None] | None = None, cut: int = 0
    ) -> Iterator[tuple[int, Callable[[], Ran]]]:
        """A process that will do the work when it gets the signal GO, and how it ended then.

        The first signal CUT limits the size of files to `cut` bytes, the second lifts that.
        """
        with tempfile.TemporaryFile() as output:
            before = signal.pthread_sigmask(signal.SIG_BLOCK, {GO})
            pid = os.fork()
            if pid == 0:
                self._become(work or self.work, cut, output.fileno())
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            answer: list[Ran] = []
            yield pid, lambda: answer[0]
            code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            output.seek(0)
            answer.append(Ran(code, output.read().decode(errors="replace")))

    def _become(self, work: Callable[[], None], cut: int, output: int) -> None:
        """Never returns: this process is a command now."""
        try:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(output, 1)
            os.dup2(output, 2)
            sys.stdin, sys.stdout, sys.stderr = map(stream, range(3))
            os.chdir(self.folder)
            os.environ |= self.env
            sys.argv = ["memento"]
            self.verb.within()
            signal.signal(CUT, _cutting(cut))
            signal.alarm(SECONDS)
            signal.sigwait({GO})
            work()
        except SystemExit as left:  # of a command with threads
            os._exit(left.code if isinstance(left.code, int) else 1)
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
        os._exit(99)

    def settle(self) -> None:
        """Wait until no stamp is so young that the index would not believe it, or just not."""
        time.sleep(max(0.0, self._changed + TICK / SECOND - time.monotonic()))

    def reset(self) -> None:
        """Put every file back, those that did not change untouched."""
        here = dict(tree(self.folder))
        for path in sorted(here.keys() - self.kept.keys(), reverse=True):
            path.rmdir() if here[path] is None else path.unlink()
        for path, data in sorted(self.kept.items()):
            if data is None:
                path.mkdir(exist_ok=True)
            elif here.get(path) != data:
                path.write_bytes(data)
        self._changed = time.monotonic()

    @property
    def is_store(self) -> bool:
        """Whether there is a store by now."""
        return os.path.exists(os.path.join(self.root, FILE))

    def litter(self) -> list[Path]:
        """Temporary files that were left in the store."""
        return [path for path, _ in tree(Path(self.root)) if path.name.startswith(TEMPORARY)]

    def found(self) -> set[str]:
        """What doctor finds wrong."""
        if not self.is_store:
            return set()

        def look() -> None:
            for finding in doctor(open_anyway(self.root), datetime.now(UTC)).findings:
                print(finding.where, finding.problem, sep=": ", flush=True)
            os._exit(0)

        ran = self._forked(look)
        assert ran.code == 0, ran.said
        return set(ran.said.splitlines())


def _cutting(limit: int) -> Any:
    sizes = iter([limit])

    def cut(number: int, frame: object) -> None:
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.setrlimit(resource.RLIMIT_FSIZE, (next(sizes, hard), hard))

    return cut


def tree(folder: Path) -> Iterator[tuple[Path, bytes | None]]:
    """Everything below a folder: the bytes of files, and None for folders."""
    for place, folders, names in os.walk(folder):
        yield from ((Path(place, name), None) for name in folders)
        yield from ((Path(place, name), Path(place, name).read_bytes()) for name in names)
