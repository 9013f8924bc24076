"""The importance of a new memory: as it is given, or by what the memory says."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memento_cli.store.directory.store import Store

USUAL = 0.5


def importance_of(
    store: Store, given: float | None, summary: str, topics: Iterable[str] = ()
) -> tuple[float, str]:
    """The importance, and why, if it was inferred; else the reason is empty.

    It is inferred where nothing is given and the setting `importance.infer` says so.
    """
    if given is not None:
        return given, ""
    if not store.settings["importance.infer"]:
        return USUAL, ""
    from memento_cli.core.memory.weighing import weighed  # its patterns take a while to compile

    found = weighed(summary, topics)
    return (found.importance, found.reason) if found else (USUAL, "")
