"""The acts that a journal line can tell of."""

from __future__ import annotations

CLI = "cli"
"""The door of the command line, by which a person comes; an agent's name stands behind it."""
ADOPTION = "adoption"
"""The door of lines that follow from what files and other lines say, and that nobody asked for."""
RECORDED, SET, UNDONE, ERASED = "recorded", "set", "undone", "erased"
NOT_HELPFUL, NEGLECTED = "not_helpful", "neglected"
HELPFUL = "helpful"
USES = ("reinforced", "used", HELPFUL)
EDITS = ("edited", "amended")
VIEWED = "viewed"
PRESENTED = (*USES, *EDITS, VIEWED)
"""The acts in which a memory was before somebody's eyes: a use each, by the law `base-level`."""
WEAKENING = (NOT_HELPFUL, NEGLECTED)
PASSED = "maintained"
CREATED, REVISED, REMOVED = "created", "revised", "removed"
"""Of what holds beside memories: its file was made, changed, or taken away."""
STATED, RELATED, UNRELATED = "stated", "related", "unrelated"
ADDED = "added"
ADDS, TAKES = (STATED, RELATED, ADDED), (UNRELATED,)
"""The acts on one entry of a file: a fact, an edge or an item that is added, an edge that is taken
out."""
KEPT, DROPPED, PURGED = HARD = ("kept", "dropped", "purged")
"""The acts on hard facts, of which the journal has no value: it must not outlive its time."""
FELT, THREADED, UNTHREADED = "felt", "threaded", "unthreaded"
OBSERVED = "observed"
"""What an event log tells, which is no act in the journal."""
LINKED, UNLINKED = "linked", "unlinked"
"""What was found out about an event; links of memories are told by the last two, too."""
ACTS = (
    RECORDED, "reinforced", "used", SET, "edited", "pinned", "unpinned", LINKED, UNLINKED,
    "pruned", "forgotten", "restored", UNDONE, ERASED,
    HELPFUL, "amended", VIEWED, NOT_HELPFUL, NEGLECTED, "reviewed", "confirmed",
    "proposed", "applied", "rejected", "converted", PASSED,
    CREATED, REVISED, REMOVED, STATED, RELATED, UNRELATED, KEPT, DROPPED, PURGED,
    FELT, THREADED, UNTHREADED, ADDED,
)  # fmt: skip
CODES = {act: code for code, act in enumerate(ACTS)}
"""The number that stands for an act in the index; new ones are added at the end."""
UNKNOWN, TAKEN_BACK = -1, -2
"""The numbers of two kinds of lines beside these: the act of a newer memento, of which no fold has
heard, and the undo by which a parting takes back a line that is another memory's."""
ENTRY = "at, id, act, undoes, initial, last, count"
"""What a fold reads of a line: its moment in microseconds since 1970, its id, the number of its
act, the id that it undoes, and the numbers that it sets. Of a feedback `initial` is how much it
counts, 0 to 1. What a line does not say is None."""
CONTENT = ("edited", "pinned", "unpinned", LINKED, UNLINKED, "converted", "reviewed",
           "confirmed")  # fmt: skip
"""The acts that change what a file says; their lines have what stood there before and after."""
LEAVES, RESTORED = ("pruned", "forgotten"), "restored"
"""The acts that move a file to the archive, and the one that brings it back."""
SCORE = "score"
"""Under this key a line says how much a feedback counts, 0 to 1; without it, wholly."""
OTHERS = "others"
"""Under this key a line names more memories that it is about: it stands for a line of each."""
EVIDENCE = "evidence"
"""Under this key of `more` a line names the events that an act goes back to."""


def code_of(act: str, via: str) -> int:
    """The number that stands for an act, by the door (`via`) through which it came."""
    return TAKEN_BACK if act == UNDONE and via == ADOPTION else CODES.get(act, UNKNOWN)


def score_in(said: object) -> float:
    """How much a feedback counts, 0 to 1; wholly where its line does not say so in a number."""
    return min(1.0, max(0.0, said)) if isinstance(said, int | float) else 1.0
