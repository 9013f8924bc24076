"""memento store vectors status"""

from __future__ import annotations

from memento_cli.cli.commands.vectors.provider import RECIPES, held_text, set_embedder
from memento_cli.cli.output.rows import labelled

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.actions.vectors.status import Speed, VectorStatus
    from memento_cli.cli.call import Call


UNBELIEVED = (
    "do without: memories that share words are no nearer than others; is it a model of texts,"
    " with the right prefixes?"
)


def status(
    call: Call,
    no_call: Annotated[
        bool, typer.Option("--no-call", help="Do not ask the provider: its speed is not measured.")
    ] = False,
) -> None:
    """Which provider, how fast it is, which memories have a vector, what would be sent where.

    The speed is measured by a few texts of memento's own; nothing of a memory is sent.
    """
    from memento_cli.actions.vectors.status import status as act
    from memento_cli.store.directory.platform_folders import user_file

    embedder = set_embedder()
    if embedder is None:
        call.out.value(
            {"provider": None}, "No provider is set: a recall finds words and their forms"
        )
        call.out.note(f"{RECIPES}; the settings stand in {user_file()}")
        return
    found = act(call.store, embedder, call=not no_call)
    speed = found.speed._asdict() if found.speed else None
    call.out.value(found._asdict() | {"speed": speed}, labelled(_rows(found, no_call), call.out))
    if found.missing:
        call.out.note("`memento store vectors fill` makes what is missing")


def _rows(found: VectorStatus, no_call: bool) -> list[tuple[str, object]]:
    exact = "by Python, nearly exact: pip install 'memento-keep[embed]' makes it exact and faster"
    away = "recalls leave it alone for a minute, as it did not serve" if found.away else ""
    return [
        ("provider", f"{found.provider}, {'elsewhere' if found.remote else 'on this machine'}"),
        ("answers", "not asked" if no_call else found.problem or _speed_text(found.speed)),
        ("away", away),
        ("recalls", "" if found.believed else UNBELIEVED),
        ("dimensions", found.dims),
        ("memories", f"{found.memories}: {found.have} with a vector, {found.missing} without one"),
        ("held back", held_text(found.held, found.privacy)),
        ("sent there", _sent_text(found)),
        ("kept in", f"{found.file}, {found.bytes / 1e6:.1f} MB" if found.file else "nothing yet"),
        ("search", "exact, by simsimd" if found.exact else exact),
    ]


def _speed_text(speed: Speed | None) -> str:
    if speed is None:
        return ""
    each = 1000 * speed.batch_seconds / speed.texts
    question = 1000 * speed.question_seconds
    batch = f"a short text in {each:.1f} ms, in a batch of {speed.texts}"
    return f"{batch}; a question in {question:.1f} ms"


def _sent_text(found: VectorStatus) -> str:
    """What goes to the provider, now that it is where it is."""
    if not found.remote:
        return "what is not held back, and questions; it leaves this machine nowhere"
    which = {"public": "public memories", "team": "public memories and the team's"}
    return f"{which.get(found.privacy, 'all memories')}, and questions"
