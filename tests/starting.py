"""Starts the command line from a process that has imported all of it.

Most of what a command costs is Python's start and imports, and the tests run some thousand. So one
process, the nursery, imports everything once, and for each command forks a child, which becomes the
program. `started()` is the command line to begin with instead of `python -m memento_cli`: a small
program that hands its streams, folder, environment and arguments on, and ends as the child does.
`completed()` and `ended()` ask the nursery themselves, as the start of that program costs half as
much as a command.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import locale
import marshal
import os
import pkgutil
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from tests.conftest import LONGER, ROOT
from tests.faults.terminals import become

PROGRAMS = (".__main__", ".launch", ".plain")  # modules that act when they are imported
FRAMEWORKS = "memento_cli.adapters."  # modules of frameworks that may be missing; no command's
STREAMS = 3
HEAD = 8  # bytes, that say how long a request is
PATIENCE_SECONDS = 120
NURSING = hasattr(os, "pidfd_open")
HANDED_ON = """
import _socket, marshal, os, signal, sys
def is_open(number):
    try:
        os.fstat(number)
    except OSError:
        os.open(os.devnull, os.O_RDONLY)  # so that nothing else gets this number
        return False
    return True
opened = [is_open(number) for number in range(3)]
nursery = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
nursery.connect(sys.argv[1])
mask = os.umask(0)
ending = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
signal.pthread_sigmask(signal.SIG_BLOCK, ending)  # until they are the child's, which may be quicker
said = marshal.dumps((opened, os.getcwd(), mask, dict(os.environ), sys.argv[2:]))
streams = b"".join(number.to_bytes(4, sys.byteorder) for number in range(3))
rights = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)]
nursery.sendmsg([len(said).to_bytes(8, "big")], rights)
nursery.sendall(said)
def told():
    return int(nursery.recv(8, _socket.MSG_WAITALL) or b"99")
child = told()
for number in ending:
    signal.signal(number, lambda number, frame: os.kill(child, number))
signal.pthread_sigmask(signal.SIG_UNBLOCK, ending)
code = told()
if code < 0:
    signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
