"""The views of a text in which a model may read an instruction: plain, without accents, decoded.

What hides words from a person need not hide them from a model, which reads base64, spelled-out
letters and signs that nobody sees. Other codes are not tried: ciphers but ROT13, Morse, decimal
numbers, a text in a picture, a key that the text itself explains.
"""

from __future__ import annotations

from memento_cli.core.text.visible import HIDES, is_visible

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

FLAG_TAGS = ("gbeng", "gbsct", "gbwls")
"""The flags of regions that are written with tags (UTS #51): England, Scotland, Wales."""
HIDING = (
    "[\U000e0000-\U000e007f]"  # tags
    "|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4}"  # variation selectors: a byte each
    "|[\0-\u2e7f][\U000e0100-\U000e01ef]"  # one of those that only Han signs take
    "|[\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]{8}"  # nothing, many times
)
"""Invisible signs that no script and no picture needs, but that can hold words."""
SELECTED = {code: at for at, code in enumerate((*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))}
"""The byte that a variation selector can stand for."""
ALIKE = dict(
    zip(
        "авекмнорстухіјѕԁӏԛԝһαβεηικνορτυχγωσμıłøđɪɢɴᴏʀᴇᴘᴠᴜꜱᴛᴄᴀʙᴅꜰʜᴊᴋʟᴍᴡʏᴢɡɑ",
        "abekmhopctyxijsdlqwhabenikvoptuxywouilodignorepvustcabdfhjklmwyzga",
        strict=True,
    )
)
"""Letters of other alphabets, and small capitals, by the letter of ASCII that they look like."""
LETTERED = (0x1F130, 0x1F150, 0x1F170, 0x1F1E6)
"""The first of 26 letters each: in squares, in black circles and squares, of flags."""
LONG = 24
"""So many signs without a space may be base64 or hexadecimal."""
HEX = bytes(sign if sign in b"0123456789ABCDEFabcdef" else 32 for sign in range(256))
"""A table that leaves hexadecimal digits, and has spaces for all else."""
PERCENT = r"(?:%[0-9a-f]{2})+"
MARKUP = r"<[^<>\n]{0,80}>|[*`]"
SPELLED = r"(?<![^\W_]{2})(?<=[^\W_])[ ._*-](?=[^\W_](?![^\W_]))"
"""What stands between two letters that stand alone."""
PRINTABLE_SHARE, SAMPLE, UNREADABLE = 0.8, 48, "\ufffd"
"""Bytes seem to be a text if so many of their first ones make signs that can be printed."""
DIGITS = frozenset("0123456789")


def views(text: str) -> list[str]:
    """The text in lower case, in normal form (NFKC) and without invisible signs; and, if it is
    another, that without accents, and with letters of ASCII for those that look like them."""
    if not is_visible("".join(text.split())):
        text = text.translate(SEEN)
    if text.isascii():
        return [text.lower()]
    from unicodedata import normalize

    plain = normalize("NFKC", text).lower().replace("’", "'")
    bare = plain.translate(BARE)
    return [plain] if bare == plain else [plain, bare]


def decoded(text: str, view: str, marks: Iterable[str]) -> Iterator[str]:
    """What is written in a text in other ways: in the codes of the marks that its last view has,
    in base64 and hexadecimal digits, in invisible signs."""
    for decode in dict.fromkeys(CODES[mark] for mark in marks if mark in CODES):
        yield decode(view)
    if not text.isascii() and not is_visible("".join(text.split())):
        yield from _from_invisible(text)
        text = text.translate(SEEN)
    if long := [word for word in text.split() if len(word) >= LONG]:
        yield from _from_hexadecimal(long)
        if any(word != word.lower() for word in long):
            yield from _from_base64(text)


def hides_words(text: str) -> bool:
    """Whether invisible signs of a text can hold words of their own."""
    if text.isascii() or is_visible("".join(text.split())):
        return False
    import re

    for region in FLAG_TAGS:
        tags = "".join(chr(0xE0000 + ord(sign)) for sign in region)
        text = text.replace(f"\U0001f3f4{tags}\U000e007f", "")
    return re.search(HIDING, text) is not None


def _from_hexadecimal(words: Iterable[str]) -> Iterator[str]:
    """The texts in hexadecimal digits in some words."""
    for word in words:
        for run in word.encode("ascii", "replace").translate(HEX).split():
            if len(run) >= LONG and _is_text(data := bytes.fromhex(run[: len(run) & ~1].decode())):
                yield _text_of(data)


