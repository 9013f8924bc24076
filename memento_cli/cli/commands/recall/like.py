"""memento recall --like: the memories most similar to one."""

from __future__ import annotations

from memento_cli.cli.output.rows import page_note
from memento_cli.core.memory.summary import summary_of
from memento_cli.core.recall.similarity import LIMIT
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection

    from memento_cli.cli.call import Call

COLUMNS = ("id", "score", "summary")
ALONG = {"like", "limit"}
"""The options that go with `--like`."""


def recall_like(call: Call, id: str, words: Collection[str]) -> None:
    """Print the memories similar to one by topics, people, outcome and time, the likest first; a
    person may name that one by a number or by words.

    Usage if there are words, or options that only a recall by words takes.
    """
    from memento_cli.actions.recall.similar import similar
    from memento_cli.cli.input.selecting import selected

    others = [f"--{name.replace('_', '-')}" for name in call.filters if name not in ALONG]
    others += [option for name, option in call.given.items() if name not in ALONG]
    if words or others:
        raise Usage(f"--like goes without {others[0] if others else 'words'}")
    most = call.filters.get("limit", LIMIT)
    if most < 0:
        raise Usage("--limit is 0 or more")
    id = selected(call, [id], reading=True)
    hits = similar(call.store, id, call.now, limit=most + 1)  # one more tells if there are more
    rows = [summary_of(memory, call.now)._asdict() | like._asdict() for memory, like in hits]
    shown = rows[:most]
    call.out.rows(shown, COLUMNS)
    note = page_note(len(shown), len(shown), more=len(rows) > most)
    if note or not shown:
        call.out.note(note or "Nothing found")
