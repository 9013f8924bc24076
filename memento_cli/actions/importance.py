"""The importance of a new memory: as it is given, or by what the memory says."""

from __future__ import annotations

from collections.abc import Iterable

from memento_cli.errors import Usage
from memento_cli.store.store import Store

AUTO, USUAL = "auto", 0.5


def importance_of(
    store: Store, given: str | None, summary: str, topics: Iterable[str] = ()
) -> tuple[float, str]:
    """The importance, and why, if it was inferred; else the reason is empty.

    It is inferred where `auto` is given, and, with the setting `importance.infer`, where nothing
    is.
    """
    if given not in (None, AUTO):
        return _number(str(given)), ""
    if given is None and not store.settings["importance.infer"]:
        return USUAL, ""
    from memento_cli.core.weighing import weighed  # its patterns take a while to compile

    found = weighed(summary, topics)
    return (found.importance, found.reason) if found else (USUAL, "")


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise Usage(f"importance is a number from 0 to 1, or {AUTO}, not {text!r}") from None