os._exit(code)
"""


def started() -> list[str]:
    """The command that starts memento; its arguments come after it.

    In the longer run, and where no system call tells of a child's end, it is the program itself.
    """
    if LONGER or not NURSING:
        return [sys.executable, "-m", "memento_cli"]
    return [
        sys.executable,
        "-I",
        "-S",
        os.path.join(nursery(), "memento.py"),
        _socket_in(nursery()),
    ]


@cache
def nursery() -> str:
    """The folder of this process's nursery, which is started the first time."""
    folder = tempfile.mkdtemp(prefix="memento-nursery-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    Path(folder, "memento.py").write_text(HANDED_ON)
    nursery = subprocess.Popen(
        [sys.executable, "-m", "tests.starting", _socket_in(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        start_new_session=True,  # what tests send to their own group is not for it
    )
    assert nursery.stdin and nursery.stdout
    atexit.register(nursery.stdin.close)
    assert nursery.stdout.readline() == b"ready\n", "the nursery has not begun"
    return folder


def _socket_in(folder: str) -> str:
    return os.path.join(folder, "socket")


def completed(
    args: Sequence[str],
    input: bytes,
    env: Mapping[str, str],
    folder: str,
    python: Sequence[str] = (),
) -> subprocess.CompletedProcess[bytes]:
    """Run memento to its end with pipes for its streams, as `subprocess.run` does.

    With options of Python it is a program of its own. Raises TimeoutExpired if it has not ended
    after some minutes; then it has been killed.
    """
    command = [sys.executable, *python, "-m", "memento_cli"] if python else started()
    if command[-2] == "-m":
        return subprocess.run(
            [*command, *args],
            input=input,
            capture_output=True,
            env=env,
            cwd=folder,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
    (stdin, into), (out, stdout), (err, stderr) = (os.pipe() for _ in range(STREAMS))
    with ThreadPoolExecutor(STREAMS) as working:
        working.submit(_written, into, input)
        said = [working.submit(_read, stream) for stream in (out, err)]
        code = ended(args, [stdin, stdout, stderr], folder, env, close=True)
        return subprocess.CompletedProcess([*args], code, *(part.result() for part in said))


def ended(
    args: Sequence[str],
    streams: Sequence[int],
    folder: str,
    env: Mapping[str, str],
    *,
    opened: Sequence[bool] = (True,) * STREAMS,
    close: bool = False,
) -> int:
    """Run memento to its end with these streams, of which some may be closed for it.

    Answers its exit code, minus the signal that ended it. It is a child of the nursery, which is
    smaller than this process, so that a fork costs less: a third of it. With `close` the streams
    are closed here once they are handed on.
    """
    mask = os.umask(0)
    os.umask(mask)
    asked = ([*opened], folder, mask, dict(env), [*args])
    if not NURSING:
        if (child := os.fork()) == 0:
            _become([os.dup(stream) for stream in streams], *asked)
        _close(streams if close else ())
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with socket.socket(socket.AF_UNIX) as there:
        there.connect(_socket_in(nursery()))
        said = marshal.dumps(asked)
        socket.send_fds(there, [len(said).to_bytes(HEAD, "big")], [*streams])
        _close(streams if close else ())
        there.sendall(said)
        child = int(there.recv(HEAD, socket.MSG_WAITALL))
        there.settimeout(PATIENCE_SECONDS)
        try:
            return int(there.recv(HEAD, socket.MSG_WAITALL))
        except TimeoutError:
            os.kill(child, signal.SIGKILL)
            raise subprocess.TimeoutExpired([*args], PATIENCE_SECONDS) from None


def _close(streams: Iterable[int]) -> None:
    for stream in streams:
        os.close(stream)


def _written(stream: int, text: bytes) -> None:
    with contextlib.suppress(BrokenPipeError), open(stream, "wb") as into:
        into.write(text)


def _read(stream: int) -> bytes:
    with open(stream, "rb") as out:
        return out.read()


def main(place: str) -> None:
    """Be the nursery, until who began it is gone."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(place)
    listener.listen(64)
    _import_everything()
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print("ready", flush=True)
    under_way: dict[int, tuple[int, socket.socket]] = {}  # by what tells that a child has ended
    door, gone = listener.fileno(), sys.stdin.fileno()
    while gone not in (ready := select.select([door, gone, *under_way], [], [])[0]):
        for told in ready:
            if told == door:
                asked, _ = listener.accept()
                with contextlib.suppress(OSError, EOFError, ValueError):  # who asked is gone
                    child = _begun(listener, asked)
                    under_way[os.pidfd_open(child)] = child, asked
            else:
                _ended(told, *under_way.pop(told))


def _import_everything() -> None:
    import memento_cli

    for module in pkgutil.walk_packages(memento_cli.__path__, "memento_cli."):
        if not module.name.endswith(PROGRAMS) and not module.name.startswith(FRAMEWORKS):
            importlib.import_module(module.name)
    for name in ("rich.console", "rich.markdown", "rich.table", "rapidfuzz.process", "uvicorn"):
        importlib.import_module(name)


def _begun(listener: socket.socket, asked: socket.socket) -> int:
    """Start one command; the number of its process, which is told."""
    head, streams, _, _ = socket.recv_fds(asked, HEAD, STREAMS)
    with asked.makefile("rb") as rest:
        said = marshal.loads(rest.read(int.from_bytes(head, "big")))
    child = os.fork()
    if child == 0:
        try:
            listener.close()
            asked.close()
            _become(streams, *said)
        finally:
            os._exit(99)
    for stream in streams:
        os.close(stream)
    with contextlib.suppress(OSError):
        asked.sendall(b"%8d" % child)
    return child


def _ended(told: int, child: int, asked: socket.socket) -> None:
    """Tell how a command has ended to who asked for it, if that is still there."""
    os.close(told)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with asked, contextlib.suppress(OSError):
        asked.sendall(b"%8d" % code)


def _become(
    streams: list[int],
    opened: list[bool],
    folder: str,
    mask: int,
    env: dict[str, str],
    args: list[str],
) -> None:
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
        if not opened[number]:
            os.close(number)
    os.chdir(folder)
    os.umask(mask)
    os.environ.clear()
    os.environ.update(env)
    tempfile.tempdir = None
    time.tzset()
    locale.setlocale(locale.LC_CTYPE, "")
    sys.argv = [str(ROOT / "memento_cli" / "__main__.py"), *args]
    become(args)


if __name__ == "__main__":
    main(sys.argv[1])
