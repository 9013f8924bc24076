"""memento reinforce"""

from __future__ import annotations

from memento_cli.cli.input.selecting import all_selected
from memento_cli.cli.output.values import safe
from memento_cli.core.fading.wording import skip_reason
from memento_cli.standard import nullcontext

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.actions.memory.reinforce import Use
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DryRun, MemoryNames, Reason


def reinforce(call: Call, words: MemoryNames, reason: Reason = "", dry_run: DryRun = False) -> None:
    """Make memories stronger: they mattered again. A use within a day of the last one, or above
    strength 1.5, changes nothing. A - reads ids from standard input, and passes over what is no
    memory."""
    from memento_cli.actions.memory.reinforce import reinforce as act

    whole = all_selected(call, words, memories_only=True)
    with nullcontext() if dry_run else call.store.one_act():
        uses = [act(call.store, id, call.now, reason, dry=dry_run) for id in whole]
    texts = [_text(call, use, "would be" if dry_run else "is now") for use in uses]
    call.out.values([_value(use) for use in uses], texts, "reinforced")
    call.note_if_ahead()


def _text(call: Call, use: Use, word: str) -> str:
    why = skip_reason(use.result, call.store.settings.rules)
    outcome = f"unchanged: {why}" if why else f"{word} {use.result.now:.3f}"
    return f"{safe(use.id)} {outcome}"


def _value(use: Use) -> dict[str, object]:
    result = use.result
    return {
        "id": use.id,
        "applied": result.applied,
        "skip": result.skip,
        "previous": result.previous,
        "delta": result.delta,
        "strength": result.now,
        "reinforcement_count": result.strength.reinforcement_count,
    }
