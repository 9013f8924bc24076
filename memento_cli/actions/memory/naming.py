"""What something is called, looked at where it comes in: by every door, import and plan."""

from __future__ import annotations

from datetime import UTC, datetime

from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.memory.refs import name_of, person_key, person_ref, stored_ref
from memento_cli.core.security.lookalikes import seen_name, told_mixture

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.memory.memory import Draft, Memory
    from memento_cli.store.directory.store import Store


def checked_name(store: Store, what: str, name: str) -> str:
    """The name. BadValue if it has a sign that cannot be seen; one that mixes alphabets is told
    of."""
    if told := told_mixture(seen_name(name, what), what):
        store.warn(told)
    return name


def checked_person(store: Store, who: str = "") -> str:
    """The reference of whoever is named, or of the store's own person; looked at as any name."""
    ref = person_ref(who or store.settings["person"])
    checked_name(store, "the person", name_of(ref))
    return ref


def check_names(store: Store, one: Draft | Memory) -> None:
    """Look at each name that a memory has; a person who is written like another is told of."""
    for topic in one.tags.topics:
        checked_name(store, "the topic", " ".join(topic.split()))
    for what, name in (("project", one.project), ("agent", one.agent), ("session", one.session)):
        checked_name(store, f"the {what}", name or "")
    check_people(store, one.person, *one.tags.people)


def check_people(store: Store, *people: str) -> None:
    """Look at people's names. Told of is who differs from one that the store knows only in the form
    of letters, as full-width ones: memories keep the two apart."""
    for ref in people:
        checked_name(store, "the person", name_of(ref))
        if other := _twin(store, ref):
            told = f"the person {name_of(ref)} is written like {name_of(other)}, and is another"
            store.warn(told)


def _twin(store: Store, ref: str) -> str:
    """Another whom the store knows, and whose name is the same but for the form of its letters."""
    from unicodedata import is_normalized, normalize  # names are mostly ASCII

    if ref.isascii() or is_normalized("NFKC", normalize("NFC", ref)):
        return ""
    with open_index(store, datetime.now(UTC)) as here:
        known = here.people() | here.persons() | {stored_ref(store.settings["person"])}
    alike = (one for one in known if one != ref and person_key(one) == person_key(ref))
    return min(alike, default="")
