"""How well recall finds with the user's own provider of vectors, in the table of `--vectors`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memento_cli.actions.vectors.embedding import embedder_of
from memento_cli.actions.vectors.fill import plan
from memento_cli.errors import NotFound, Usage
from memento_cli.store.settings.user import vector_settings
from tests.bench.machine import ACTOR, command_under_test, machine, moved_in, private_place
from tests.bench.measuring import Place
from tests.bench.run import Run
from tests.bench.vectors.prepared import prepared
from tests.bench.vectors.reached import provider_row, rows_of
from tests.bench.vectors.settings import CONFIG, configured, embedder_here

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memento_cli.actions.vectors.embedding import Embedder
    from memento_cli.store.settings.user import VectorSettings
    from tests.bench.machine import Machine
    from tests.bench.rows import Row
    from tests.bench.run import Progress
    from tests.bench.vectors.prepared import Asked, Prepared

    Allow = Callable[[str, bool], None]
    """Is told what is about to be sent where, and whether that is another machine; may refuse."""

CACHE = "XDG_CACHE_HOME"
HINT = "`memento help vectors` has three recipes"


def measured_with_vectors(
    asked: Asked, private: str, progress: Progress, say: Callable[[str], None], allow: Allow
) -> tuple[Machine, list[Row]]:
    """The rows that were asked for; `private` is an empty folder, `say` is told the machine."""
    place = private_place(private)
    memento = command_under_test(place)
    here = machine(memento)
    say(here.line())
    run = Run(memento, place, progress, asked.only)
    return here, meaning_rows(run, asked, allow)


def meaning_rows(run: Run, asked: Asked, allow: Allow) -> list[Row]:
    """The rows of the user's own provider. Usage without one; NotFound without a set."""
    settings = vector_settings()
    provider = embedder_of(settings)
    if provider is None:
        raise Usage("--vectors measures your provider of vectors, and none is set", HINT)
    os.makedirs(asked.keep, mode=0o700, exist_ok=True)
    environ = {CACHE: os.path.join(asked.keep, "cache"), "MEMENTO_ACTOR": ACTOR}
    kept = _settings(settings, whole=not asked.store)
    place = configured(Place(asked.keep, environ), os.path.join(asked.keep, "config"), kept)
    with moved_in(place):
        embedder = embedder_here()
        sets = list(prepared(run, asked, embedder))
        if not sets:
            raise NotFound(
                "there is nothing to ask", "--only names sets, as in `--only meaning.ja`"
            )
        allow(_told(sets, embedder, provider.provider.name), provider.provider.is_remote)
        rows = [row for one in sets for row in rows_of(run, one, embedder)]
        return [*rows, provider_row(sets, embedder)]


def _settings(settings: VectorSettings, *, whole: bool) -> dict[str, object]:
    """The user's settings, for the bench; with `whole` all may leave, as published data may.

    Commands keep the user's own folders, in which a model may be cached.
    """
    values = {name: one for name, one in settings._asdict().items() if one or name == "weight"}
    own = [
        f"{name}={os.environ[name]}" if name in os.environ else f"-u{name}"
        for name in (CACHE, CONFIG)
    ]
    for name in {"command", "key_command"} & values.keys():
        values[name] = ["env", *sorted(own), *values[name]]  # options first
    return values | ({"privacy": "private"} if whole else {})


def _told(sets: Sequence[Prepared], embedder: Embedder, name: str) -> str:
    """How many texts will be sent where."""
    stores = {one.store.root: one.store for one in sets}
    documents = sum(len(plan(store, embedder).missing) for store in stores.values())
    questions = sum(len(one.questions.missing(one.queries(0))) for one in sets)
    sent = f"{documents:,} memories and {questions:,} questions will be sent to {name}"
    return f"{sent}, and the probe with each request" if documents or questions else sent
