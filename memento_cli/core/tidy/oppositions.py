"""Statements that cannot both be true, by their words alone: one is negated, they differ in a pair
of antonyms, or they give one attribute of one subject two values.

Precision before recall: two values are opposed only after a word that has one value at a time (is,
costs, lives), for what was done once can be done again elsewhere: Lisa visited Oslo, and Rome.
"""

from __future__ import annotations

from memento_cli.core.text.function_words import (
    LIGHT,
    NAME,
    NEGATION,
    NUMBER,
    PLACE,
    PRONOUN,
    QUANTITY,
    WORD,
)
from memento_cli.core.text.likeness import compared
from memento_cli.core.text.word_forms import word_key
from memento_cli.core.text.words import is_unit
from memento_cli.core.time.time_words import MONTHS, WEEKDAYS
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.core.text.likeness import Comparison
    from memento_cli.core.text.statements import Statement, Word

ACTS = """
    before after|up down|like dislike|likes hates|loves hates|like hate
    enable disable|accepts rejects|increase decrease|increased decreased|rose fell
    rises falls|won lost|with without|agrees disagrees|trusts distrusts|more less
    always never|vor nach|mag hasst|liebt hasst|mit ohne|avant apres|aime deteste
    avec sans|antes despues|ama odia|любит ненавидит|до после|好 嫌|開 閉|开 关|前 後
    前 后|多 少|有 無
"""
"""Opposite acts and directions."""
STATES = """
    on off|enabled disabled|active inactive|activated deactivated|public private
    allowed forbidden|open closed|true false|left right|hot cold
    possible impossible|available unavailable|safe unsafe|dead alive|single married
    full empty|required optional|mandatory optional|accepted rejected
    approved rejected|cheap expensive|fast slow|locked unlocked|online offline
    present absent|healthy sick|internal external|inside outside|early late
    read-only writable|an aus|ein aus|offen geschlossen|offen zu|aktiv inaktiv
    aktiviert deaktiviert|warm kalt|voll leer|erlaubt verboten|gesund krank
    richtig falsch|allume eteint|ouvert ferme|ouverte fermee|plein vide
    autorise interdit|vrai faux|active desactive|abierto cerrado|encendido apagado
    lleno vacio|открыт закрыт|открыто закрыто|открыта закрыта|включен выключен
    включено выключено
"""
"""Opposite states: of what is so. Beside a noun they only tell which: the left door."""
BE_WORDS = """
    is are ist sind est sont es son esta estan e 是
"""
"""Is: of somebody or something, now."""
DWELL_WORDS = """
    lives works resides wohnt lebt arbeitet habite travaille vit vive trabaja listens sits
    stays живет работает 住
"""
"""Where somebody or something is: one place at a time."""
DATED_WORDS = """
    starts begins ends opens closes expires beginnt endet offnet schliesst commence finit ouvre
    ferme empieza termina abre cierra
"""
CHOSEN_WORDS = """
    decided chose chosen picked selected prefers
"""
MEASURED_WORDS = """
    costs cost has have holds runs lasts takes needs requires allows weighs measures earns pays
    equals kostet hat wiegt dauert braucht coute pese dure cuesta pesa dura tiene стоит весит
"""
"""What has one number at a time."""
MOVED_WORDS = """
    moved moves switched changed relocated gezogen umgezogen zog demenage mudo переехал
    переехала
"""
UPDATES_WORDS = """
    now instead anymore longer currently jetzt stattdessen mehr maintenant desormais ahora
    теперь сейчас
"""
INSIDE_WORDS = """
    in on at im am um bei en a au dans sur 在
"""
"""The prepositions between a word for being and the value that it has."""
LEAST_COMMON = 2
"""The least words, but for light ones, that two statements about one subject share."""
MOST_VALUE = 2
"""The most words of a value."""


def _pairs_in(table: str) -> frozenset[frozenset[str]]:
    pairs = (pair.split() for pair in table.replace("\n", "|").split("|"))
    return frozenset(frozenset(map(word_key, pair)) for pair in pairs if pair)


BE, UPDATES, INSIDE = map(frozenset, map(str.split, (BE_WORDS, UPDATES_WORDS, INSIDE_WORDS)))
DWELL, DATED, CHOSEN, MEASURED, MOVED, CALENDAR = (
    frozenset(word_key(word) for word in words.split() if not word.isdigit())
    for words in (DWELL_WORDS, DATED_WORDS, CHOSEN_WORDS, MEASURED_WORDS, MOVED_WORDS,
                  f"{MONTHS} {WEEKDAYS}".replace("|", " "))
)  # fmt: skip
OPPOSITE_ACTS, OPPOSITE_STATES = _pairs_in(ACTS), _pairs_in(STATES)


class Opposition(NamedTuple):
    """The words in which two statements differ, and whether both are of what lasts, so that the
    newer is an update of the older and no other occasion."""

    apart: tuple[str, ...]
    lasts: bool


def opposition(one: Statement, other: Statement) -> Opposition | None:
    """Why two statements cannot both be true, if they cannot."""
    found = compared(one, other)
    common = sum(_counts(one.words[place]) for place, _ in found.pairs)
    if one.asks or other.asks or not found.is_in_order:
        return None
    sides = _telling(found.left), _telling(found.right)
    lasts = _lasts(one, other)
    if common >= LEAST_COMMON and (_is_denied(*sides) or _are_antonyms(found, *sides)):
        return Opposition(_apart(*sides), lasts)
    if _has_other_value(found, common, *map(_undenied, sides)):
        return Opposition(_apart(*sides), lasts=True)
    return None


