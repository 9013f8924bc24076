"""Which person or topic that a store knows a typed word means."""

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
    """The known spellings of the name that `text` means, as typed first; empty if no known name is
    meant.

    Spellings that differ only in case, width or blanks are one name. If the text is no known name,
    one of its `aliases` may be; else a name that differs in accents, where with `new` a text with
    accents of its own is a new name. Ambiguous if several names fit.
    """
    groups: dict[str, list[str]] = {}
    for name in known:
        groups.setdefault(plain_key(name), []).append(name)
    key = plain_key(text)
    keys = [key] if key in groups else []
    if not keys:
        alias_keys = {plain_key(name) for name in aliases}
        keys = [name for name in groups if name in alias_keys]
    if not keys:
        bare = folded(key)
        keys = [name for name in groups if folded(name) == bare] if bare == key or not new else []
    if len(keys) > 1:
        names = sorted(min(groups[name]) for name in keys)
        raise Ambiguous(f"{text!r} may mean {len(names)} names", ", ".join(names[:SHOWN]))
    return tuple(sorted(groups[keys[0]], key=lambda name: (name != text, name))) if keys else ()
