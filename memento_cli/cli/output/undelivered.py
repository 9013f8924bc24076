"""An act that is done although its answer could not be written: the error says so, lest somebody
repeats it."""

from __future__ import annotations

import os

from memento_cli.cli.input.unsaved import let_go

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.call import Call

DONE = "what was asked is done, and only its answer could not be written"


def note_if_done(problem: OSError, call: Call) -> None:
    """Let the error say so, and which answer it was, where the call has changed the store; and
    commit that where the settings ask for it. What a recall counts is no such change."""
    store = call.opened_store
    if store is None or not store.changed:
        return
    logs = os.path.join(store.journal.folder, "")
    if call.out.answer or not all(path.startswith(logs) for path in store.changed):
        let_go()
        words = " ".join(call.out.answer.split())
        problem.add_note(f"{DONE}: {words}" if words else DONE)
        call.commit()
