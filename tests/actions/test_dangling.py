"""doctor names events that something leads to and that are in no log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Store
from tests.conftest import Ran

Run = Callable[..., Ran]
FEELING = "--valence 0.5 --arousal 0.2 --dominance 0.1 -l glad --confidence 0.9 --text Glad"


@pytest.fixture
def event(store: Store, call: Run) -> str:
    """An event with a feeling, a thread, an answer and a state that goes back to it."""
    first = call("event", "add", "--user", "It rains", "--assistant", "Take a coat").stdout.strip()
    id = first.removeprefix("events/")
    assert call("event", "affect", first, *FEELING.split()).code == 0
    assert call("event", "thread", "add", "Rain", first).code == 0
    assert call("state", "add", "fact", "It rained", "--evidence", id).code == 0
    assert call("event", "add", "--user", "And now?", "--assistant", "Sun").code == 0
    return id


@pytest.mark.parametrize("how", ["removed", "edited"])
def test_an_event_that_is_gone_is_named_with_what_leads_to_it(
    store: Store, call: Run, event: str, how: str
) -> None:
    """A line that was taken out of a log, or whose id was changed, leaves feelings, threads,
    evidence and answers that lead to nothing: doctor names the event, and how many they are."""
    ran = call("doctor")
    assert ran.code == 0 and event not in ran.stdout + ran.stderr
    (log,) = Path(store.root, "events").rglob("*.jsonl")
    rows = log.read_text().splitlines(keepends=True)
    other = event[:-4] + ("zzzz" if event[-4:] != "zzzz" else "yyyy")
    kept = [row.replace(event, other, 1) if f'"id":"{event}"' in row.replace(" ", "") else row
            for row in rows]  # fmt: skip
    log.write_text("".join(kept if how == "edited" else rows[1:]))
    ran = call("doctor")
    said = ran.stdout + ran.stderr
    assert f"events/{event}" in said and "is in no log" in said
    for what in (
        "1 x feeling",
        "1 x thread",
        "1 x evidence",
        "1 x answer",
        "nothing to mend, 1 note",
    ):
        assert what in said, said


def test_what_was_undone_or_erased_leads_to_nothing(store: Store, call: Run, event: str) -> None:
    """An erased event keeps its line, and an undone act counts no more: neither is named."""
    call("forget", f"events/{event}", "--erase", "--yes")
    assert "is in no log" not in call("doctor").stdout


def test_evidence_that_is_no_event_is_nobodys_business(store: Store, call: Run) -> None:
    """Evidence may have any name that a person gives it."""
    call("state", "add", "fact", "It rained", "--evidence", "turn-7")
    assert "is in no log" not in call("doctor").stdout
