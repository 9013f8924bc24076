"""Names are checked where they enter the store: by every verb, import and plan."""

from __future__ import annotations

from datetime import UTC, datetime

from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.memory.refs import name_of, person_key, person_ref, stored_ref
from memento_cli.core.security.lookalikes import checked_visible, mixture_warning

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.memory.memory import Draft, Memory
    from memento_cli.store.directory.store import Store


def checked_name(store: Store, what: str, name: str) -> str:
    """The name. BadValue if it has an invisible character; a mixture of alphabets is warned of."""
    if warning := mixture_warning(checked_visible(name, what), what):
        store.warn(warning)
    return name


def checked_person(store: Store, who: str = "") -> str:
    """The reference of a person, or of the store's own person, with the name checked."""
    ref = person_ref(who or store.settings["person"])
    checked_name(store, "the person", name_of(ref))
    return ref


def check_names(store: Store, memory: Draft | Memory) -> None:
    """Check each name of a memory, as `checked_name` and `check_people` do."""
    for topic in memory.tags.topics:
        checked_name(store, "the topic", " ".join(topic.split()))
    for what in ("project", "agent", "session"):
        checked_name(store, f"the {what}", getattr(memory, what) or "")
    check_people(store, memory.person, *memory.tags.people)


def check_people(store: Store, *people: str) -> None:
    """Check people's names. A name that differs from a known one only in the form of its letters,
    such as full-width ones, is warned of: memories keep the two apart."""
    for ref in people:
        checked_name(store, "the person", name_of(ref))
        if other := _lookalike(store, ref):
            name, twin = name_of(ref), name_of(other)
            store.warn(f"the person {name} is written like {twin}, and is another")


def _lookalike(store: Store, ref: str) -> str:
    """A known person whose name differs only in the form of its letters; "" if there is none."""
    from unicodedata import is_normalized, normalize  # names are mostly ASCII

    if ref.isascii() or is_normalized("NFKC", normalize("NFC", ref)):
        return ""
    with open_index(store, datetime.now(UTC)) as index:
        known = index.people() | index.persons() | {stored_ref(store.settings["person"])}
    alike = (other for other in known if other != ref and person_key(other) == person_key(ref))
    return min(alike, default="")
