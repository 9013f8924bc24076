"""The details of a journal entry in words, beside its act and its memory."""

from __future__ import annotations

from memento_cli.core.events.affect import vad_text
from memento_cli.core.events.mood import felt_in
from memento_cli.core.events.plans import TURNS
from memento_cli.core.events.threads import CONFIDENCE, REL, TARGET, THREAD, THREADS, TITLE
from memento_cli.core.journal.event_types import (
    EXTRACTED,
    FELT,
    LINKED,
    PASSED,
    RELATED,
    SCORE,
    STATED,
    THREADED,
    UNDONE,
    UNLINKED,
    UNRELATED,
    UNTHREADED,
)
from memento_cli.core.journal.history import original
from memento_cli.core.journal.proposal_entries import PROPOSED, proposal_in
from memento_cli.core.memory.memory import split_content
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of
from memento_cli.core.security.secret_checks import ALLOWED
from memento_cli.store.records.memory_fields import FLOOR, PARAMETER_PATHS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry

LAW, DUE = "memory.fade.law", "memory.review.due"
NAMES = {path: name for name, path in PARAMETER_PATHS.items()}
CHANGED = "changed "
"""Before the keys that an act has changed."""
DAY_SIGNS = len("2025-02-01")


UNDID, DID, AGAIN = "undid ", "did ", " again"
"""What stands around the name of an act in the details of an undo of it, or of that undo's."""


def act_words(act: str) -> str:
    """The name of an act in words: `not helpful`."""
    return act.replace("_", " ")


def key_words(path: str) -> str:
    """The name of a key of a file in words: `summary` of `memory.content.summary`, `half life days`
    of `memory.fade.half_life_days`."""
    return path.rpartition(".")[2].replace("_", " ")


def details_of(entry: JournalEntry) -> Iterator[str]:
    """The remaining strength, the undone act, the score, the proposal and the changes."""
    left, undid, score = (entry.more.get(key) for key in ("left", "undid", SCORE))
    if isinstance(left, float):
        yield f"strength {left:.3f}"
    if undid:
        yield UNDID + act_words(str(undid))
    if isinstance(score, int | float):
        yield f"score {score:g}"
    if proposal_in(entry):
        yield _proposal_text(entry)
    yield from DETAILS.get(entry.act, _changed)(entry)
    allowed = entry.more.get(ALLOWED)
    if isinstance(allowed, list):
        yield f"allowed {', '.join(map(str, allowed))}"


def undo_words(undo: JournalEntry, by_id: Mapping[str, JournalEntry]) -> str:
    """What an undo did, as its detail: it undid an act; or it undid an undo, as far as that is
    known by its id, and so did an act again."""
    act, is_done = original(undo, by_id)
    if act.act == UNDONE:  # what it undid is further back
        return UNDID + act_words(str(act.more.get("undid", "")))
    return f"{DID}{act_words(act.act)}{AGAIN}" if is_done else f"{UNDID}{act_words(act.act)}"


def undo_title(words: str) -> str:
    """The title of an undo by its detail: `Undo: pinned`, or `Redo: pinned` for one of an undo."""
    if words.startswith(DID):
        return f"Redo: {words.removeprefix(DID).removesuffix(AGAIN)}"
    return f"Undo: {words.removeprefix(UNDID)}"


def _changed(entry: JournalEntry) -> Iterator[str]:
    after = entry.side("after")
    if after:
        yield CHANGED + ", ".join(key.removeprefix("memory.") for key in after)


def _converted(entry: JournalEntry) -> Iterator[str]:
    """The law and the floor before and after; nothing if the entry was erased."""
    before, after = entry.side("before"), entry.side("after")
    laws = [_law(keys) for keys in (before, after)]
    if any(laws):
        yield " -> ".join(law or "what it was" for law in laws)
    if FLOOR in after:
        yield f"floor {before.get(FLOOR)} -> {after[FLOOR]}"


def _law(keys: Mapping[str, Any]) -> str:
    """The law in the keys of a file: `half-life 90`. A file may omit the law's name."""
    path = next((path for path in NAMES if keys.get(path) is not None), "")
    name = keys.get(LAW) or NAMES.get(path, "")
    return " ".join(str(part) for part in (name, keys.get(path)) if part)


def _reviewed(entry: JournalEntry) -> Iterator[str]:
    rating, due = entry.more.get("rating"), entry.side("after").get(DUE)
    if rating:
        yield str(rating)
    if due:
        yield f"due {str(due)[:DAY_SIGNS]}"


def _stated(entry: JournalEntry) -> Iterator[str]:
    """The key, value and date of a claim; nothing if the entry was erased."""
    from memento_cli.actions.facts.records import table_entry_of  # few entries are claims

    table_entry = table_entry_of(entry)
    if table_entry:
        row = table_entry.row
        value = row.get("value", f"not {row['ends']}" if "ends" in row else "nothing")
        key, since = table_entry.path.removeprefix("fact."), str(row.get("from", ""))[:DAY_SIGNS]
        yield f"{key}: {value} from {since}"


def _edge(entry: JournalEntry) -> Iterator[str]:
    from memento_cli.actions.facts.records import table_entry_of

    table_entry = table_entry_of(entry)
    if table_entry:
        yield f"{table_entry.row.get('predicate')} {table_entry.row.get('object')}"


def _felt(entry: JournalEntry) -> Iterator[str]:
    felt = felt_in(entry)
    if felt and felt.affect.text:
        yield ", ".join(felt.affect.labels) or "no label"
        yield vad_text(felt.affect.vad)


def _threaded(entry: JournalEntry) -> Iterator[str]:
    """The title of a thread, or its reference if the entry was erased."""
    title = entry.text.get(TITLE)
    if title:
        yield str(title)
    elif entry.more.get(THREAD):
        yield ref_of(THREADS, str(entry.more[THREAD]))
    yield from _confidence(entry)


def _extracted(entry: JournalEntry) -> Iterator[str]:
    turns = entry.more.get(TURNS)
    if isinstance(turns, list):
        yield f"{len(turns)} turn{'s'[: len(turns) != 1]}"


def _linked(entry: JournalEntry) -> Iterator[str]:
    """For an event, the relation and the target; for a memory, the changed keys of its file."""
    rel, target = entry.more.get(REL), entry.more.get(TARGET)
    if event_in(entry.memory) and rel and target:
        yield f"{act_words(str(rel))} {ref_of(EVENTS, str(target))}"
        yield from _confidence(entry)
    else:
        yield from _changed(entry)


def _confidence(entry: JournalEntry) -> Iterator[str]:
    confidence = entry.more.get(CONFIDENCE)
    if isinstance(confidence, int | float) and confidence < 1:
        yield f"{confidence:.0%} sure"


DETAILS: Mapping[str, Callable[[JournalEntry], Iterator[str]]] = {
    "converted": _converted,
    "reviewed": _reviewed,
    "confirmed": lambda entry: iter(("still true",)),
    PASSED: lambda entry: iter(("a pass over the store",)),
    RELATED: _edge,
    UNRELATED: _edge,
    STATED: _stated,
    EXTRACTED: _extracted,
    FELT: _felt,
    LINKED: _linked,
    UNLINKED: _linked,
    THREADED: _threaded,
    UNTHREADED: _threaded,
}
"""By act, what computes its details; the default lists the changed keys."""


def _proposal_text(entry: JournalEntry) -> str:
    answer = entry.text.get("answer")
    summary = ""
    if entry.act == PROPOSED and isinstance(answer, str) and answer:
        summary = f": {split_content(answer)[0]}"
    return f"proposal {proposal_in(entry)}{summary}"
