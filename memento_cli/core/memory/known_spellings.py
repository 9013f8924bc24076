"""Which of the people or topics that a store knows a typed word means."""

from __future__ import annotations

from memento_cli.core.fields.plain_keys import plain_key
from memento_cli.core.text.containing import folded
from memento_cli.errors import Ambiguous

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

SHOWN = 8


def spellings(
    text: str, known: Iterable[str], aliases: Iterable[str] = (), *, new: bool = False
) -> tuple[str, ...]:
    """Every spelling of the one that is meant, first the one that was typed, if it is one of them;
    none if nobody known is meant.

    A spelling that differs in capitals, width or blanks alone is the same name. Else one of the
    `aliases` is meant, which are other names for the text, else a name that differs in accents:
    where a `new` name may be meant, only if the text has none.

    Ambiguous if that is true of several.
    """
    groups: dict[str, list[str]] = {}
    for one in known:
        groups.setdefault(plain_key(one), []).append(one)
    key = plain_key(text)
    found = [key] if key in groups else []
    if not found:
        others = {plain_key(one) for one in aliases}
        found = [one for one in groups if one in others]
    if not found:
        bare = folded(key)
        found = [one for one in groups if folded(one) == bare] if bare == key or not new else []
    if len(found) > 1:
        names = sorted(min(groups[one]) for one in found)
        raise Ambiguous(f"{text!r} may mean {len(names)} names", ", ".join(names[:SHOWN]))
    return tuple(sorted(groups[found[0]], key=lambda one: (one != text, one))) if found else ()
