"""When a use makes a memory no stronger, and how that is said (document 001, Reinforcement)."""

from __future__ import annotations

TOO_STRONG, TOO_RECENT = "too_strong", "too_recent"


def skip_of(strength: float, days: float, most: float, rest_hours: float) -> str | None:
    """Why a use changes nothing, if it does not.

    `strength` is the one before it, `days` the time since the last; nothing above `most` grows, and
    nothing twice within `rest_hours`.
    """
    if strength > most:
        return TOO_STRONG
    return TOO_RECENT if days * 24 < rest_hours else None


def skip_text(skip: str | None, times: int, most: float, rest_hours: float) -> str:
    """The same in words, with the rule that decided it; `times` is how often it was reinforced."""
    if skip is None:
        return ""
    if skip == TOO_STRONG:
        return f"already very strong (above {most:g})"
    since = "reinforced" if times else "recorded"
    rest = "a day" if rest_hours == 24 else f"{rest_hours:g} hours"
    return f"{since} less than {rest} ago"
