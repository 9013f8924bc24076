"""Small file systems of their own, which can be full, read-only, or without power."""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SHUTDOWN = 0x8004587D  # EXT4_IOC_SHUTDOWN
NO_LOG_FLUSH = 2  # what is not on disk yet never gets there
IMAGE_BYTES = 16 << 20


@contextmanager
def disk(*mounting: str) -> Iterator[Path]:
    """A folder with a file system mounted at `store` in it; skips where that may not be."""
    with tempfile.TemporaryDirectory(prefix="memento-") as folder:
        place = Path(folder, "store")
        place.mkdir()
        mount(place, *mounting)
        try:
            yield Path(folder)
        finally:
            _done("umount", str(place))


def mount(place: Path, *options: str) -> None:
    """Mount, or mount otherwise; skips where the system refuses."""
    said = _done("mount", *options, str(place))
    if said:
        pytest.skip(f"nothing can be mounted here: {said}")


@contextmanager
def image() -> Iterator[str]:
    """A block device with an empty ext4 in it, which is a file and stays the same device."""
    with tempfile.NamedTemporaryFile(prefix="memento-", suffix=".ext4") as file:
        os.truncate(file.name, IMAGE_BYTES)
        said = _done("mkfs.ext4", "-q", "-F", file.name)
        if said:
            pytest.skip(f"no ext4 can be made here: {said}")
        command = ["losetup", "--find", "--show", file.name]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode:
            pytest.skip(f"no loop device can be had here: {made.stderr.strip()}")
        device = made.stdout.strip()
        try:
            yield device
        finally:
            _done("losetup", "--detach", device)


def power_cut(place: Path, device: str) -> None:
    """Take the power from a mounted image: all that was not synced is gone; then mount it again."""
    handle = os.open(place, os.O_RDONLY)
    try:
        fcntl.ioctl(handle, SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
    except OSError as problem:
        pytest.skip(f"the power of an ext4 cannot be cut here: {problem.strerror}")
    finally:
        os.close(handle)
    assert not _done("umount", str(place))
    mount(place, device)


def _done(*command: str) -> str:
    """Do it; what was said against it, or nothing."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return f"{command[0]} is not installed"
    return (done.stderr.strip() or f"code {done.returncode}") if done.returncode else ""
