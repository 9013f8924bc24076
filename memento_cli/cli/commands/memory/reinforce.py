"""memento reinforce"""

from __future__ import annotations

from memento_cli.cli.input.selecting import all_selected
from memento_cli.cli.output.values import safe
from memento_cli.core.fading.wording import skip_reason
from memento_cli.standard import nullcontext

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.actions.memory.reinforce import Use
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DryRun, MemoryNames, Reason


def reinforce(call: Call, words: MemoryNames, reason: Reason = "", dry_run: DryRun = False) -> None:
    """Make memories stronger: they mattered again. A use within a day of the last one, or above
    strength 1.5, changes nothing. An edge of the graph weighs 1 again. A - reads ids from standard
    input, and passes over what can be neither."""
    from memento_cli.actions.memory.reinforce import reinforce as act

    others = list[str]()
    whole = all_selected(call, words, beside=others)
    edges = _edges(call, others) if others else []
    with nullcontext() if dry_run else call.store.one_act():
        uses = [act(call.store, id, call.now, reason, dry=dry_run) for id in whole]
        if edges and not dry_run:
            _use_edges(call, edges, reason)
    would = "would be" if dry_run else "is now"
    texts = [_text(call, use, would) for use in uses]
    texts += [f"{safe(ref)} {would} 1.000" for ref in edges]
    values = [*map(_value, uses), *map(_edge_value, edges)]
    call.out.values(values, texts, "reinforced")
    call.note_if_ahead()


def _edges(call: Call, others: Sequence[str]) -> list[str]:
    """The edges among references that are to no memory; the others are named."""
    from memento_cli.actions.graph.used import edge_of, is_edge

    edges = list(dict.fromkeys(filter(is_edge, others)))
    for ref in edges:
        edge_of(call.store, ref)
    if left := [text for text in others if text not in edges]:
        call.out.note(f"Only memories and edges are reinforced; left out: {safe(', '.join(left))}")
    return edges


def _use_edges(call: Call, edges: Sequence[str], reason: str) -> None:
    from memento_cli.actions.graph.used import use_edges
    from memento_cli.core.journal.provenance import Provenance

    use_edges(call.store, edges, Provenance(call.store.signed(call.now, "cli", reason)))


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


def _edge_value(ref: str) -> dict[str, object]:
    """The same keys for an edge, whose weight is its strength."""
    unknown = dict.fromkeys(("skip", "previous", "delta", "reinforcement_count"))
    return {"id": ref, "applied": True, "strength": 1.0, **unknown}
