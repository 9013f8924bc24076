"""The provider that the user has set, or what to do where none is."""

from __future__ import annotations

from memento_cli.errors import Usage
from memento_cli.store.directory.platform_folders import user_file

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.actions.vectors.embedding import Embedder

RECIPES = "`memento help vectors` has three recipes"


def the_embedder() -> Embedder:
    """The embedder of the user's settings; Usage if they name no provider."""
    embedder = set_embedder()
    if embedder is None:
        raise Usage(f"no provider of vectors is set in {user_file()}", RECIPES)
    return embedder


def set_embedder() -> Embedder | None:
    """The embedder of the user's settings; None if they name no provider."""
    from memento_cli.actions.vectors.embedding import embedder_of
    from memento_cli.store.settings.user import vector_settings

    return embedder_of(vector_settings())


def held_text(held: Mapping[str, int], privacy: str) -> str:
    """How many memories are held back, by reason; empty for none."""
    from memento_cli.actions.vectors.embedding import PRIVACY, SECRET

    words = {
        SECRET: "with what looks like a secret",
        PRIVACY: f"more private than vectors.privacy, which is {privacy}",
    }
    return ", ".join(f"{held[why]} {text}" for why, text in words.items() if held.get(why))
