"""memento --version"""

from __future__ import annotations

from memento_cli import __version__

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape


def answer(shape: Shape) -> Said | None:
    """The version, as Typer's way says it."""
    return [(1, f"memento {__version__}\n")]
