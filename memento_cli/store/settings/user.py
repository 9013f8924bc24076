"""The user's own settings: `memento/config.toml` in their configuration folder."""

from __future__ import annotations

import os

from memento_cli.core.fields.checks import checked
from memento_cli.core.fields.field import Field
from memento_cli.errors import BadData
from memento_cli.store.directory.platform_folders import user_file
from memento_cli.store.files.files import read_regular
from memento_cli.store.toml.changes import flat
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any


USER_SETTINGS = (
    Field("store", "text", "Your store where none is named and no folder around has one: a path, "
          "in which ~ is your home. Else it is in the platform's folder for data.", ""),
    Field("pager", "text", "The program for what is longer than the terminal; $MEMENTO_PAGER "
          "goes before it, $PAGER or less after it. `cat` turns paging off.", ""),
    Field("editor", "text", "The program in which you edit; else $VISUAL, $EDITOR or vi.", ""),
    Field("color", "choice", "When to colour; --color comes before it.", "auto",
          choices=("auto", "always", "never")),
    Field("times", "choice", "Times on a terminal: as your clock shows them, or in UTC.", "local",
          choices=("local", "utc")),
    Field("layers", "texts", "Stores that `recall`, `list` and `context` read beside the one that "
          "they find, the nearest first: paths, in which ~ is your home.", ()),
    Field("summary.command", "texts", "A program and its arguments that summarises what it reads, "
          "in at most $MEMENTO_TOKENS tokens; without one, sentences are extracted.", ()),
    Field("summary.timeout_seconds", "number", "How long it may take.", 60.0, above=0, high=3600),
)  # fmt: skip


def user_settings() -> dict[str, Any]:
    """The user's settings; BadData with all problems of their file."""
    path = user_file()
    try:
        document = parsed(read_regular(path, SIZE_LIMIT), path).data
    except FileNotFoundError:
        document = {}
    except OSError as problem:
        raise BadData(path, [f"cannot be read: {problem.strerror}"]) from None
    values, problems = checked(USER_SETTINGS, document)
    known = {field.path for field in USER_SETTINGS}
    problems += [f"unknown setting {key}" for key in flat(document) if key not in known]
    problems += [f"layers: {one!r} is no path" for one in values["layers"] if "\0" in one]
    if problems:
        raise BadData(path, problems, "`memento help settings` tells what may stand there")
    return values


def configured_store() -> str:
    """The path of the user's own store; empty if the file names none."""
    path: str = user_settings()["store"]
    return _resolved(path) if path else ""


def layers() -> list[str]:
    """The paths of the stores that the user reads beside the current one."""
    return [_resolved(path) for path in user_settings()["layers"]]


def _resolved(path: str) -> str:
    """A path of the file, relative to its folder or to the home of `~`."""
    return os.path.join(os.path.dirname(user_file()), os.path.expanduser(path))
