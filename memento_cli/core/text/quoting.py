"""Quotations of input and of stored texts in messages and questions, for every interface.

The order matters. Long quotations of input are cut first; then secrets are masked, also escaped
ones and parts of those that were cut; invisible characters are escaped last, since an escape would
hide a secret.
"""

from __future__ import annotations

from collections.abc import Mapping

from memento_cli.core.security.disguises import unescaped_view
from memento_cli.core.security.secret_marks import REDACTION_END, may_hold_secret
from memento_cli.core.text.visible import narrow, visible

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from memento_cli.errors import Unasked

MOST, SHOWN = 200, 80
"""A quotation of more characters than the first is cut to the second; most paths are shorter."""
LONGEST = 1000
"""The limit of an error that quotes a long text in another form, in characters."""
ESCAPED = {sign: f"\\x{sign:02x}" for sign in (*range(0x20), *range(0x7F, 0xA0))}
"""The escapes of control characters by the library that reads the command line."""
PART = 8
"""The least number of consecutive letters and digits that count as a part of a given secret."""
Span = tuple[int, int, str]
SHOWN_SIGNS = 120
"""The characters shown of each text that a question is about."""


def shown(message: str, given: Iterable[str] = ()) -> str:
    """A message on one line, for whoever has given these texts."""
    given = tuple(given)
    return visible(masked(cut_quotes(message, given), given))


def masked(text: str, given: Iterable[str] = ()) -> str:
    """A text with each secret replaced by its kind, also parts of secrets in the given texts."""
    pieces, position = list[str](), 0
    for start, end, kind in sorted((*_secret_spans(text), *_part_spans(text, given))):
        if start >= position:
            pieces += [text[position:start], f"({kind}{REDACTION_END}"]
        position = max(position, end)
    return "".join((*pieces, text[position:])) if pieces else text


def cut_quotes(message: str, given: Iterable[str]) -> str:
    """The message with each long given text cut to its beginning.

    Secrets are masked before, since half of one would not be recognised.
    """
    long = sorted({text for text in given if len(text) > MOST}, key=len, reverse=True)
    for text in long if len(message) > MOST else ():
        written = text.translate(ESCAPED)
        for form in (text, repr(text)[1:-1], " ".join(text.split()), written):
            if len(form) > MOST and form in message:
                message = message.replace(form, f"{masked(form)[:SHOWN]}…")
    return f"{masked(message)[:LONGEST]}…" if long and len(message) > LONGEST else message


def words_of(value: Any) -> Iterator[str]:
    """Every text in a value of JSON, with the names of its fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield from (str(key), *words_of(entry))
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from words_of(entry)


def _secret_spans(text: str) -> Iterator[Span]:
    """The places of secrets in a text, as it is and without its escapes."""
    if may_hold_secret(f"={text}"):
        from memento_cli.core.security.secrets import hidden_spans

        yield from hidden_spans("", text, ())
    if "\\" in text:
        view = unescaped_view(text)
        if may_hold_secret(f"={view.text}"):
            from memento_cli.core.security.secrets import hidden_spans

            for start, end, kind in hidden_spans("", view.text, ()):
                yield view.source_place(start), view.source_place(end), kind


def _part_spans(text: str, given: Iterable[str]) -> Iterator[Span]:
    """The places of parts of secrets in the given texts, compared by letters and digits; the part
    of a secret that may be shown does not count."""
    parts = dict[str, str]()
    for text_given in given:
        if may_hold_secret(f"={text_given}"):
            for kind, rest in _hidden_rests(text_given):
                parts |= {rest[at : at + PART]: kind for at in range(len(rest) - PART + 1)}
    if not parts:
        return
    view = unescaped_view(text)
    characters = [
        (sign, view.source_place(at), view.source_place(at + 1))
        for at, character in enumerate(view.text)
        for sign in _letters_and_digits(character)
    ]
    plain = "".join(sign for sign, _, _ in characters)
    for at in range(len(plain) - PART + 1):
        part = plain[at : at + PART]
        if part in parts:
            yield characters[at][1], characters[at + PART - 1][2], parts[part]


def _hidden_rests(text: str) -> Iterator[tuple[str, str]]:
    """The kind of each secret in a text, and what may not be shown of it."""
    from memento_cli.core.security.secrets import secrets_in

    for secret in secrets_in(text):
        hidden = _letters_and_digits(text[slice(*secret.hidden)])
        yield secret.kind, hidden.removeprefix(_letters_and_digits(secret.shown))


def _letters_and_digits(text: str) -> str:
    return "".join(sign for sign in narrow(text).lower() if sign.isascii() and sign.isalnum())


def question_in(problem: Unasked) -> str:
    """The question itself, in memento's own words."""
    return shown(problem.question)


def details_text(problem: Unasked) -> str:
    """The store's texts that the question is about, one line each."""
    excerpts = ((label, _excerpt(text)) for label, text in problem.says.items())
    return "\n".join(f"{label}: {text}" for label, text in excerpts if text)


def _excerpt(text: str) -> str:
    line = shown(" ".join(masked(text).split()))
    return line if len(line) <= SHOWN_SIGNS else line[:SHOWN_SIGNS] + "…"
