"""log and why: every act in words, and what it did to the strength."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import (
    Draft,
    Store,
    Tags,
    confirm,
    count_shown,
    feedback,
    init,
    note_use,
    rate,
    record,
    settle,
    undo,
    why,
)
from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.fading.explain import ExplainedStep, log_of
from memento_cli.actions.fading.law import law_changes, set_law
from memento_cli.actions.store.profile import set_settings
from memento_cli.core.fading.laws import LAWS
from tests.conftest import Ran
from tests.store.helpers import DAY, NOW

ID = "alex-tea-2025-02"
LATER = NOW + 30 * DAY


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = init(str(tmp_path / "store"), person="alex").store
    question = {"memory.review.question": "When?"}
    record(store, Draft("Tea at four", tags=Tags(("tea",)), more=question), NOW)
    return store


def converted(store: Store, law: str, floor: float | None = None) -> None:
    set_law(store, law_changes(store, [ID], law, LATER, floor), LATER)


SAID: list[tuple[Callable[[Store], object], str, tuple[str, ...]]] = [
    (lambda store: feedback(store, ID, "not_helpful", LATER), "not_helpful", ()),
    (lambda store: feedback(store, ID, "neglected", LATER, score=0.5), "neglected", ("score 0.5",)),
    (lambda store: feedback(store, ID, "helpful", LATER, score=1), "helpful", ("score 1",)),
    (lambda store: feedback(store, ID, "edited", LATER), "amended", ()),
    (lambda store: converted(store, "daily=5"), "converted", ("half-life 90 -> daily 5",)),
    (lambda store: converted(store, "never"), "converted", ("half-life 90 -> never",)),
    (lambda store: converted(store, "ttl=48h"), "converted", ("half-life 90 -> ttl 2d",)),
    (lambda store: converted(store, "", 0.25), "converted", ("floor 0.1 -> 0.25",)),
    (lambda store: confirm(store, [ID], LATER), "confirmed", ("still true",)),
    (lambda store: undo(store, None, LATER), "undone", ("undid recorded",)),
]


@pytest.mark.parametrize(("act", "name", "more"), SAID)
def test_an_act_is_told_in_words(
    store: Store, act: Callable[[Store], object], name: str, more: tuple[str, ...]
) -> None:
    """Beside its name: what it changed, from what to what, and how much it counts."""
    act(store)
    told = {entry.act: entry.more for entry in log_of(store, ID)}
    assert told[name] == more


def test_a_review_says_how_it_was_answered_and_when_it_is_next(store: Store) -> None:
    """And not which of its numbers have changed."""
    (rated,) = rate(store, [ID], "good", LATER)
    told = {entry.act: entry.more for entry in log_of(store, ID)}
    assert told["reviewed"] == ("good", f"due {rated.schedule.due:%Y-%m-%d}")


def test_a_proposal_is_told_with_its_answer(store: Store) -> None:
    """Its id, and the first sentence of what it says; of what was erased, nothing more."""
    id = feedback(store, ID, "used", LATER, answer="At five. As it was.").proposal
    told = {entry.act: entry.more for entry in log_of(store, ID)}
    assert told["proposed"] == (f"proposal {id}: At five.",)


def test_why_shows_what_made_it_weaker(store: Store) -> None:
    """The strength then, what the initial strength lost, and what was left of it."""
    feedback(store, ID, "not_helpful", LATER, score=0.42)
    feedback(store, ID, "neglected", LATER + DAY)
    found = why(store, ID, LATER + 2 * DAY)
    _, first, second = found.told
    then = 0.5 ** (30 / 90)
    assert first[1:3] == pytest.approx((then, -0.15 * 0.42)) and first.more == ("score 0.42",)
    assert isinstance(second, ExplainedStep) and second.previous is not None
    assert second.previous == pytest.approx(0.937 * 0.5 ** (31 / 90))
    assert second.delta == pytest.approx(-0.05 * 0.937)
    assert sum(told.delta for told in found.told) + 1 == pytest.approx(
        found.memory.strength.initial
    )


def test_why_and_log_say_it_at_the_terminal(store: Store, run: Callable[..., Ran]) -> None:
    """`0.794 then, -0.063: initial 0.937`, with the act in words; a program gets the act's name."""
    feedback(store, ID, "not_helpful", LATER, score=0.42, reason="wrong")
    words = ("--store", store.root, "--now", "2025-03-04")
    said = run(*words, "fade", "why", "tea").stdout
    assert "  not helpful  0.794 then, -0.063: initial 0.937; score 0.42\n" in said
    assert "\tnot_helpful\talex-tea-2025-02\t" in run(*words, "log").stdout
    assert '"act": "not_helpful"' in run(*words, "fade", "why", "tea", "--json").stdout


@pytest.mark.parametrize("law", LAWS)
def test_what_feedback_leaves_in_files_is_what_the_journal_makes(store: Store, law: str) -> None:
    """By every law doctor finds nothing wrong with the numbers, settled or not, undone or not."""
    converted(store, law)
    set_settings(store, {"recall.counts": "view"})
    store = Store(store.root)
    days = iter(range(1, 99))
    for event in ("helpful", "not_helpful", "edited", "used", "neglected"):
        feedback(store, ID, event, LATER + next(days) * DAY)
        count_shown(store, [ID], LATER + next(days) * DAY)
        settle(store, LATER + next(days) * DAY)
        assert doctor(store, LATER + 99 * DAY).findings == ()
    note_use(store, [ID], LATER + next(days) * DAY)
    for _ in range(4):
        undo(store, None, LATER + next(days) * DAY)
        assert doctor(store, LATER + 99 * DAY).findings == ()


def test_undo_passes_over_what_was_only_shown(store: Store) -> None:
    """A view is not what somebody did last; it is taken back by its name."""
    feedback(store, ID, "neglected", LATER)
    set_settings(store, {"recall.counts": "view"})
    store = Store(store.root)
    count_shown(store, [ID], LATER + DAY)
    view = log_of(store)[0]
    assert [line.act for line in undo(store, None, LATER + 2 * DAY).lines] == ["neglected"]
    assert [line.act for line in undo(store, view.batch, LATER + 2 * DAY).lines] == ["viewed"]
