"""Starts the command line with as few imports as possible; what ends it becomes an exit code."""

from __future__ import annotations

import gc
import os
import sys

from memento_cli.interrupts import CODE, leave_at_once

TYPE_CHECKING = False

if TYPE_CHECKING:
    from types import FrameType


def main(argv: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    leave_at_once()
    args = sys.argv[1:] if argv is None else argv
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if sys.platform == "win32":
        from memento_cli.cli.output.console import prepare

        prepare()
    gc.disable()  # what a start makes stays; to look for garbage in it costs as much as sqlite3
    try:
        code = _run(args)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except OSError as problem:
        code = _unprintable(problem)
    _leave(code)


def _run(args: list[str]) -> int:
    try:
        _tidy_when_terminated()
        _import_calendar()
        from memento_cli.cli.run import run

        return run(args)
    except KeyboardInterrupt:
        return CODE
    finally:
        leave_at_once()


def _unprintable(problem: OSError) -> int:
    """stdout is closed or full. A reader that has seen enough (`| head`) is no failure."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)  # so that Python's own flush at exit does not fail again
    if isinstance(problem, BrokenPipeError):
        return 0
    hints = [f"Hint: {note}" for note in getattr(problem, "__notes__", ())]
    told = "\n".join([f"Error: cannot write the output: {problem.strerror}", *hints])
    print(told, file=sys.stderr, flush=True)
    return 1


def _leave(code: int) -> None:
    """All is written: to take the interpreter apart would cost as much as to start it.

    Unless a thread is still at work, or someone watches what runs (a profiler, a debugger).
    """
    threads = sys.modules.get("threading")
    if not (sys.gettrace() or sys.getprofile() or (threads and threads.active_count() > 1)):
        os._exit(code)
    sys.exit(code)


def _import_calendar() -> None:
    """Import the compiled part of `datetime` under its name.

    Up to 3.11 Python first runs the same module as written in Python, then throws that away.
    """
    if sys.version_info < (3, 12):
        sys.modules.setdefault("datetime", __import__("_datetime"))


def _tidy_when_terminated() -> None:
    """Let SIGTERM and SIGHUP (the terminal closes) end what is under way as an error does."""
    if TYPE_CHECKING:
        import signal
    else:  # `signal` makes classes of its numbers, which takes a third of Python's start
        import _signal as signal

    signal.signal(signal.SIGTERM, _terminated)
    hangup = getattr(signal, "SIGHUP", None)  # which Windows has not
    if hangup and signal.getsignal(hangup) == signal.SIG_DFL:  # `nohup` asks to go on
        signal.signal(hangup, _terminated)


def _terminated(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


if __name__ == "__main__":
    main()
