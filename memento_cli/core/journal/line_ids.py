"""Ids of journal lines: the wall clock and chance in 26 signs that sort by time."""

from __future__ import annotations

CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
RANDOM_BITS = 80
SIGNS = 26
OTHERS = "ilouABCDEFGHIJKLMNOPQRSTUVWXYZ"
# To Python's own digits of base 32, so that `int` reads an id; other letters to what is no digit.
DIGITS = str.maketrans(CROCKFORD + OTHERS, "0123456789abcdefghijklmnopqrstuv" + "!" * len(OTHERS))


def line_id(millis: int, low: int) -> str:
    """A line's id: 26 signs (a ULID in lower case) that sort by the wall clock's milliseconds."""
    number = (max(0, millis) << RANDOM_BITS) | low % (1 << RANDOM_BITS)
    return "".join([CROCKFORD[number >> shift & 31] for shift in range(125, -1, -5)])


def line_number(id: str) -> int:
    """The number that a line's id stands for; 0 where it is none."""
    digits = id.translate(DIGITS)
    if len(id) != SIGNS or not (digits.isascii() and digits.isalnum()):
        return 0
    return int(digits, 32)


def ids_until(id: str, count: int) -> list[str]:
    """So many ids in a row, of which this is the last: those of a line that stands for many.

    An id that is none of ours is that of all of them.
    """
    last = line_number(id)
    if last < count:
        return [id] * count
    numbers = range(last - count + 1, last + 1)
    return [line_id(number >> RANDOM_BITS, number) for number in numbers]


def line_millis(id: str) -> int:
    """The wall clock, in milliseconds since 1970, that a line's id was made by."""
    return line_number(id) >> RANDOM_BITS
