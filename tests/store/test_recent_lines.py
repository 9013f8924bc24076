"""The newest lines of logs, found without reading what the others say."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.journal.event_types import UNDONE
from memento_cli.core.time.when import iso
from memento_cli.store.journal.jsonl import entry_text
from memento_cli.store.journal.recent_lines import recent_lines, stamp_of_newest
from tests.core.values import day, line

ACTS = st.sampled_from(["used", "viewed", UNDONE])


@given(st.lists(st.tuples(ACTS, st.integers(0, 30)), max_size=12), st.integers(1, 14))
def test_the_newest_lines_are_found_by_their_stamps(
    told: list[tuple[str, int]], count: int
) -> None:
    """They are the `count` newest of all logs, whatever the order in which they stand there, those
    of the same moment as the oldest of them, and every undo."""
    lines = [line(act, day(at), key + 1) for key, (act, at) in enumerate(told)]
    raws = [entry_text(one).encode() for one in lines]
    logs = [b"\n".join(raws[::2]) + b"\n", b"\n".join(raws[1::2]) + b"\n"]
    since = stamp_of_newest(logs, count)
    newest = sorted((one.at for one in lines), reverse=True)[:count]
    for one, raw in zip(lines, raws, strict=True):
        expected = one.at in newest or one.act == UNDONE or len(lines) < count
        assert bool(recent_lines(raw, since)) == expected
    assert since.decode() == (iso(newest[-1])[:19] if len(lines) >= count else "")


def test_a_line_that_another_program_wrote_may_be_recent() -> None:
    """Its moment stands elsewhere, so it is read whatever it says."""
    assert recent_lines(b'{"at": "1999-01-01T00:00:00Z", "id": "x"}', b"2025-01-01T00:00:00")
