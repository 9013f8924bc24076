"""The programs that the user's configuration names: run without a shell, and never for long."""

from __future__ import annotations

import os

from memento_cli.core.text.visible import visible
from memento_cli.errors import Failed
from memento_cli.standard import suppress

TYPE_CHECKING = False

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Mapping, Sequence

SHOWN = 200


class TooSlow(Failed):
    """The program was killed, as it took longer than it may."""


def output_of(
    command: Sequence[str],
    data: bytes,
    seconds: float,
    variables: Mapping[str, str] | None = None,
) -> bytes:
    """What a program prints that reads `data`; `variables` are added to its environment.

    Failed if it cannot be started or fails, with the first line of what it complains of; TooSlow
    after `seconds`, when it is killed with all that it started.
    """
    import subprocess  # few users have such a program

    try:
        process = subprocess.Popen(
            [os.path.expanduser(command[0]), *command[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(variables or {})},
            start_new_session=True,
        )
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise Failed(f"{visible(command[0])}: {reason}") from None
    try:
        output, complaint = process.communicate(data, seconds)
    except subprocess.TimeoutExpired:
        _end(process)  # it may have ended, and what it started goes on
        raise TooSlow(f"it took longer than {seconds:g} s") from None
    finally:
        if process.poll() is None:
            _end(process)
    if process.returncode:
        raise Failed(_ending(process.returncode, complaint))
    return output


def _ending(code: int, complaint: bytes) -> str:
    """How a program ended, and the first line of its complaint."""
    line = first_line(complaint.decode(errors="replace"))
    return f"it ended with {code}" + (f": {line}" if line else "")


def first_line(text: str) -> str:
    """The first line of what another program says that is not empty: short, visible, without
    secrets."""
    from memento_cli.core.security.secret_checks import without_secrets  # most programs do not fail

    line = next(filter(None, map(str.strip, text.splitlines())), "")
    shown: str = without_secrets(visible(line[:SHOWN]))
    return shown


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, if it is still running, and all that it started."""
    if os.name == "posix":
        import signal

        with suppress(ProcessLookupError, PermissionError):  # nothing of its group is left
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        process.kill()
    process.wait()
