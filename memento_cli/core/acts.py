"""The acts that a journal line can tell of."""

from __future__ import annotations

RECORDED, SET, UNDONE = "recorded", "set", "undone"
USES = ("reinforced", "used")
ACTS = (
    RECORDED, *USES, SET, "edited", "pinned", "unpinned", "linked", "unlinked",
    "pruned", "forgotten", "restored", UNDONE,
)  # fmt: skip
