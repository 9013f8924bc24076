"""What was: the moment that is asked for, and where history does not reach, in plain words."""

from __future__ import annotations

from memento_cli.cli.output.out import Output
from memento_cli.cli.output.rows import memories_of
from memento_cli.cli.output.values import safe
from memento_cli.standard import contextmanager

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from typing import Any

    from memento_cli.actions.recall.past import Past
    from memento_cli.cli.call import Call
    from memento_cli.core.journal.past import Reach

NAMED = 5
"""So many memories are named of each doubt; JSON marks all that are shown."""


def looked_back(call: Call, as_of: str | None) -> Past | None:
    """How the past is looked at, where the call is about it; `--as-of` sets its moment.

    With `--now` alone what is dated by then was there, with `--as-of` what was recorded by then.
    A moment ahead is past, too, where a fast clock has dated an act still later.
    """
    if as_of is not None:
        call.now = call.moment(as_of)
        call.now_text = as_of
    if call.now == call.clock and as_of is None:
        return None
    from memento_cli.actions.recall.past import Past, is_past

    if call.now >= call.clock and not any(is_past(store, call.now) for store in call.layers):
        return None
    return Past(recorded=as_of is not None)


@contextmanager
def shown_progress(out: Output, past: Past | None) -> Iterator[Past | None]:
    """The past with a tick for each file that is read, which a terminal shows as a bar."""
    if past is None:
        yield None
        return
    with out.progress("looking back") as tick:
        yield past._replace(tick=tick)


class _Marked(Output):
    """Prints rows as another printer would, each with whether it is certain."""

    def __init__(self, out: Output, reach: Reach) -> None:
        vars(self).update(vars(out))
        self.reach = reach

    def rows(
        self, rows: Sequence[Any], columns: Sequence[str], name: str = "memories", **shown: Any
    ) -> None:
        sure = [{**row, "certain": row["id"] not in self.reach.doubts} for row in rows]
        super().rows(sure, columns, name, **shown)


def printer(out: Output, reach: Reach | None) -> Output:
    """What prints rows of memories; of the past, they say whether they are certain."""
    return out if reach is None else _Marked(out, reach)


def note_reach(out: Output, reach: Reach | None, shown: Collection[str] = ()) -> None:
    """Say where history does not reach: how many memories, which, those shown first, and why."""
    if reach is None:
        return
    from memento_cli.core.journal.past import LATER

    doubts = sorted(reach.doubts.items(), key=lambda doubt: doubt[0] not in shown)
    late = [id for id, why in doubts if why == LATER]
    others = {id: why for id, why in doubts if why != LATER}
    if others:
        by_reason: dict[str, list[str]] = {}
        for id, why in others.items():
            by_reason.setdefault(why, []).append(id)
        causes = "; ".join(f"{_named(ids)} ({why})" for why, ids in by_reason.items())
        out.note(f"{memories_of(len(others))} may have said something else then: {causes}")
        out.note("If the store is in git, `memento log ID --git` may tell more")
    if late:
        out.note(f"{memories_of(len(late))} recorded only later: {_named(late)}")
    if reach.later:
        hidden = f"{memories_of(reach.later)} of then recorded only later, hidden"
        out.note(f"{hidden}; --now instead of --as-of shows them")
    if reach.gone:
        out.note(f"{memories_of(len(reach.gone))} of then without a file now: {_named(reach.gone)}")


def _named(ids: Sequence[str]) -> str:
    more = len(ids) - NAMED
    return safe(", ".join(ids[:NAMED])) + (f" and {more} more" if more > 0 else "")
