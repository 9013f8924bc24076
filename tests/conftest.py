"""For every test: a home of its own, where the user's real memories cannot be reached."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import platformdirs
import pytest
from hypothesis import HealthCheck, settings

from memento_cli import Store, init

ROOT = Path(__file__).resolve().parents[1]
XDG = ("DATA", "CONFIG", "CACHE", "STATE", "RUNTIME")
DATA = (
    "MEMENTO_VECTORS", "MEMENTO_BENCH_DATA", "MEMENTO_BENCH_ENGINES", "MEMENTO_MCP_CONFORMANCE",
    "MEMENTO_ADAPTERS", "MEMENTO_ADAPTERS_ALONE", "MEMENTO_BENCH_HOSTS", "MEMENTO_TEST_PG",
    "MEMENTO_AXE",
)  # fmt: skip
# where what the tests read is
BUDGETS = (
    "MEMENTO_CLONES",
    "MEMENTO_MACHINE",
    "MEMENTO_FUZZ_MINUTES",
    "MEMENTO_FAULTS",
    "MEMENTO_KILLS",
    "MEMENTO_LONGER",
)  # how long what is random lives
LOUD = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "VISUAL", "EDITOR")

COMPILED_ANEW = ("PYTHONDONTWRITEBYTECODE",)
"""With it each of thousands of commands would compile the program anew, in half of its time."""

LONGER = os.environ.get("MEMENTO_LONGER", "")
"""A number, the seed of the longer run, in which examples and lives are random. Empty: the usual
run, which does the same each time and leaves out what is marked `longer`."""


def examples(many: int = 100) -> int:
    """How many examples a test tries: so many in the longer run, where they are new each time, and
    a quarter of them in the usual one, where they are the same each time."""
    return many if LONGER else many // 4


# How long an example takes is no fault of the code, on a busy machine least of all.
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
settings.register_profile("random", **PATIENT)
settings.register_profile(
    "fixed", derandomize=True, database=None, max_examples=examples(), **PATIENT
)
FEW = {"max_examples": 10, "suppress_health_check": [*HealthCheck]}  # too few to judge health by
settings.register_profile("quick", settings.get_profile("fixed"), **FEW)
settings.load_profile("random" if LONGER else "fixed")

# What is started in the background of a script ignores Ctrl-C, and below `nohup` the end of the
# terminal, and so would all that tests start. A handler of ours is not handed on to them.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda *_: None)


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors, as a third of the time is spent waiting: for ticks
    of the clock, for hosts and shells, for locks that another process has."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for no garbage while tests are collected, and never in what was: it stays until the end.

    Else a third of the time of collecting went there, and a tenth of that of the tests.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `longer`, unless the longer run is asked for."""
    left_out = [] if LONGER else [item for item in items if item.get_closest_marker("longer")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("longer")]


def _stamp(place: str) -> list[tuple[str, int, int]]:
    """Every file below a folder, with its size and time of change."""
    found = []
    for folder, _, names in os.walk(place):
        for name in names:
            status = os.lstat(os.path.join(folder, name))
            found.append((os.path.join(folder, name), status.st_size, status.st_mtime_ns))
    return sorted(found)


def _leave_home() -> str:
    """Point everything that memento and its tools read at an empty folder; answers that folder."""
    home = tempfile.mkdtemp(prefix="memento-home-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    for name in [name for name in os.environ if name.startswith("MEMENTO_")]:
        if name not in DATA + BUDGETS:
            del os.environ[name]
    for name in LOUD + COMPILED_ANEW:
        os.environ.pop(name, None)
    for name in XDG:
        os.environ[f"XDG_{name}_HOME" if name != "RUNTIME" else "XDG_RUNTIME_DIR"] = home
    who = {"NAME": "Test", "EMAIL": "test@example.org"}
    for role in ("AUTHOR", "COMMITTER"):
        os.environ |= {f"GIT_{role}_{key}": value for key, value in who.items()}
    os.environ |= {"HOME": home, "USERPROFILE": home, "TZ": "UTC", "GIT_CONFIG_NOSYSTEM": "1"}
    os.environ["PAGER"] = "cat"
    if hasattr(time, "tzset"):
        time.tzset()
    return home


REAL = platformdirs.user_data_dir("memento")
BEFORE = _stamp(REAL)
HOME = _leave_home()


@pytest.fixture(autouse=True, scope="session")
def real_memories_untouched() -> Iterator[None]:
    """The user's real data directory explodes: a test that reaches it fails the whole run."""
    from memento_cli.store.directory.location import default_place

    elsewhere = default_place().startswith(HOME) or os.name == "nt"  # which asks no variable
    assert elsewhere, f"tests would reach {default_place()}"
    yield
    assert _stamp(REAL) == BEFORE, f"a test has touched {REAL}"


@pytest.fixture(autouse=True, scope="session")
def nothing_left_behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is left in the folder for temporary files, as a text that could not be recorded, goes
    when the tests have ended; what pytest itself keeps there stays."""
    tmp_path_factory.getbasetemp()
    with (
        tempfile.TemporaryDirectory(prefix="memento-tests-", ignore_cleanup_errors=True) as folder,
        pytest.MonkeyPatch.context() as patched,
    ):
        os.chmod(folder, 0o1777)  # some tests act as another user
        patched.setenv("TMPDIR", folder)
        patched.setattr(tempfile, "tempdir", folder)
        yield


class Ran(NamedTuple):
    """What a command line did."""

    code: int
    stdout: str
    stderr: str


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A new, empty store, which `run` and `call` find."""
    place = str(tmp_path / "store")
    monkeypatch.setenv("MEMENTO_STORE", place)
    return init(place, person="alex").store


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Ran]:
    """Runs the command line as a process of its own."""

    def run(
        *args: str,
        input: str = "",
        env: Mapping[str, str] | None = None,
        cwd: str | Path | None = None,
        python: tuple[str, ...] = (),
    ) -> Ran:
        from tests.starting import completed

        done = completed(
            args,
            input.encode(errors="surrogateescape"),
            {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
            str(cwd or tmp_path),
            python,
        )
        out, err = (part.decode(errors="surrogateescape") for part in (done.stdout, done.stderr))
        return Ran(done.returncode, out, err)

    return run


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs the command line in this process: faster, and without a terminal or an input."""

    def call(*args: str) -> Ran:
        from memento_cli.cli.run import run as run_here

        capsys.readouterr()
        code = run_here(list(args))
        done = capsys.readouterr()
        return Ran(code, done.out, done.err)

    return call
