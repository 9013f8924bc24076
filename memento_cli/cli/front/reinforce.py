"""memento reinforce ID, without Typer. Several are Typer's: one may fail after others."""

from __future__ import annotations

from memento_cli.actions.reading import known_id
from memento_cli.actions.reinforce import reinforce
from memento_cli.cli.front.acts import Act
from memento_cli.cli.front.answer import once
from memento_cli.cli.safe import safe
from memento_cli.core.reinforcement import skip_reason

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape


def answer(shape: Shape) -> Said | None:
    """The strength that it has now, or why it has not changed."""
    act = Act(shape)
    id = known_id(act.store, shape.words[0])
    if not act.is_clear():
        return None
    reason = shape.values.get("reason", "")
    with act.store.one_act():
        use = once(lambda: reinforce(act.store, id, act.now, reason)).result
    why = skip_reason(use, act.store.settings.rules)
    said = f"unchanged: {why}" if why else f"is now {use.now:.3f}"
    return act.told(f"{safe(id)} {said}")
