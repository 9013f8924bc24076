"""Other ways to write what is in a text: the words within a word, and numbers without their gaps.

`getUserProfile` has the words get, user and profile; `160cm` is 160 cm, `4,250.00` is 4250, and the
groups of an IBAN, a card or a telephone number are one number. The index has these beside the text,
and a query asks for them beside its own words, so that both ways of writing meet.

A text is first looked at as the shape of its signs, which is many times faster than each sign by
itself: most texts have nothing of this.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

LOWER, UPPER, DIGIT, GAP = b"aA0 "
SHAPES = bytes(
    LOWER if chr(code).islower()
    else UPPER if chr(code).isupper()
    else DIGIT if chr(code).isdigit()
    else GAP
    for code in range(128)
) + bytes([GAP]) * 128  # fmt: skip
"""What each sign of ASCII is. Others count as gaps: names in code are ASCII."""
INNER = (b"aA", b"AAa", b"0a", b"0A")
"""What a word that may have words within it has: capitals inside, letters after a digit."""
LONGEST = 64  # signs of a word that a person has named
LEAST = 2  # letters of a part
LEAST_MEAN = 2.5  # letters of a part on average: shorter ones are of codes and keys
MOST_PARTS = 8
MEASURES = """
    mm cm dm m km nm um in ft yd mi mph kmh mg g kg t lb lbs oz ml cl dl l gal s sec secs min mins h
    hr hrs d wk y yr yrs ms us ns hz khz mhz ghz w kw mw kwh wh v mv kv a ma mah b kb mb gb tb pb
    kib mib gib bit kbit mbit gbit kbps mbps gbps px pt em rem dpi fps p k x c f am pm bn mm2 m2 m3
    eur usd gbp chf jpy yen kcal cal bar psi rpm pcs db ppm ph
"""
UNITS = frozenset(MEASURES.split())
BETWEEN = " -./()'’,_\u00a0\u2009\u202f"
"""What stands between the groups of a long number, and between thousands."""
THOUSANDS = " .,'’_\u00a0\u2009\u202f"
LEAST_DIGITS, MOST_DIGITS = 7, 34
"""How long a number is that is written in groups: from a local telephone number to an IBAN."""
LONGEST_COUNTRY = 3
"""Figures of the code of a country before a telephone number."""


def word_parts(text: str) -> list[str]:
    """The other writings of what is in a text, each once: words with a space between them."""
    plain = text.encode("ascii", "replace")
    shape = plain.translate(SHAPES)
    found: list[str] = []
    has_digits = b"0" in shape  # most texts have none, and need not be searched for more
    if b"aA" in shape or b"AAa" in shape or (has_digits and (b"0a" in shape or b"0A" in shape)):
        found += _inner_words(text, shape)
    if has_digits and (b"0 0" in shape or b"0  0" in shape):
        found += _numbers(text, shape)
    return list(dict.fromkeys(found))


def _inner_words(text: str, shape: bytes) -> Iterator[str]:
    """The parts of the words of a text, such as `get user profile` and `160 cm`."""
    start = 0
    for form in shape.split(b" "):
        if form and len(form) <= LONGEST and any(inner in form for inner in INNER):
            word = text[start : start + len(form)]
            parts = _measure(word, form) or _cased(word, form)
            if parts:
                yield " ".join(parts).lower()
        start += len(form) + 1


def _measure(word: str, form: bytes) -> list[str]:
    """A number and its unit: 160cm, 10GB."""
    digits = len(form) - len(form.lstrip(b"0"))
    unit = word[digits:]
    return [word[:digits], unit] if digits and unit.lower() in UNITS else []


def _cased(word: str, form: bytes) -> list[str]:
    """The parts of a word with capitals inside, such as XMLHttpRequest, if they are words."""
    ends = [
        at
        for at in range(1, len(form))
        if (form[at] == UPPER and form[at - 1] == LOWER)
        or (form[at - 1 : at + 2] == b"AAa" and form[at + 1 :] != b"a")  # not the plural PCs
        or (form[at] == UPPER and form[at - 1] == DIGIT)
    ]
    if not ends or len(ends) >= MOST_PARTS or form[:1] == b"0":
        return []
    parts = [word[a:b] for a, b in zip([0, *ends], [*ends, len(word)], strict=True)]
    if len(word) < LEAST_MEAN * len(parts):
        return []
    return [part for part in parts if len(part) >= LEAST]


def _numbers(text: str, shape: bytes) -> Iterator[str]:
    """The numbers of a text that are written in groups, without what is between these."""
    for groups, gaps in _grouped(text, shape):
        joined = "".join(groups)
        if groups[0].isdigit() and gaps and _are_thousands(groups, gaps):
            whole = groups if gaps[-1] == gaps[0] and len(groups[-1]) == 3 else groups[:-1]
            yield "".join(whole)
        elif LEAST_DIGITS <= len(joined) <= MOST_DIGITS:
            yield joined.lower()
            if f"+{groups[0]}" in text and len(groups[0]) <= LONGEST_COUNTRY:
                yield "0" + "".join(groups[1:])  # +44 20 is 020 at home


def _are_thousands(groups: list[str], gaps: list[str]) -> bool:
    """Whether groups of digits are one number: 4,250 or 4.250,00 or 1 000 000."""
    *whole, last = groups if gaps[-1] == gaps[0] else groups[:-1]
    separators = set(gaps if gaps[-1] == gaps[0] else gaps[:-1])
    return (
        bool(whole)
        and len(separators) == 1
        and separators <= set(THOUSANDS)
        and len(groups[0]) <= 3
        and len(last) == 3
        and all(len(group) in (2, 3) for group in whole[1:])
    )


def _grouped(text: str, shape: bytes) -> Iterator[tuple[list[str], list[str]]]:
    """Runs of groups of digits, with what stands between each two; the first may be that of an
    IBAN."""
    groups: list[str] = []
    gaps: list[str] = []
    last = start = 0
    for form in shape.split(b" "):
        end = start + len(form)
        if form:
            gap, word = text[last:start], text[start:end]
            follows = bool(groups) and _is_gap(gap) and _is_group(form)
            if not follows:
                if len(groups) > 1:
                    yield groups, gaps
                groups, gaps = [], []
            if follows:
                gaps.append(gap)
            if follows or _is_group(form) or _opens_iban(form):
                groups.append(word)
            last = end
        start = end + 1
    if len(groups) > 1:
        yield groups, gaps


def _is_group(form: bytes) -> bool:
    return not form.strip(b"0")


def _opens_iban(form: bytes) -> bool:
    return form == b"AA00"


def _is_gap(gap: str) -> bool:
    """Whether it may stand between two groups of one number: a sign, or a bracket and a blank."""
    return 0 < len(gap) <= 2 and all(sign in BETWEEN for sign in gap) and gap not in (", ", ". ")
