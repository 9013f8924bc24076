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
from memento_cli.core.text.irregular_forms import other_forms
from memento_cli.core.text.likeness import compared
from memento_cli.core.text.word_forms import word_key
from memento_cli.core.text.word_order import exchanged, parts_moved
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
    always never|everyone nobody|everybody nobody|everything nothing|all none|succeed fail
    succeeds fails|pass fail|passes fails|accept reject|accepts declines|accepted declined
    accept refuse|accepts refuses|approve reject|approves rejects|include exclude
    includes excludes|allow forbid|allows forbids|allow prohibit|grows shrinks|increase reduce
    increase lower|raise lower|show hide|shows hides|encourage discourage|often rarely
    often seldom|minimum maximum|min max|oldest newest|cheapest dearest|immer nie|toujours jamais
    siempre nunca|vor nach|mag hasst|liebt hasst|mit ohne|avant apres|aime deteste
    avec sans|antes despues|ama odia|любит ненавидит|до после|好 嫌|開 閉|开 关|前 後
    前 后|多 少|有 無
"""
"""Opposite acts and directions."""
STATES = """
    on off|married divorced|easy hard|easy difficult|simple complicated|noisy quiet|clean dirty
    dry wet|light dark|light heavy|big small|large small|short long|tall short|narrow wide|high low
    strong weak|good bad|better worse|right wrong|correct wrong|correct incorrect|rich poor
    young old|new old|clear cloudy|awake asleep|busy free|permitted forbidden|permitted prohibited
    manual automatic|permanent temporary|stable unstable|valid expired|visible hidden|auf zu
    laut leise|leicht schwer|billig teuer|ledig verheiratet|cher gratuit|facile difficile
    facil dificil|enabled disabled|active inactive|activated deactivated|public private
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
WAS_WORDS = "was were been be got war waren wurde wurden bleibt etait fue era estaba был была было"
"""Is, of another time."""
NOT_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "non-", "де", "не")
"""What makes the opposite of an adjective."""
LEAST_DENIED = 4
"""The least letters of a word that such a prefix makes the opposite of."""
ASYMMETRIC_WORDS = """
    than before after over not instead beat beats defeated defeats outranks outperforms precedes
    follows replaces als vor nach statt schlug besiegte avant apres battu antes despues vencio
"""
"""Words whose two sides cannot be exchanged: if Ana is taller than Ben, Ben is not than Ana."""
ATTRIBUTES = """
    favourite favorite name password pin code address email capital colour color birthday owner
    deadline default version language number nickname surname maiden passwort lieblingsfarbe
    adresse geburtstag inhaber frist couleur adresse mot anniversaire contrasena direccion
    cumpleanos capital
"""
"""What has one value, whatever its words."""
BE_WORDS = """
    is are ist sind lautet heisst est sont es son esta estan e 是
"""
"""Is: of somebody or something, now."""
DWELL_WORDS = """
    lives works resides wohnt lebt arbeitet habite travaille vit vive trabaja listens sits
    stays живет работает 住
"""
"""Where somebody or something is: one place at a time."""
DATED_WORDS = """
    starts begins ends opens closes expires arrives departs leaves lands beginnt
    endet offnet schliesst commence finit ouvre
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
    moved moves switched changed migrated relocated gezogen umgezogen zog demenage mudo переехал
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


BE, WAS, UPDATES, INSIDE, ASYMMETRIC = (
    frozenset(words.split())
    for words in (BE_WORDS, WAS_WORDS, UPDATES_WORDS, INSIDE_WORDS, ASYMMETRIC_WORDS)
)
SINGLE, DWELL, DATED, CHOSEN, MEASURED, MOVED, CALENDAR = (
    frozenset(word_key(word) for word in words.split() if not word.isdigit())
    for words in (ATTRIBUTES, DWELL_WORDS, DATED_WORDS, CHOSEN_WORDS, MEASURED_WORDS, MOVED_WORDS,
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
    if one.asks or other.asks:
        return None
    sides = _telling(found.left), _telling(found.right)
    lasts = _lasts(one, other)
    if not found.is_in_order:
        turned = () if any(sides) else _turned_round(found)
        return Opposition(turned, lasts) if turned else None
    if common >= LEAST_COMMON and (_is_denied(*sides) or _are_antonyms(found, *sides)):
        return Opposition(_apart(*sides), lasts)
    if _has_other_value(found, common, *map(_undenied, sides)):
        return Opposition(_apart(*sides), lasts=True)
    return None


def _counts(word: Word) -> float:
    if word.kind in (LIGHT, PLACE, PRONOUN):
        return 1.0 if word.key in BE or word.key in WAS else 0.0
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
    return follow and (pair in OPPOSITE_STATES or _is_prefixed(left[0].text, right[0].text))


def _is_prefixed(one: str, other: str) -> bool:
    """Whether one word is the other with a prefix that denies it: locked, unlocked."""
    short, long = sorted((one, other), key=len)
    return len(short) >= LEAST_DENIED and long.removesuffix(short) in NOT_PREFIXES


def _follows_be(text: Statement, word: Word) -> bool:
    words = text.words
    before = words[: words.index(word)] or words[:1]
    return any(one.key in BE or one.key in WAS for one in before)


def _turned_round(found: Comparison) -> tuple[str, ...]:
    """The words between which two sides are exchanged that cannot be, if they are: than, before,
    over; or of a move, from one to the other."""
    words = found.one.words
    pairs = [pair for pair in sorted(found.pairs) if words[pair[0]].kind != LIGHT]
    moved = parts_moved([place for _, place in pairs])
    part = pairs[slice(*moved[0])] if len(moved) == 1 else []
    found_places = exchanged([place for _, place in part])
    if not found_places:
        return ()
    middle = [words[place] for place, _ in part[slice(*found_places)]]
    has_moved = any(word.key in MOVED for word in words)
    if has_moved or any(word.text in ASYMMETRIC for word in middle):
        return tuple(word.text for word in middle)
    return ()


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
    if before[verb].key in BE and between and _is_participle(between[0]):
        between = between[1:]  # is kept for 7 days, is written in Go
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
    if key in BE and any(word.key in SINGLE for word in before[:at]):
        return True
    is_named = all(word.kind == NAME or word.key in CALENDAR for word in words)
    return is_named and (key in BE or key in DATED or key in CHOSEN)


def _is_participle(word: Word) -> bool:
    is_verb = word.text.endswith(("ed", "en")) or bool(other_forms(word.text))
    return word.kind == WORD and is_verb


def _lasts(one: Statement, other: Statement) -> bool:
    """Whether both tell of what is so, or one tells that it is so now."""
    is_update = any(word.text in UPDATES for text in (one, other) for word in text.words)
    lasting = BE | DWELL
    return is_update or all(
        any(word.key in lasting for word in text.words) for text in (one, other)
    )
