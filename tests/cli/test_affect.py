"""What `affect` says beside the feeling that it notes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memento_cli import Store
from memento_cli.actions.events.observe import observe
from memento_cli.core.events.events import CHAT, Event, Words
from tests.conftest import Ran
from tests.store.helpers import NOW

TEXT = "The bridge held, and everybody who had doubted it walked over it, and so did I."
FEELING = (
    "--valence", "0", "--arousal", "0", "--dominance", "0", "--confidence", "1", "--text", TEXT,
)  # fmt: skip


@pytest.mark.parametrize(
    ("labels", "note"),
    [
        (["glad", " so  calm ", "glad"], ""),
        (["glad", "x" * 30], f"Labels kept: glad, {'x' * 24}; 6 of 24 signs are the most\n"),
        (list("abcdefgh"), "Labels kept: a, b, c, d, e, f; 6 of 24 signs are the most\n"),
        ([""], ""),
    ],
)
def test_labels_that_are_cut_or_dropped_are_told(
    run: Callable[..., Ran], store: Store, labels: list[str], note: str
) -> None:
    """What is kept is said where it is not what was given; spaces and repeats count for nothing."""
    event = observe(store, Event("", NOW, CHAT, "", "", Words("Hi")))
    given = [part for label in labels for part in ("-l", label)]
    done = run("event", "affect", event.id, *FEELING, *given)
    assert (done.code, done.stderr) == (0, note)
