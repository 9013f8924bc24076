"""What to do with a new memory that nearly repeats others: asked on a terminal, or said before."""

from __future__ import annotations

from memento_cli.cli.output.values import safe, said
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.cli.call import Call
    from memento_cli.core.memory.memory import Draft
    from memento_cli.core.tidy.near_duplicates import NearDuplicate
    from memento_cli.store.directory.store import Store

KEEP, REINFORCE, LINK, SUPERSEDE = "krls"
POLICIES = {
    "ask": "", "keep": KEEP, "reinforce": REINFORCE, "link": LINK, "supersede": SUPERSEDE
}  # fmt: skip
LOST = {
    REINFORCE: "The old one lacks the {} of the new one",
    SUPERSEDE: "The new one lacks the {} of the old one",
}
"""Why one of two is not enough: what would be lost without the other."""
DOES = {REINFORCE: "reinforcing it alone", SUPERSEDE: "superseding it"}


class Choice(NamedTuple):
    """What is to be done, and with which of those that are nearly the same, if with any."""

    how: str
    twin: NearDuplicate | None = None


def chosen(
    call: Call, store: Store, draft: Draft, twins: Sequence[NearDuplicate], policy: str
) -> Choice:
    """What the policy says, or a person. One takes the other's place only if nothing is lost."""
    from memento_cli.actions.memory.record import losses

    tell_twins(call, twins)
    lost = {how: losses(store, draft, twins, call.now, how) for how in LOST}
    choices: dict[str, NearDuplicate | None] = {KEEP: None, LINK: twins[0]}
    for how, each in lost.items():
        if [] in each:
            choices[how] = twins[each.index([])]
    lacks = {how: LOST[how].format(" and ".join(each[0])) for how, each in lost.items()}
    how = policy or _asked(call, choices, len(twins), lacks) or KEEP
    if how not in choices:
        call.out.note(f"{lacks[how]}, so both are kept")
        how = KEEP
    return Choice(how, choices[how])


def tell_twins(call: Call, twins: Sequence[NearDuplicate]) -> None:
    """Name each, and how alike it is."""
    for memory, likeness, _ in twins:
        alike = f"({likeness:.0%} alike in words)"
        call.out.note(f"Nearly the same: {safe(memory.id)} {alike}: {said(memory.content.summary)}")


def _asked(
    call: Call, choices: dict[str, NearDuplicate | None], count: int, lacks: dict[str, str]
) -> str | None:
    """What a person wants, of what loses nothing; where several are there, each names its own."""
    from memento_cli.cli.output.out import can_ask

    if not can_ask():
        return None
    for how, lack in lacks.items():
        if how not in choices:
            call.out.note(f"{lack}: {DOES[how]} would lose that")
    several = {how: safe(twin.memory.id) for how, twin in choices.items() if twin and count > 1}
    words = {
        KEEP: "keep all" if several else "keep both",
        REINFORCE: f"reinforce {several.get(REINFORCE, 'that one')}",
        LINK: f"link as duplicate of {several[LINK]}" if several else "link as duplicate",
        SUPERSEDE: f"supersede {several.get(SUPERSEDE, 'it')}",
    }
    return call.out.ask("What now?", {how: words[how] for how in words if how in choices}, KEEP)