def _counts(word: Word) -> float:
    if word.kind in (LIGHT, PLACE, PRONOUN):
        return 1.0 if word.key in BE else 0.0
    return 1.0


def _telling(words: Sequence[Word]) -> list[Word]:
    """The words that tell something: not light ones, nor particles."""
    return [word for word in words if word.kind not in (LIGHT, PRONOUN)
            and not (word.kind == PLACE and is_unit(word.text[0]))]  # fmt: skip


def _apart(left: Sequence[Word], right: Sequence[Word]) -> tuple[str, ...]:
    words = (word.text for word in (*left, *right) if word.kind != PLACE)
    return tuple(sorted(set(words))) or tuple(sorted({word.text for word in (*left, *right)}))


def _is_denied(left: Sequence[Word], right: Sequence[Word]) -> bool:
    """Whether one is the other with a negation, and at most a value more."""
    for plain, negated in ((left, right), (right, left)):
        negations = [word for word in negated if word.kind == NEGATION]
        more = [word for word in negated if word.kind not in (NEGATION, PLACE)]
        if len(negations) == 1 and len(more) <= MOST_VALUE and not plain:
            return True
    return False


def _are_antonyms(found: Comparison, left: Sequence[Word], right: Sequence[Word]) -> bool:
    """Whether they differ in a pair of opposite acts, or of states that follow an "is"."""
    if len(left) != 1 or len(right) != 1:
        return False
    pair = frozenset((word_key(left[0].text), word_key(right[0].text)))
    if pair in OPPOSITE_ACTS:
        return True
    follow = _follows_be(found.one, left[0]) and _follows_be(found.other, right[0])
    return follow and pair in OPPOSITE_STATES


def _follows_be(text: Statement, word: Word) -> bool:
    words = text.words
    return any(one.key in BE for one in words[: words.index(word)]) or words[0].key in BE


def _undenied(words: list[Word]) -> list[Word]:
    """Without the value that a statement itself denies: 5433, not 5432."""
    places = [place for place, word in enumerate(words) if word.kind == NEGATION]
    return words[: places[0]] if places and len(words) - places[0] == 2 else words


def _has_other_value(found: Comparison, common: float, left: list[Word], right: list[Word]) -> bool:
    """Whether both give one attribute of one subject a value, and not the same."""
    moved = [word for word in (*left, *right) if word.key in MOVED]
    if moved:
        left, right = (
            [word for word in side if word.kind != PLACE and word.key not in MOVED | DWELL]
            for side in (left, right)
        )
    if not (0 < len(left) <= MOST_VALUE and 0 < len(right) <= MOST_VALUE):
        return False
    sides = (found.one, left), (found.other, right)
    if moved:
        return common >= 1 and all(_is_name(text, words) for text, words in sides)
    return (
        common >= LEAST_COMMON
        and all(_is_value(text, words) for text, words in sides)
        and ({word.kind == NUMBER for word in left} == {word.kind == NUMBER for word in right})
    )


def _is_name(text: Statement, words: Sequence[Word]) -> bool:
    """Whether the words are a name, and stand at the end, where somebody moved to."""
    return all(word.kind == NAME for word in words) and text.words[-1] in words


def _is_value(text: Statement, words: Sequence[Word]) -> bool:
    """Whether words stand where a word before them has one value at a time."""
    place = next(at for at, word in enumerate(text.words) if word is words[0])
    before = text.words[:place]
    verb = next((at for at in range(place - 1, -1, -1) if _has_one_value(before, at, words)), None)
    if verb is None:
        return False
    between = before[verb + 1 :]
    if before[verb].key in CHOSEN:
        return True
    if all(word.kind == NUMBER for word in words):
        return all(word.kind in (PLACE, LIGHT, QUANTITY, NAME) for word in between)
    is_date = all(word.key in CALENDAR for word in words)
    if is_date and before[verb].key in DATED:
        return True
    is_at = before[verb].key in DWELL
    return all(
        word.kind == LIGHT or word.key in INSIDE or (is_at and word.kind == PLACE)
        for word in between
    )


def _has_one_value(before: Sequence[Word], at: int, words: Sequence[Word]) -> bool:
    """Whether a verb has one such value at a time: a number, a name or a date, a place. After an
    "is" it is no verb: open."""
    key = before[at].key
    if at and before[at - 1].key in BE:
        return False
    if all(word.kind == NUMBER for word in words):
        return key in BE or key in DWELL or key in DATED or key in MEASURED
    if any(word.kind not in (WORD, NAME) for word in words):
        return False
    if key in DWELL:
        return True
    is_named = all(word.kind == NAME or word.key in CALENDAR for word in words)
    return is_named and (key in BE or key in DATED or key in CHOSEN)


def _lasts(one: Statement, other: Statement) -> bool:
    """Whether both tell of what is so, or one tells that it is so now."""
    is_update = any(word.text in UPDATES for text in (one, other) for word in text.words)
    lasting = BE | DWELL
    return is_update or all(
        any(word.key in lasting for word in text.words) for text in (one, other)
    )
