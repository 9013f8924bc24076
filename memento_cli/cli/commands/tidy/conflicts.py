"""memento tidy conflicts"""

from __future__ import annotations

from memento_cli.cli.output.values import safe
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.actions.tidy.conflicts import Contradiction
    from memento_cli.cli.call import Call

COLUMNS = ("kind", "older", "newer", "current")


def conflicts(
    call: Call,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORDS]", help="Of memories, only the hits of this recall."),
    ] = None,
    propose: Annotated[
        bool, typer.Option("--propose", help="Propose links between what may contradict.")
    ] = False,
) -> None:
    """What contradicts what, with evidence: by links, facts of one moment, opposite preferences,
    and memories that by their words cannot both be true."""
    from memento_cli.actions.tidy.conflicts import conflicts as certain
    from memento_cli.actions.tidy.conflicts import likely_conflicts, propose_conflicts
    from memento_cli.core.recall.query_parser import parsed_query

    if propose and not words:
        raise Usage("propose what?", "`memento tidy conflicts WORDS --propose` compares their hits")
    contradictions = certain(call.store, call.now)
    query = None
    if words:
        query = parsed_query(" ".join(words), lambda text, end: call.moment(text, end=end)).query
    contradictions += likely_conflicts(call.store, query, call.now)
    proposed = propose_conflicts(call.store, contradictions, call.now) if propose else []
    if call.out.format is None and not call.out.fields:
        for one in contradictions:
            call.out.say(_text(call, one))
    else:
        rows = [one._asdict() | {"says": list(one.says), "evidence": list(one.evidence)}
                for one in contradictions]  # fmt: skip
        call.out.rows(rows, COLUMNS, "conflicts")
    if not contradictions:
        call.out.note("Nothing contradicts anything, as far as is known")
    elif any(one.kind != "likely" for one in contradictions):
        call.out.note("`fact set`, `fact revoke` and `edit --unlink` settle them; * is current")
    for id in proposed:
        call.out.note(f"`memento tidy apply {safe(id)}` links them")


def _text(call: Call, one: Contradiction) -> str:
    """Both sides, the current one marked, and what tells of it."""
    head = {"likely": "may contradict each other"}.get(one.kind, "contradict each other")
    lines = [call.out.style(f"{one.kind}: these {head}", "bold")]
    for ref, text in zip((one.older, one.newer), one.says, strict=True):
        mark = "*" if one.current and ref == one.current and text == one.says[-1] else " "
        lines.append(f"  {mark} {safe(ref)}  {safe(text)}")
    if one.evidence:
        label = "apart in" if one.kind == "likely" else "evidence"
        lines.append(f"    {label}: {safe(', '.join(one.evidence))}")
    return "\n".join(lines)
