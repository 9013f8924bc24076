"""The acts that a journal entry can record."""

from __future__ import annotations

CLI = "cli"
"""The `via` of the command line, where a person acts; an agent's name follows it."""
ADOPTION = "adoption"
"""The `via` of entries that are derived from files and other entries; nobody asked for them."""
RECORDED, SET, UNDONE, ERASED = "recorded", "set", "undone", "erased"
NOT_HELPFUL, NEGLECTED = "not_helpful", "neglected"
HELPFUL = "helpful"
USES = ("reinforced", "used", HELPFUL)
EDITS = ("edited", "amended")
VIEWED = "viewed"
PRESENTED = (*USES, *EDITS, VIEWED)
"""The acts that present a memory to somebody: each is a use under the law `base-level`."""
WEAKENING = (NOT_HELPFUL, NEGLECTED)
PASSED = "maintained"
CREATED, REVISED, REMOVED = "created", "revised", "removed"
"""Acts on records other than memories: the file was created, changed, or removed."""
STATED, RELATED, UNRELATED = "stated", "related", "unrelated"
ADDED = "added"
ADDS, TAKES = (STATED, RELATED, ADDED), (UNRELATED,)
"""The acts on one item of a file: a fact, an edge or an item that is added, an edge that is
removed."""
KEPT, DROPPED, PURGED = HARD = ("kept", "dropped", "purged")
"""The acts on kv values. The journal has no values of these: they must not outlive their time."""
FELT, THREADED, UNTHREADED = "felt", "threaded", "unthreaded"
EXTRACTED = "extracted"
"""A plan was made of turns, which `more` lists; the entry is about the last of them."""
OBSERVED = "observed"
"""The act of an event log's lines; the journal has no such act."""
LINKED, UNLINKED = "linked", "unlinked"
"""Findings about an event; the last two also link and unlink memories."""
ACTS = (
    RECORDED, "reinforced", "used", SET, "edited", "pinned", "unpinned", LINKED, UNLINKED,
    "pruned", "forgotten", "restored", UNDONE, ERASED,
    HELPFUL, "amended", VIEWED, NOT_HELPFUL, NEGLECTED, "reviewed", "confirmed",
    "proposed", "applied", "rejected", "converted", PASSED,
    CREATED, REVISED, REMOVED, STATED, RELATED, UNRELATED, KEPT, DROPPED, PURGED,
    FELT, THREADED, UNTHREADED, ADDED, EXTRACTED,
)  # fmt: skip
CODES = {act: code for code, act in enumerate(ACTS)}
"""The number of each act in the index; new ones are added at the end."""
UNKNOWN, TAKEN_BACK = -1, -2
"""Two more numbers: an act of a newer memento, which the fold ignores, and the undo that takes back
an entry of another memory when two memories of one id are parted."""
FOLD_COLUMNS = "at, id, act, undoes, initial, last, count"
"""The columns that the fold reads of an entry: its moment in microseconds since 1970, its id, the
number of its act, the id that it undoes, and the numbers that it sets. For a feedback `initial` is
its weight, 0 to 1. A missing column is None."""
CONTENT = ("edited", "pinned", "unpinned", LINKED, UNLINKED, "converted", "reviewed",
           "confirmed")  # fmt: skip
"""The acts that change what a file says; their entries have the keys before and after."""
LEAVES, RESTORED = ("pruned", "forgotten"), "restored"
"""The acts that move a file to the archive, and the one that brings it back."""
SCORE = "score"
"""The key of the weight of a feedback, 0 to 1; without it, 1."""
OTHERS = "others"
"""The key of further memories that an entry is about: it stands for an entry of each."""
EVIDENCE = "evidence"
"""The key of `more` for the events that an act is based on."""


def code_of(act: str, via: str) -> int:
    """The number of an act in the index; an undo `via` ADOPTION has its own."""
    return TAKEN_BACK if act == UNDONE and via == ADOPTION else CODES.get(act, UNKNOWN)


def score_in(score: object) -> float:
    """The weight of a feedback, 0 to 1; 1 where `score` is no number."""
    return min(1.0, max(0.0, score)) if isinstance(score, int | float) else 1.0
