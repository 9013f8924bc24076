"""memento --version: what is installed here, for a person's report of a fault and for scripts.

The first line is all that scripts have to read. What packages there are is told by the names of
their folders, as `importlib.metadata` would take three times as long as the whole command.
"""

from __future__ import annotations

import os
import sys

import memento_cli
from memento_cli import __version__
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import suppress

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from memento_cli.cli.call import Call

PACKAGE = os.path.dirname(os.path.abspath(memento_cli.__file__))
DISTRIBUTION, INFO = "memento_keep", ".dist-info"
REQUIRED, EXTRA = "Requires-Dist: ", "extra == "
ENDS_OF_NAMES = " <>=!~;[("
BRANCH, COMMIT_SIGNS = "ref: ", 8


class Origin(NamedTuple):
    """The folder or the address that this memento is from, and its commit in git, if known."""

    place: str
    commit: str


def version(call: Call) -> None:
    """Print the version, and below it what else a report of a fault should say."""
    found = facts()
    call.out.value(found, text(found))


def facts() -> dict[str, Any]:
    """What is installed: the values that JSON has."""
    from _sqlite3 import sqlite_version

    packages = _packages(sys.path)
    extras = _extras(packages)
    origin = _origin(packages)
    return {
        "version": __version__,
        "python": ".".join(map(str, sys.version_info[:3])),
        "executable": sys.executable,
        "sqlite": sqlite_version,
        "system": sys.platform,
        "extras": [name for name, needed in extras.items() if needed <= packages.keys()],
        "without": [name for name, needed in extras.items() if not needed <= packages.keys()],
        "from": origin.place or None,
        "commit": origin.commit or None,
    }


def text(found: Mapping[str, Any]) -> str:
    """The same in lines."""
    commit = f", commit {found['commit'][:COMMIT_SIGNS]}" if found["commit"] else ""
    rows = {
        "Python": f"{found['python']}, {found['executable']}",
        "SQLite": f"{found['sqlite']}, {found['system']}",
        "extras": " ".join(found["extras"]) or "none",
        "without": " ".join(found["without"]),
        "from": f"{found['from'] or ''}{commit}",
    }
    lines = [f"{name:<8} {value}" for name, value in rows.items() if value]
    return "\n".join([f"memento {__version__}", *lines])


def _packages(folders: Iterable[str]) -> dict[str, str]:
    """The folder with the metadata of each package that is installed, by its name: of several the
    one that is imported."""
    found = dict[str, str]()
    for folder in folders:
        with suppress(OSError):
            for entry in os.listdir(folder or os.curdir):
                if entry.endswith(INFO):
                    name = _normal(entry.partition("-")[0])
                    found.setdefault(name, os.path.join(folder, entry))
    return found


def _extras(packages: Mapping[str, str]) -> dict[str, set[str]]:
    """The packages that each extra of memento needs, as its metadata say."""
    needed = dict[str, set[str]]()
    for line in _lines(packages, "METADATA"):
        if not line:
            break  # below stands the README
        if line.startswith(REQUIRED) and EXTRA in line:
            requirement = line.removeprefix(REQUIRED)
            end = next(place for place, sign in enumerate(requirement) if sign in ENDS_OF_NAMES)
            extra = line.rpartition(EXTRA)[2].strip("'\")")
            needed.setdefault(extra, set()).add(_normal(requirement[:end]))
    return needed


def _normal(name: str) -> str:
    return name.lower().replace("-", "_").replace(".", "_")


def _origin(packages: Mapping[str, str]) -> Origin:
    """A checkout that this runs from, or what pip noted of where it had the package from; empty if
    that was a package index."""
    checkout = os.path.dirname(PACKAGE)
    if os.path.exists(os.path.join(checkout, "pyproject.toml")):
        return Origin(checkout, _checked_out(os.path.join(checkout, ".git")))
    noted = "\n".join(_lines(packages, "direct_url.json"))
    if not noted:
        return Origin("", "")
    from json import loads  # of an index nothing is noted

    url = loads(noted)
    return Origin(url["url"], url.get("vcs_info", {}).get("commit_id", ""))


def _checked_out(git: str) -> str:
    """The commit that is checked out, by git's own files; empty if they do not say it plainly."""
    head = _line(os.path.join(git, "HEAD"))
    if not head.startswith(BRANCH):
        return head
    branch = head.removeprefix(BRANCH)
    return _line(os.path.join(git, *branch.split("/"))) or next(
        (
            line.partition(" ")[0]
            for line in _file_lines(os.path.join(git, "packed-refs"))
            if line.endswith(f" {branch}")
        ),
        "",
    )


def _lines(packages: Mapping[str, str], name: str) -> list[str]:
    """The lines of a file of memento's own metadata; none if it is not installed."""
    folder = packages.get(DISTRIBUTION)
    return _file_lines(os.path.join(folder, name)) if folder else []


def _line(path: str) -> str:
    return next(iter(_file_lines(path)), "")


def _file_lines(path: str) -> list[str]:
    """The lines of a file; none if it cannot be read."""
    with suppress(OSError), open(path, encoding="utf-8", errors="replace") as file:
        return file.read().splitlines()
    return []
