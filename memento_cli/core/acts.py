"""The acts that a journal line can tell of."""

from __future__ import annotations

RECORDED, SET, UNDONE, ERASED = "recorded", "set", "undone", "erased"
USES = ("reinforced", "used")
ACTS = (
    RECORDED, *USES, SET, "edited", "pinned", "unpinned", "linked", "unlinked",
    "pruned", "forgotten", "restored", UNDONE, ERASED,
)  # fmt: skip
CODES = {act: code for code, act in enumerate(ACTS)}
"""The number that stands for an act in the index; new ones are added at the end."""
