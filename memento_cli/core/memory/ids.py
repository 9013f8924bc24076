"""Ids: `{person}-{topic-slug}-{YYYY-MM}`, minted from a-z 0-9 -, and which others are safe."""

from __future__ import annotations

from memento_cli.core.journal.line_ids import CROCKFORD
from memento_cli.core.memory.refs import name_of
from memento_cli.core.text.slugs import slug
from memento_cli.core.time.when import utc
from memento_cli.errors import Ambiguous, BadId, NotFound

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime


TOPIC_SIGNS = 20
SUFFIX_SIGNS = 4
PERSON_SIGNS = 60
ID_BYTES = 200
RESERVED_SIGNS = 7  # the longest reserved name, if no dot follows it
SIGNS = "._-+@~=' "
PORTS = "0123456789¹²³"
RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{sign}" for port in ("com", "lpt") for sign in PORTS))
)
"""What Windows takes for a device, whatever follows after a dot."""
MANY = 8
PIECE = 3
"""So many signs in a row an id shares with what was meant to be it."""


def memory_id(person: str, first_topic: str | None, created: datetime) -> str:
    """The id that a memory of this person, topic and month (in UTC) gets when it is free."""
    topic = "memory" if first_topic is None else slug(first_topic, TOPIC_SIGNS)
    month = utc(created)
    return f"{slug(name_of(person), PERSON_SIGNS)}-{topic}-{month.year:04d}-{month.month:02d}"


def with_suffix(base: str, noise: bytes) -> str:
    """A taken id with four signs that are chance, or follow from something: `-k7qm`."""
    return f"{base}-{''.join(CROCKFORD[byte & 31] for byte in noise[:SUFFIX_SIGNS])}"


def nfc(text: str) -> str:
    """A text in normal form C; ASCII is in it."""
    if text.isascii():
        return text
    from unicodedata import normalize

    return normalize("NFC", text)


def checked_id(text: str) -> str:
    """The id in normal form (NFC), or BadId: what cannot be a file's name everywhere is refused."""
    if _is_plain(text):
        return text
    id = nfc(text)
    if len(id.encode(errors="surrogatepass")) > ID_BYTES:
        raise BadId(f"an id of more than {ID_BYTES} bytes", "ids are file names")
    plain = id and id[0].isalnum() and all(_is_safe(sign) for sign in id)
    if not plain or id[-1] in ". " or id.partition(".")[0].lower() in RESERVED:
        hint = "letters, digits, - . _ + @ ~ = ' and spaces inside"
        raise BadId(f"{text[:60]!r} can be no id", hint)
    return id


def _is_plain(text: str) -> bool:
    """Letters, digits and hyphens, and too long for a reserved name: what a folder is full of."""
    signs = text.isascii() and text.replace("-", "").isalnum()
    return signs and RESERVED_SIGNS < len(text) <= ID_BYTES and text[0] != "-"


def _is_safe(sign: str) -> bool:
    if sign in SIGNS:
        return True
    from unicodedata import category

    return category(sign)[0] in "LMN"


def is_safe_id(text: str) -> bool:
    """Whether a file of this name is a memory at all."""
    if _is_plain(text):
        return True
    try:
        return checked_id(text) == text
    except BadId:
        return False


def folded(id: str) -> str:
    """What two ids share that some file system takes for one (case, NFC and NFKC)."""
    if id.isascii():
        return id.casefold()
    from unicodedata import normalize

    return normalize("NFKC", id).casefold()


def resolve(text: str, ids: Collection[str], archived: Collection[str] = ()) -> str:
    """The id that `text` means: itself, a unique prefix, or else a unique part.

    Ids in the archive are only mentioned: when it is one of them, or nothing else fits.
    """
    wanted = nfc(text)
    found = matching(wanted, ids)
    if found and (wanted in ids or wanted not in archived):
        return the_one(text, found)
    there = matching(wanted, archived)
    if len(there) == 1:
        id = there[0]
        raise NotFound(f"{id} is in the archive", f"`memento restore {id}` brings it back")
    raise _unknown(text, ids)


def the_one(text: str, found: list[str]) -> str:
    """The only id that `text` is short for; Ambiguous if it is for several."""
    if len(found) > 1:
        raise Ambiguous(f"{text!r} is short for {len(found)} ids", _some(found))
    return found[0]


def matching(text: str, ids: Collection[str]) -> list[str]:
    """The ids that `text` means: itself, or those that begin with it, or those that hold it."""
    wanted = nfc(text)
    if wanted in ids:
        return [wanted]
    for fits in (str.startswith, str.__contains__):
        found = sorted(id for id in ids if wanted and fits(id, wanted))
        if found:
            return found
    return []


def _some(found: list[str]) -> str:
    more = f" and {len(found) - MANY} more" if len(found) > MANY else ""
    return ", ".join(found[:MANY]) + more


def _unknown(text: str, ids: Iterable[str]) -> NotFound:
    near = _near(text, ids)
    hint = f"did you mean {near}? " if near else ""
    return NotFound(f"No memory with id {text}", f"{hint}`memento list --all` shows every id.")


def _near(text: str, ids: Iterable[str]) -> str:
    """The id that looks most like a text, if one does."""
    pieces = {text[at : at + PIECE] for at in range(max(1, len(text) - PIECE + 1))} - {""}
    sharing = [id for id in ids if any(map(id.__contains__, pieces))]
    if not sharing:
        return ""
    from rapidfuzz import fuzz, process

    near = process.extractOne(text, sharing, scorer=fuzz.WRatio, score_cutoff=70)
    return near[0] if near else ""
