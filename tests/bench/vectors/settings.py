"""Settings of vectors for the stores of the bench, in a configuration of its own."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from memento_cli.actions.vectors.embedding import embedder_of
from memento_cli.errors import Failed
from memento_cli.store.settings.user import vector_settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.actions.vectors.embedding import Embedder
    from tests.bench.measuring import Place

NOBODY = {"url": "http://127.0.0.1:9/v1", "model": "none"}
"""A server that no machine has: nothing listens on the port `discard`."""
CONFIG = "XDG_CONFIG_HOME"


def configured(place: Place, folder: str, settings: Mapping[str, Any]) -> Place:
    """The same place for a user whose configuration, in a folder, has these settings of vectors."""
    path = os.path.join(folder, "memento", "config.toml")
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write("[vectors]\n")
        for name, value in settings.items():
            file.write(f"{name} = {json.dumps(value, ensure_ascii=False)}\n")  # is TOML, too
    return place._replace(environ={**place.environ, CONFIG: folder})


def embedder_here() -> Embedder:
    """The embedder of the configuration of the place where this process is (`moved_in`)."""
    embedder = embedder_of(vector_settings())
    if embedder is None:
        raise Failed("no provider of vectors is set")
    return embedder