def _from_base64(text: str) -> Iterator[str]:
    """The texts in base64 (RFC 4648, both alphabets), in one line or several."""
    import re

    from memento_cli.core.security.disguises import RUN

    for run in re.finditer(RUN, text):
        bare = "".join(run[0].split()).rstrip("=").replace("-", "+").replace("_", "/")
        if bare.lower() == bare or DIGITS.isdisjoint(bare):
            continue  # a path, a hash: a text has capitals and digits in it
        for start in range(4):  # it may begin within a path
            if _is_text(_unbased(bare[start : start + SAMPLE])):
                yield _text_of(_unbased(bare[start:]))


def _unbased(run: str) -> bytes:
    from binascii import a2b_base64

    whole = run[: len(run) - (len(run) % 4 == 1)]
    return a2b_base64(whole + "=" * (-len(whole) % 4))


def _text_of(data: bytes) -> str:
    return data.decode("utf-16-le" if data.count(0) * 3 > len(data) else "utf-8", "replace")


def _is_text(data: bytes) -> bool:
    """Whether bytes seem to be a text: whether nearly all of the first ones can be printed."""
    text = _text_of(data[:SAMPLE])
    return sum(map(str.isprintable, text)) - text.count(UNREADABLE) >= PRINTABLE_SHARE * len(text)


def _from_invisible(text: str) -> Iterator[str]:
    """What tags (as ASCII) and variation selectors (as bytes) spell."""
    codes = [ord(sign) for sign in text]
    yield "".join(chr(code - 0xE0000) for code in codes if 0xE0020 <= code < 0xE007F)
    data = bytes(SELECTED[code] for code in codes if code in SELECTED)
    yield data.decode(errors="replace")


def _unescaped(text: str) -> str:
    from memento_cli.core.security.disguises import unescaped

    return unescaped(text)


def _entities(text: str) -> str:
    from html import unescape

    return unescape(text)


def _percent(text: str) -> str:
    import re

    def signs(match: re.Match[str]) -> str:
        return bytes.fromhex(match[0].replace("%", "")).decode(errors="replace")

    return re.sub(PERCENT, signs, text)


def _turned(text: str) -> str:
    """A text from its end, and each word from its end."""
    return f"{text[::-1]}\n{' '.join(word[::-1] for word in text.split())}"


def _rot13(text: str) -> str:
    from codecs import encode

    return encode(text, "rot13")


def _digits_read(text: str) -> str:
    return text.translate(LEET)


def _joined(text: str) -> str:
    import re

    return re.sub(SPELLED, "", text)


def _unmarked(text: str) -> str:
    import re

    return re.sub(MARKUP, "", text)


LEET = str.maketrans("013457@$!", "oieastasi")
CODES: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(("\\u00", "\\x"), _unescaped),
    **dict.fromkeys(("&#", "&lt;"), _entities),
    **dict.fromkeys(("%20", "%6", "%7"), _percent),
    **dict.fromkeys(("</", "<!--", "**", "``"), _unmarked),
    **dict.fromkeys(("noitcurtsni", "erongi", "tpmorp metsys"), _turned),
    **dict.fromkeys(("vafgehpgvba", "vtaber", "flfgrz cebzcg"), _rot13),
    **dict.fromkeys(("1gn", "ign0r", "1nstr", "in5tr", "pr3v", "syst3m", "pr0mpt"), _digits_read),
    **dict.fromkeys((sign.join(part) for part in ("gnor", "nstr") for sign in " -._*"), _joined),
}
"""By marks that a text in a code has, whatever instruction it is: how it is read."""


class _Seen(dict[int, int | None]):
    """A table for `str.translate` that leaves out invisible signs."""

    def __missing__(self, code: int) -> int | None:
        sign = chr(code)
        self[code] = None if HIDES[sign] and not sign.isspace() else code
        return self[code]


class _Bare(dict[int, str | None]):
    """A table for `str.translate` that leaves out accents, also Arabic ones, and has the letter of
    ASCII for those that look like it."""

    def __missing__(self, code: int) -> str | None:
        self[code] = self._bare(chr(code))
        return self[code]

    def _bare(self, sign: str) -> str | None:
        from unicodedata import normalize

        for first in LETTERED:
            if first <= ord(sign) < first + 26:
                return chr(ord("a") + ord(sign) - first)
        if _is_accent(sign):
            return None
        plain = normalize("NFKD", sign)
        return ALIKE.get(plain[0], plain[0]) if all(map(_is_accent, plain[1:])) else sign


def _is_accent(sign: str) -> bool:
    return "\u0300" <= sign <= "\u036f" or "\u064b" <= sign <= "\u065f" or sign in "\u0640\u0670"


SEEN, BARE = _Seen(), _Bare()
