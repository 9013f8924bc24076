"""Starts a door with as few imports as possible; what ends it becomes an exit code."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType


def main(argv: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    args = sys.argv[1:] if argv is None else argv
    signal.signal(signal.SIGTERM, _terminated)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except OSError as problem:
        code = _unprintable(problem)
    sys.exit(code)


def _run(args: list[str]) -> int:
    if args == ["--version"]:
        from memento_cli import __version__

        print(f"memento {__version__}")
        return 0
    from memento_cli.cli.app import run

    return run(args)


def _unprintable(problem: OSError) -> int:
    """stdout is closed or full. A reader that has seen enough (`| head`) is no failure."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)  # so that Python's own flush at exit does not fail again
    if isinstance(problem, BrokenPipeError):
        return 0
    print(f"Error: cannot write the output: {problem.strerror}", file=sys.stderr)
    return 1


def _terminated(number: int, frame: FrameType | None) -> None:
    raise SystemExit(143)


if __name__ == "__main__":
    main()
