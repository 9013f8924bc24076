"""What a path, a repository or a stream offers to import."""

from __future__ import annotations

from datetime import UTC

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import tzinfo
    from typing import BinaryIO

    from memento_cli.actions.exchange.sources.entry import Source


PIPED = ("openai", "anthropic", "locomo", "mem0")
"""Exports of JSON, which a stream may have, too."""


def source_of(path: str, zone: tzinfo = UTC, format: str | None = None) -> Source:
    """What a file, a folder, or (with the format `git`) a repository offers to import.

    Without a format, the names of the files tell it, and of exports of chats what stands in them.
    `zone` is that of times that name none.
    """
    if format == "git":
        from memento_cli.actions.exchange.sources.git_log import from_repository

        return from_repository(path)
    from memento_cli.actions.exchange.sources.files import from_path

    return from_path(path, zone, format)


def source_of_stream(
    stream: BinaryIO, name: str = "-", zone: tzinfo = UTC, format: str | None = None
) -> Source:
    """What JSON lines, or an export of chats, on a stream such as standard input offer."""
    if format in PIPED:
        from memento_cli.actions.exchange.sources import chats

        return chats.from_stream(stream, name, format, zone)
    from memento_cli.actions.exchange.sources.json_lines import from_stream

    return from_stream(stream, name, zone)
