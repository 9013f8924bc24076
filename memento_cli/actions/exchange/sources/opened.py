"""Opens a path, a repository or a stream as a source of an import."""

from __future__ import annotations

import os
import stat
from datetime import UTC
from itertools import chain

from memento_cli.actions.exchange.sources.entry import (
    BadItem,
    Source,
    nothing_at,
    reason_of,
    shown_path,
)
from memento_cli.actions.exchange.sources.host_places import HOSTS, host_format
from memento_cli.errors import BadData, BadId, NotFound, Usage
from memento_cli.store.files.files import os_errors

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import tzinfo
    from typing import BinaryIO

    from memento_cli.actions.exchange.sources.entry import Item

SUFFIXES = {
    "jsonl": (".jsonl", ".ndjson"),
    "markdown": (".md", ".markdown", ".mdown"),
    "toml": (".toml",),
    "csv": (".csv",),
}
JRNL, TEXT = "jrnl", (".txt", ".jrnl")
"""The format of journals, which only the content tells, and the suffixes that they have."""
EXPORT = ".json"
"""The suffix of exports, whose format only their content tells."""
MEMORIES = "memories"
LARGEST = 64 << 20
"""The most bytes of a journal."""
LEFT_OUT = ("node_modules",)


def source_of(path: str, zone: tzinfo = UTC, format: str | None = None) -> Source:
    """The items of a file, a folder, or (with the format `git`) a repository.

    Without a format, the names of the files tell it, or the content of exports; a file or a folder
    in which a host of agents keeps its memories is known by its name, a file also among notes.
    `zone` is that of times without one.
    """
    if format == "git":
        from memento_cli.actions.exchange.sources.git_log import from_repository

        return from_repository(path)
    if format in HOSTS or (format is None and host_format(path)):
        from memento_cli.actions.exchange.sources.host_files import from_host

        return from_host(path, format or host_format(path), zone)
    folder, paths, bad = _files(path)
    by_name, format = format is None, format or _format(path, folder, paths)
    if os.path.isdir(path):
        paths = _of_format(format, folder, paths)
        if not paths and not bad:
            raise NotFound(f"no {format} files in {shown_path(path)}")
    titled = _titled(paths)

    def items_of(path: str) -> Iterable[Item]:
        host = host_format(path) if by_name and not os.path.islink(path) else ""
        if host:
            from memento_cli.actions.exchange.sources.host_files import from_host

            return from_host(path, host, zone).items
        return _items(path, folder, format, zone, titled)

    items = chain.from_iterable(map(items_of, paths))
    return Source(chain(bad, items), _count(paths, format) + len(bad))


def source_of_stream(
    stream: BinaryIO, name: str = "-", zone: tzinfo = UTC, format: str | None = None
) -> Source:
    """The items of JSON lines, or of an export, on a stream such as standard input."""
    return Source(_file_items(stream, name, format or "jsonl", zone))


def _count(paths: Sequence[str], format: str) -> int:
    """The number of items, as far as it is known: of files, or of lines that are not blank."""
    if format != "jsonl":
        return len(paths) if format in ("toml", "markdown") else 0
    from memento_cli.actions.exchange.sources.rows import lines_of

    count = 0
    for path in paths:
        with os_errors(path), open(path, "rb") as file:
            count += sum(1 for _ in lines_of(file))
    return count


def _titled(paths: Sequence[str]) -> Callable[[str], str]:
    """A function from the target of a link to the title of the note that it means."""
    from functools import cache

    from memento_cli.actions.exchange.sources.markdown import name_of_note
    from memento_cli.actions.exchange.sources.note_marks import titles_by_name

    return titles_by_name(paths, cache(name_of_note))


def _items(
    path: str, folder: str, format: str, zone: tzinfo, titled: Callable[[str], str]
) -> Iterator[Item]:
    """The items of a file. One that is a memory, or a note, and cannot be read is a bad item."""
    from memento_cli.actions.exchange.sources import jrnl, markdown, own_files
    from memento_cli.actions.exchange.sources.front_matter import BadFrontMatter

    if format not in ("toml", "markdown", JRNL):
        with os_errors(path), open(path, "rb") as file:
            yield from _file_items(file, shown_path(path), format, zone)
        return
    try:
        if format == "toml":
            yield own_files.toml_file(path, zone)
        elif format == JRNL:
            source = markdown.source_of_file(path, os.path.abspath(folder))
            text = markdown.text_of(path, LARGEST)
            yield from jrnl.jrnl_items(text, shown_path(path), source, zone)
        else:
            yield from markdown.markdown_items(path, os.path.abspath(folder), zone, titled)
    except BadFrontMatter as problem:
        yield BadItem(f"{shown_path(path)}:{problem.line}", reason_of(problem))
    except (BadData, BadId) as problem:
        yield BadItem(shown_path(path), reason_of(problem))
    except OSError as problem:
        why = "a symbolic link" if os.path.islink(path) else problem.strerror
        yield BadItem(shown_path(path), f"cannot be read: {why}")


def _file_items(file: BinaryIO, name: str, format: str, zone: tzinfo) -> Iterator[Item]:
    """The items of an open file of many; `name` is the prefix of their places."""
    from memento_cli.actions.exchange.sources import json_files, own_files

    if format == "csv":
        return own_files.csv_items(file, name, zone)
    if format in json_files.EXPORTS:
        return json_files.entry_items(file, name, zone, format)
    return json_files.line_items(file, name, zone)


def _files(path: str) -> tuple[str, list[str], list[BadItem]]:
    """The folder, its files that are not hidden, and the folders that could not be read."""
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise nothing_at(path) from None
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
    from memento_cli.actions.exchange.sources.json_files import EXPORTS, export_in

    formats = {name for name in SUFFIXES if _of_format(name, folder, paths)}
    if "toml" in formats and os.path.isdir(os.path.join(folder, MEMORIES)):
        return "toml"
    formats |= {JRNL} if _of_format(JRNL, folder, paths) else set()
    formats |= {export_in(file) for file in paths if _suffix(file) == EXPORT} - {""}
    if len(formats) == 1:
        return formats.pop()
    listed = " and ".join(sorted(formats))
    problem = f"holds {listed}" if formats else "is of no format that is known"
    hint = f"name one: --from {'|'.join([*SUFFIXES, JRNL, *EXPORTS])}"
    raise Usage(f"{shown_path(path)} {problem}", hint)


def _of_format(format: str, folder: str, paths: Sequence[str]) -> list[str]:
    """The files of a format; of TOML those in the folder `memories`, or else in `folder` itself."""
    if format == JRNL:
        from memento_cli.actions.exchange.sources.jrnl import is_jrnl

        return [path for path in paths if _suffix(path) in TEXT and is_jrnl(path)]
    if format not in SUFFIXES:
        from memento_cli.actions.exchange.sources.json_files import export_in

        return [path for path in paths if _suffix(path) == EXPORT and export_in(path) == format]
    paths = [path for path in paths if _suffix(path) in SUFFIXES[format]]
    if format != "toml":
        return paths
    inside = [path for path in paths if os.path.dirname(path) == os.path.join(folder, MEMORIES)]
    return inside or [path for path in paths if os.path.dirname(path) == folder.rstrip(os.sep)]


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1].lower()
