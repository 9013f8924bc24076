"""Which provider the user's settings name, and what they say against each other."""

from __future__ import annotations

from memento_cli.actions.vectors.providers.address import address_of
from memento_cli.errors import BadData
from memento_cli.store.directory.platform_folders import user_file

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.actions.vectors.providers.address import Address
    from memento_cli.actions.vectors.providers.provider import Provider
    from memento_cli.store.settings.user import VectorSettings

HINT = "`memento help settings` tells what may stand there"


def provider_of(settings: VectorSettings) -> Provider | None:
    """The provider that the settings name, which is not asked yet; None if they name none.

    BadData with all that contradicts itself in them, or if a server is on another machine and
    nobody has allowed that.
    """
    address, problems = _address(settings)
    problems += _contradictions(settings, address)
    if problems:
        raise BadData(f"{user_file()}: vectors", problems, HINT)
    if address:
        from memento_cli.actions.vectors.providers.url import Server

        return Server(address, settings)
    if settings.command:
        from memento_cli.actions.vectors.providers.command import Command

        return Command(settings.command, settings.allow_remote)
    if settings.table:
        from memento_cli.actions.vectors.providers.table import Table

        return Table(settings.table)
    return None


def _address(settings: VectorSettings) -> tuple[Address | None, list[str]]:
    """The address of the server, if the settings name one, and what is wrong with it."""
    try:
        return (address_of(settings.url) if settings.url else None), []
    except ValueError as problem:
        return None, [f"url {problem}"]


def _contradictions(settings: VectorSettings, address: Address | None) -> Iterator[str]:
    """What the settings say against each other, a sentence each."""
    given = [name for name in ("url", "command", "table") if getattr(settings, name)]
    if len(given) > 1:
        yield f"{' and '.join(given)} are set, and one is needed"
    if settings.url.rstrip("/").endswith("/embeddings"):
        yield "url is what stands before /embeddings"
    if settings.url and not settings.model:
        yield "url needs a model, as the protocol does; a server of one model takes any name"
    of_server = [name for name in ("model", "key_env", "key_command") if getattr(settings, name)]
    if of_server and given and not settings.url:
        yield f"{', '.join(of_server)} is for a url alone"
    if settings.key_env and settings.key_command:
        yield "key_env and key_command are set, and one is enough"
    if address and not address.is_loopback and not settings.allow_remote:
        yield f"{address.host} is another machine, and allow_remote is not true"
    texts = [settings.table, *settings.command, *settings.key_command, settings.key_env]
    if any("\0" in text for text in texts):
        yield "a zero byte is in a path or an argument"
