"""The text of a memory as a host's file shows it, and back.

A file of Markdown can do what a text must not: begin or end memento's block, hide words in a
comment, and, in several hosts, take in another file (`@path`). So these signs are escaped. Two
texts are the same here if they differ in white space alone: programs break lines anew.
"""

from __future__ import annotations

import re
from hashlib import blake2s

from memento_cli.core.exchange.entries import unwrapped
from memento_cli.core.memory.memory import split_content
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.memory.memory import Content

MOST_DETAIL = 600
"""Details of more characters are not shown."""
MORE = " …"
"""The end of a summary that was cut, or whose detail is not shown."""
ESCAPES = (
    ("<!--", "&lt;!--"),
    ("-->", "--&gt;"),
    ("*(not confirmed since", "\\*(not confirmed since"),
    ("*(contradicts “", "\\*(contradicts “"),
)
BLANKS = re.compile(r"(\s+)")
ESCAPED_MENTION = re.compile(r"(?<!\\)((?:\\\\)*)\\@(?=\S)")
STALE = " *(not confirmed since {})*"
AGAINST = " *(contradicts “{}”)*"
NOTES = re.compile(
    r"(?P<stale> ?(?<!\\)\*\(not confirmed since [\d-]{10}\)\*)"
    r"|( ?(?<!\\)\*\(contradicts “[^”\n]*”\)\*)"
)
BROKEN = re.compile(
    NOTES.pattern.replace(" ?", r"(?<!\s)\s*").replace(" ", r"\s+").replace(r"”\n", "”")
)
"""Notes in which lines were broken."""
QUOTED = 60
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


class Notes(NamedTuple):
    """What a file says of a memory after its first line: since when it was not confirmed, if it is
    stale, and the summary of what contradicts it."""

    stale: str = ""
    against: str = ""

    def text(self) -> str:
        """The notes as they stand in a file."""
        quoted = self.against.replace("”", "'")
        quoted = quoted if len(quoted) <= QUOTED else quoted[:QUOTED].rstrip() + "…"
        stale = STALE.format(self.stale) if self.stale else ""
        return stale + (AGAINST.format(escaped(quoted)) if quoted else "")


def shown(content: Content) -> str:
    """The text of a memory in a file. A detail that is long is not shown, which three dots say."""
    summary, detail = content.summary, content.detail
    if not detail:
        return summary
    if len(detail) > MOST_DETAIL:
        return summary if summary.endswith(MORE) else summary + MORE
    return detail if _is_cut(content) else f"{summary}\n{detail}"


def content_of(text: str) -> tuple[str, str]:
    """The summary and the detail of a text that stands in a file."""
    return split_content(unwrapped(text))


def edited_content(text: str, before: Content) -> tuple[str, str]:
    """The summary and the detail of a memory whose text in a file was edited.

    A detail that is not shown stays.
    """
    if len(before.detail) > MOST_DETAIL:
        summary, detail = content_of(text.removesuffix(MORE.strip()).rstrip())
        return summary, f"{detail}\n\n{before.detail}" if detail else before.detail
    line, _, rest = text.partition("\n")
    if rest and collapsed(line) == collapsed(before.summary):
        return before.summary, unwrapped(rest).strip()
    return content_of(text)


def _is_cut(content: Content) -> bool:
    """Whether the summary is the beginning of the detail, cut (`split_content`)."""
    start = content.summary.removesuffix(MORE)
    return start != content.summary and content.detail.startswith(start)


def collapsed(text: str) -> str:
    """The text with one space for any white space."""
    return " ".join(text.split())


def escaped(text: str) -> str:
    """The text as it may stand in a file."""
    for sign, other in ESCAPES:
        text = text.replace(sign, other)
    if "@" not in text:
        return text
    return "".join(_escaped_word(word) if "@" in word else word for word in BLANKS.split(text))


def _escaped_word(word: str) -> str:
    """A word in which no sign of a mention is left but that of an address, or of a scope in a path.

    Hosts read Markdown first: a mention may follow a bracket, a star or a link, which an address
    is. Backslashes before the sign are doubled, since two are one that escapes nothing.
    """
    before, *parts = word.split("@")
    done = [before]
    for number, part in enumerate(parts):
        is_plain = number == 0 and (before[-1:].isalnum() or before[-1:] == "/")
        is_last = number == len(parts) - 1 and not part
        own = before[len(before.rstrip("\\")) :]
        done += ["@" if is_plain or is_last else f"{own}\\@", part]
        before = part
    return "".join(done)


def unescaped(text: str) -> str:
    """The text that was escaped."""
    for sign, other in ESCAPES:
        text = text.replace(other, sign)
    return ESCAPED_MENTION.sub(lambda match: match[1][::2] + "@", text)


def without_notes(line: str) -> tuple[str, bool]:
    """The line without notes, and whether one of them said that it is stale."""
    if "*(" not in line:
        return line, False
    return NOTES.sub("", line), any(match["stale"] for match in NOTES.finditer(line))


def without_broken_notes(text: str) -> tuple[str, bool]:
    """The text without notes in which lines were broken, and whether there was any."""
    if "*(" not in text:
        return text, False
    whole = BROKEN.sub("", text)
    return whole, whole != text


def digest(text: str, size: int) -> str:
    """So many signs for a text, of five bits each; of texts that differ in white space the same."""
    raw = blake2s(collapsed(text).encode(errors="surrogatepass")).digest()
    return "".join(ALPHABET[byte & 31] for byte in raw[:size])
