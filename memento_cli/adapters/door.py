"""What the adapters share: which store they open, who calls, and how a person is asked."""

from __future__ import annotations

import logging
import os
from asyncio import to_thread as to_thread
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from memento_cli.errors import Unasked
from memento_cli.tools.calling import done, question_of
from memento_cli.tools.request_context import ServerConfig

if TYPE_CHECKING:
    from memento_cli.tools.request_context import RequestContext

R = TypeVar("R")
StorePath = ServerConfig | str | os.PathLike[str] | None
"""A store's folder, or None for the one that a command would find; or that with its bounds."""
Approve = Callable[[str], bool]
"""Asks a person a question, with the words that it is about; True if they agree."""
DOOR = "python"
"""How the journal names this door; the framework's name follows it."""
WITHHELD = "(left out: it has a key or a password)"
"""What stands in the place of words that are not kept."""
LOG = logging.getLogger("memento")


def config_of(store: StorePath) -> ServerConfig:
    """What holds for all calls of an adapter; what is skipped is a warning of its log."""
    if isinstance(store, ServerConfig):
        config = store
    else:
        config = ServerConfig(os.fspath(store) if store else None, warn=LOG.warning)
    path = None if config.path is None else os.path.expanduser(config.path)
    return config._replace(path=path, door=DOOR)


def acted(
    config: ServerConfig,
    client: str,
    act: Callable[[RequestContext], R],
    approve: Approve | None = None,
) -> R:
    """What an act of a client answers, done in a context of its own.

    Where it takes away what a person wrote, they are asked by `approve`; Unasked if nobody can
    ask them, or they do not agree.
    """
    request = config.request(client)
    try:
        return done(request, act)
    except Unasked as problem:
        if approve is None or not approve(question_of(request, problem)):
            raise
    agreed = config.request(client)
    agreed.agreed = True
    return done(agreed, act)
