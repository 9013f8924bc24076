"""Opens a path, a repository or a stream as a source of an import."""

from __future__ import annotations

from datetime import UTC

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import tzinfo
    from typing import BinaryIO

    from memento_cli.actions.exchange.sources.entry import Source


PIPED = ("openai", "anthropic", "locomo", "mem0")
"""The exports that may be read from a stream."""


def source_of(path: str, zone: tzinfo = UTC, format: str | None = None) -> Source:
    """The items of a file, a folder, or (with the format `git`) a repository.

    Without a format, the names of the files tell it, or the content of exports. `zone` is that of
    times without one.
    """
    if format == "git":
        from memento_cli.actions.exchange.sources.git_log import from_repository

        return from_repository(path)
    from memento_cli.actions.exchange.sources.files import from_path

    return from_path(path, zone, format)


def source_of_stream(
    stream: BinaryIO, name: str = "-", zone: tzinfo = UTC, format: str | None = None
) -> Source:
    """The items of JSON lines, or of an export, on a stream such as standard input."""
    if format in PIPED:
        from memento_cli.actions.exchange.sources import chats

        return chats.from_stream(stream, name, format, zone)
    from memento_cli.actions.exchange.sources.json_lines import from_stream

    return from_stream(stream, name, zone)
