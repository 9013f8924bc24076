"""Ids: `{person}-{topic-slug}-{YYYY-MM}`, minted from a-z 0-9 -, and which others are safe."""

from __future__ import annotations

from memento_cli.core.journal.line_ids import CROCKFORD
from memento_cli.core.memory.refs import name_of
from memento_cli.core.text.normal_forms import nearest, slug
from memento_cli.core.time.when import utc
from memento_cli.errors import Ambiguous, BadId, NotFound

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime


TOPIC_SIGNS = 20
SUFFIX_SIGNS = 4
YEAR_SIGNS = 4
PERSON_SIGNS = 60
ID_BYTES = 200
MINTED = r"[a-z0-9][a-z0-9-]*-[0-9]{4}-[0-9]{2}(-[0-9a-z]{4})?"
RESERVED_SIGNS = 7  # longer names without a dot are not reserved
SIGNS = "._-+@~=' "
PORTS = "0123456789¹²³"
RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{sign}" for port in ("com", "lpt") for sign in PORTS))
)
"""The names that Windows takes for devices, also before a dot and any ending."""
PART_SIGNS = 3
MOST_SHOWN = 8
EVERY_ID = "`memento list --all --format ids` prints every id"


def memory_id(person: str, first_topic: str | None, created: datetime) -> str:
    """The id of a memory of this person, topic and month (in UTC), if it is free."""
    topic = "memory" if first_topic is None else slug(first_topic, TOPIC_SIGNS)
    month = utc(created)
    return f"{slug(name_of(person), PERSON_SIGNS)}-{topic}-{month.year:04d}-{month.month:02d}"


def with_suffix(base: str, noise: bytes) -> str:
    """The id with four characters that are drawn from `noise`: `-k7qm`."""
    return f"{base}-{''.join(CROCKFORD[byte & 31] for byte in noise[:SUFFIX_SIGNS])}"


def short_forms(ids: Iterable[str], known: str) -> dict[str, str]:
    """The random suffix of each id that has one, if no other id among the lines of `known` has
    these four signs anywhere; else the whole id.

    An id without a suffix stays whole: it tells a topic, and the next memory of this topic would
    make a part of it ambiguous. Four digits stay whole, too, since a year is written so.
    """
    return {id: _short(id, known) for id in ids}


def _short(id: str, known: str) -> str:
    *_, year, month, suffix = ("", "", *id.rsplit("-", 3))
    is_minted = len(year) == YEAR_SIGNS and (year + month).isdecimal() and not suffix.isdecimal()
    is_random = len(suffix) == SUFFIX_SIGNS and not suffix.strip(CROCKFORD)
    return suffix if is_minted and is_random and known.count(suffix) == 1 else id


def nfc(text: str) -> str:
    """The text in Unicode's normal form C."""
    if text.isascii():
        return text
    from unicodedata import normalize

    return normalize("NFC", text)


def checked_id(text: str) -> str:
    """The id in NFC; BadId if some file system cannot have a file of that name."""
    if _is_plain(text):
        return text
    id = nfc(text)
    if len(id.encode(errors="surrogatepass")) > ID_BYTES:
        raise BadId(f"an id of more than {ID_BYTES} bytes", "ids are file names")
    is_valid = id and id[0].isalnum() and all(_is_safe(sign) for sign in id)
    if not is_valid or id[-1] in ". " or id.partition(".")[0].lower() in RESERVED:
        hint = "letters, digits, - . _ + @ ~ = ' and spaces inside"
        raise BadId(f"{text[:60]!r} can be no id", hint)
    return id


def _is_plain(text: str) -> bool:
    """Whether an id is of letters, digits and hyphens and is not reserved, as nearly all are."""
    is_alphanumeric = text.isascii() and text.replace("-", "").isalnum()
    return is_alphanumeric and RESERVED_SIGNS < len(text) <= ID_BYTES and text[0] != "-"


def _is_safe(sign: str) -> bool:
    if sign in SIGNS:
        return True
    from unicodedata import category

    return category(sign)[0] in "LMN"


def is_safe_id(text: str) -> bool:
    """Whether a name is a valid id, so that a file of that name can be a memory."""
    if _is_plain(text):
        return True
    try:
        return checked_id(text) == text
    except BadId:
        return False


def folded(id: str) -> str:
    """The form that ids share if some file system takes them for one name (case, NFC and NFKC)."""
    if id.isascii():
        return id.casefold()
    from unicodedata import normalize

    return normalize("NFKC", id).casefold()


def resolve(text: str, ids: Collection[str], archived: Collection[str] = ()) -> str:
    """The id that `text` means: itself, a unique prefix, or else a unique part.

    NotFound mentions an archived id that it means; Ambiguous if there are several.
    """
    wanted = nfc(text)
    matches = matching(wanted, ids)
    if matches and (wanted in ids or wanted not in archived):
        return the_one(text, matches)
    in_archive = matching(wanted, archived)
    if len(in_archive) == 1:
        id = in_archive[0]
        raise NotFound(f"{id} is in the archive", f"`memento restore {id}` brings it back")
    if not may_be_part(text):
        raise NotFound(f"no memory is called {text}", "a part of an id has three signs or more")
    near = nearest(text, ids)
    raise NotFound(f"No memory with id {text}", f"did you mean {near[0]}?" if near else EVERY_ID)


def the_one(text: str, ids: list[str]) -> str:
    """The only id that `text` is short for; Ambiguous if it is short for several."""
    if len(ids) > 1:
        more = f" and {len(ids) - MOST_SHOWN} more" if len(ids) > MOST_SHOWN else ""
        some = ", ".join(ids[:MOST_SHOWN]) + more
        raise Ambiguous(f"{text!r} is short for {len(ids)} ids", some)
    return ids[0]


def matching(text: str, ids: Collection[str]) -> list[str]:
    """The ids that `text` means: itself, or those that begin with it, or those that contain it."""
    wanted = nfc(text)
    return having(wanted, ids) if wanted in ids or may_be_part(wanted) else []


def having(text: str, names: Collection[str]) -> list[str]:
    """The name that is `text`, or those that begin with it, or those that contain it."""
    if text in names:
        return [text]
    for fits in (str.startswith, str.__contains__):
        matches = sorted(name for name in names if text and fits(name, text))
        if matches:
            return matches
    return []


def may_be_part(text: str) -> bool:
    """Whether a text is long enough for a part of an id: three characters, or two that are not
    ASCII. Up to three digits are the number of a row on a screen."""
    if not text.isascii():
        return len(text) > 1
    return len(text) >= PART_SIGNS + text.isdigit()


def minted_in(text: str) -> list[str]:
    """The words of a text that have the form of a minted id, each once.

    An id that another tool gave may be any word, so it is not looked for: `notes` names nothing.
    """
    from re import findall, fullmatch  # only a hook asks

    words = (word for word in findall(r"[\w-]+", text) if len(word) <= ID_BYTES)
    return list(dict.fromkeys(word for word in words if fullmatch(MINTED, word)))
