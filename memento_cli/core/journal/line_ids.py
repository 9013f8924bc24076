"""Ids of journal entries: the wall clock and a random number in 26 characters that sort by time."""

from __future__ import annotations

CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
RANDOM_BITS = 80
SIGNS = 26
OTHERS = "ilouABCDEFGHIJKLMNOPQRSTUVWXYZ"
# To Python's digits of base 32, so that `int` can read an id; other letters to "!", no digit.
DIGITS = str.maketrans(CROCKFORD + OTHERS, "0123456789abcdefghijklmnopqrstuv" + "!" * len(OTHERS))


def line_id(millis: int, low: int) -> str:
    """The id of an entry: a ULID in lower case, 26 characters that sort by the milliseconds."""
    number = (max(0, millis) << RANDOM_BITS) | low % (1 << RANDOM_BITS)
    return "".join([CROCKFORD[number >> shift & 31] for shift in range(125, -1, -5)])


def line_number(id: str) -> int:
    """The number that an entry's id encodes; 0 if it is no such id."""
    digits = id.translate(DIGITS)
    if len(id) != SIGNS or not (digits.isascii() and digits.isalnum()):
        return 0
    return int(digits, 32)


def ids_until(id: str, count: int) -> list[str]:
    """As many consecutive ids, the last of which is `id`: those of an entry that stands for
    several.

    An id of another form is repeated.
    """
    last = line_number(id)
    if last < count:
        return [id] * count
    numbers = range(last - count + 1, last + 1)
    return [line_id(number >> RANDOM_BITS, number) for number in numbers]


def line_millis(id: str) -> int:
    """The wall clock in an entry's id, in milliseconds since 1970."""
    return line_number(id) >> RANDOM_BITS
