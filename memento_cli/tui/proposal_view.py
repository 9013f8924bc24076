"""The view of what is proposed: what each proposal would change, to be applied or rejected."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from memento_cli.actions.events.planned import plan_of
from memento_cli.actions.tidy.proposals import listed_proposal, proposal_records
from memento_cli.actions.tidy.sleep_steps import effects
from memento_cli.core.memory.refs import name_of
from memento_cli.core.text.strict_json import dumped
from memento_cli.core.tidy.sleep_steps import is_of_sleep
from memento_cli.errors import MementoError
from memento_cli.store.toml.changes import plain
from memento_cli.tui.cells import age, shown
from memento_cli.tui.listing import Line
from memento_cli.tui.preview_content import (
    Way,
    below,
    content_of,
    labelled,
    minute,
    paragraph,
    title,
    ways_text,
)
from memento_cli.tui.results import found_among
from memento_cli.tui.view import View
from memento_cli.tui.view_names import MEMORIES_NAME

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, tzinfo
    from typing import Any

    from memento_cli.actions.tidy.sleep_steps import Effect
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord
    from memento_cli.tui.preview_content import PreviewContent
    from memento_cli.tui.results import Results
    from memento_cli.tui.store_access import Host


def found_proposals(store: Store, text: str, now: datetime, zone: tzinfo) -> Results:
    """What waits for somebody, the oldest first."""
    lines = {}
    for record in proposal_records(store):
        proposal = listed_proposal(record)
        plan = plan_of(record)
        do = f"{plan.get('do')}: " if isinstance(plan, Mapping) else ""
        what = f"{do}{proposal.content.summary}"
        lines[record.id] = Line(what, age(proposal.created, now), proposal.source)
    return found_among(lines, text)


def see_proposal(store: Store, key: str, now: datetime, host: Host) -> PreviewContent:
    """A proposal: what would be made, changed or archived, why, and what it goes back to."""
    record = store.proposals.read(key)
    proposal, plan = listed_proposal(record), plan_of(record)
    ways = [
        Way(MEMORIES_NAME, link.target, link.target, link.rel.replace("_", " "))
        for link in proposal.links
    ]
    return content_of(
        ("", title(proposal.content.summary)),
        ("", paragraph(proposal.content.detail)),
        ("What it would change", _changes(store, record, plan, now)),
        ("Links", ways_text(ways)),
        ("What else is known", labelled(_facts(proposal, plan, host.zone))),
        ways=ways,
    )


def _facts(proposal: Memory, plan: Any, zone: tzinfo) -> Iterator[tuple[str, str]]:
    yield "proposed", minute(proposal.created, zone)
    yield "by", proposal.source
    yield "of", name_of(proposal.person)
    yield "topics", ", ".join(proposal.tags.topics)
    if isinstance(plan, Mapping):
        for name, value in plan.items():
            yield name, value if isinstance(value, str) else dumped(value)
    yield "id", proposal.id


def _changes(store: Store, record: LoadedRecord[Memory], plan: Any, now: datetime) -> Text:
    """What a step of sleep would do to each memory, key by key; empty for other proposals."""
    if not is_of_sleep(plan):
        return Text()
    try:
        return below(line for one in effects(store, record, now) for line in _effect(one))
    except MementoError as problem:
        return Text(shown(f"It cannot be applied: {problem.message}"), "red")


def _effect(effect: Effect) -> Iterator[Text]:
    yield Text(shown(" ".join(filter(None, (effect.how, effect.id, effect.summary)))), "bold")
    for key, new in effect.change.after.items():
        old = effect.change.before.get(key)
        if old is not None:
            yield Text(shown(f"- {key} = {_value(old)}"), "red")
        if new is not None:
            yield Text(shown(f"+ {key} = {_value(new)}"), "green")


def _value(value: Any) -> str:
    return value if isinstance(value, str) else dumped(plain(value))


TIDY = View(
    "9",
    "tidy",
    "proposal",
    "words of a proposal",
    "Nothing is proposed: `memento tidy propose` looks for what could be tidied",
    found_proposals,
    see_proposal,
    frozenset(("apply", "reject")),
)
