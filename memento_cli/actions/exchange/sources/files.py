"""Finds the files at a path, and their format."""

from __future__ import annotations

import os
import stat
from itertools import chain

from memento_cli.actions.exchange.sources.entry import BadItem, Source, shown_path
from memento_cli.errors import NotFound, Usage
from memento_cli.store.files.files import os_errors

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

SUFFIXES = {
    "jsonl": (".jsonl", ".ndjson"),
    "markdown": (".md", ".markdown", ".mdown"),
    "toml": (".toml",),
    "csv": (".csv",),
}
EXPORT = ".json"
"""The suffix of exports, whose format only their content tells."""
MEMORIES = "memories"
LEFT_OUT = ("node_modules",)


def from_path(path: str, zone: tzinfo, format: str | None) -> Source:
    """The items of a file or folder; without a format, the names of files tell it."""
    folder, paths, bad = _files(path)
    format = format or _format(path, folder, paths)
    if os.path.isdir(path):
        paths = _of_format(format, folder, paths)
        if not paths and not bad:
            raise NotFound(f"no {format} files in {shown_path(path)}")
    source = _read(format, folder, paths, zone)
    return Source(chain(bad, source.items), (source.total or 0) + len(bad))


def _read(format: str, folder: str, paths: Sequence[str], zone: tzinfo) -> Source:
    from memento_cli.actions.exchange.sources import (
        chats,
        csv_file,
        json_lines,
        markdown,
        toml_files,
    )

    if format in chats.EXPORTS:
        return chats.from_files(paths, format, zone)
    if format == "jsonl":
        return json_lines.from_files(paths, zone)
    if format == "csv":
        return csv_file.from_files(paths, zone)
    if format == "toml":
        return toml_files.from_files(paths, zone)
    return markdown.from_files(paths, folder, zone)


def _files(path: str) -> tuple[str, list[str], list[BadItem]]:
    """The folder, its files that are not hidden, and the folders that could not be read."""
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise NotFound(f"nothing at {shown_path(path)}") from None
    except OSError:
        with os_errors(shown_path(path)):
            raise
    if stat.S_ISREG(mode):
        return os.path.dirname(os.path.abspath(path)), [path], []
    if not stat.S_ISDIR(mode):
        raise Usage(f"{shown_path(path)} is neither a file nor a folder", "`-` reads from a pipe")
    paths, bad = list[str](), list[BadItem]()

    def unread(problem: OSError) -> None:
        bad.append(BadItem(shown_path(problem.filename), f"cannot be read: {problem.strerror}"))

    for folder, folders, names in os.walk(path, onerror=unread):
        folders[:] = sorted(n for n in folders if n[0] != "." and n not in LEFT_OUT)
        paths += [os.path.join(folder, name) for name in sorted(names) if name[0] != "."]
    return path, paths, bad


def _format(path: str, folder: str, paths: Sequence[str]) -> str:
    """The only format of the files; Usage if there are several. A store's is "toml"."""
    from memento_cli.actions.exchange.sources.chats import EXPORTS, export_in

    formats = {name for name in SUFFIXES if _of_format(name, folder, paths)}
    if "toml" in formats and os.path.isdir(os.path.join(folder, MEMORIES)):
        return "toml"
    formats |= {export_in(file) for file in paths if _suffix(file) == EXPORT} - {""}
    if len(formats) == 1:
        return formats.pop()
    listed = " and ".join(sorted(formats))
    problem = f"holds {listed}" if formats else "is of no format that is known"
    hint = f"name one: --from {'|'.join([*SUFFIXES, *EXPORTS])}"
    raise Usage(f"{shown_path(path)} {problem}", hint)


def _of_format(format: str, folder: str, paths: Sequence[str]) -> list[str]:
    """The files of a format; of TOML those in the folder `memories`, or else in `folder` itself."""
    if format not in SUFFIXES:
        from memento_cli.actions.exchange.sources.chats import export_in

        return [path for path in paths if _suffix(path) == EXPORT and export_in(path) == format]
    paths = [path for path in paths if _suffix(path) in SUFFIXES[format]]
    if format != "toml":
        return paths
    inside = [path for path in paths if os.path.dirname(path) == os.path.join(folder, MEMORIES)]
    return inside or [path for path in paths if os.path.dirname(path) == folder.rstrip(os.sep)]


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1].lower()
