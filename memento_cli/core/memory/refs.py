"""References to people: `ctx://person/alex`, or `alex` for short."""

from __future__ import annotations

from memento_cli.core.text.normal_forms import plain_key
from memento_cli.errors import BadRef, BadValue

SCHEME = "ctx://"
PERSON = "ctx://person/"
LIMIT = 300
NAME_WORDS = 8
"""The most words that a person is called by where somebody types a new one: María de los Ángeles
Pérez de la Cruz."""


def person_ref(text: str) -> str:
    """The reference to the person with this name or reference; BadRef if it is neither."""
    text = text.strip()
    if not text or len(text.removeprefix(PERSON)) > LIMIT:
        raise BadRef("a person needs a name" if not text else f"a name of {len(text)} signs")
    from memento_cli.core.text.visible import checked_visible

    try:
        checked_visible(text, "the person")
    except BadValue as problem:
        raise BadRef(problem.message) from None
    if not text.startswith(SCHEME):
        if "/" in text or ":" in text:
            raise BadRef(f"{text[:60]!r} names no person", "write alex or ctx://person/alex")
        return PERSON + text
    if not names_a_person(text):
        raise BadRef(f"{text[:60]!r} names no person", "write alex or ctx://person/alex")
    return text


def check_typed_name(text: str) -> None:
    """Raise BadRef if what was typed as the name of a person is rather a sentence."""
    words = text.split()
    if len(words) > NAME_WORDS and not text.strip().startswith(SCHEME):
        cut = " ".join(words[:NAME_WORDS])
        hint = f"a name has at most {NAME_WORDS} words; a longer one is written ctx://person/NAME"
        raise BadRef(f"“{cut} …” names no person", hint)


def names_a_person(ref: str) -> bool:
    """Whether a reference consists of scopes (`~org`), if any, then `person`, then a name."""
    *scopes, name = ref.removeprefix(SCHEME).split("/")
    has_name = scopes[-1:] == ["person"] and name[:1].strip()
    return bool(has_name) and all(
        part[:1] == "~" and len(part) > 1 and part.split() == [part] for part in scopes[:-1]
    )


def stored_ref(text: str) -> str:
    """The reference in a file, with a bare name completed; nothing else is checked."""
    return text if "://" in text else PERSON + text


def person_key(ref: str) -> str:
    """The key that all references to one person share, whatever their case, width and spaces."""
    return plain_key(stored_ref(ref))


def same_person(one: str | None, other: str | None) -> bool:
    """Whether two references are to one person; None equals only None."""
    if one is None or other is None:
        return one is other
    return person_key(one) == person_key(other)


def name_of(ref: str) -> str:
    """The last part of a reference: the person's name."""
    return ref.rstrip("/").rpartition("/")[2]
