"""What a message may say of what was typed and of what is kept: the one way for every door.

The order counts. Long quotes are cut first, by what was given; then secrets are taken out, of what
is written with escapes, too, and what is left of one that was cut; hidden signs are shown last, as
one that is written out would hide a secret.
"""

from __future__ import annotations

from collections.abc import Mapping

from memento_cli.core.security.escapes import unescaped_view
from memento_cli.core.security.secret_marks import REDACTION_END, may_hold_secret
from memento_cli.core.text.visible import narrow, visible

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


MOST, SHOWN = 200, 80
"""What has more signs is cut to so many; a path mostly has fewer."""
LONGEST = 1000
"""So many signs an error has at most that quotes such a text in a form of its own."""
ESCAPED = {sign: f"\\x{sign:02x}" for sign in (*range(0x20), *range(0x7F, 0xA0))}
"""How the library that reads a command line writes the signs that control a terminal."""
PART = 8
"""So many letters and digits on end are a part of a secret that was given."""
Span = tuple[int, int, str]


def shown(message: str, given: Iterable[str] = ()) -> str:
    """A message as a door tells it, on one line, to whoever has given these texts."""
    given = tuple(given)
    return visible(masked(cut_quotes(message, given), given))


def masked(text: str, given: Iterable[str] = ()) -> str:
    """A text as a message may have it: for each secret its kind, also for parts of those that were
    given."""
    kept, at = list[str](), 0
    for start, end, kind in sorted((*_whole(text), *_parts(text, given))):
        if start >= at:
            kept += [text[at:start], f"({kind}{REDACTION_END}"]
        at = max(at, end)
    return "".join((*kept, text[at:])) if kept else text


def cut_quotes(message: str, given: Iterable[str]) -> str:
    """The message with each long text that was given cut to its beginning, wherever it stands.

    Secrets are masked before: half of one would be none any more.
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


def _whole(text: str) -> Iterator[Span]:
    """Where secrets stand in a text, as it is and as its escapes say it."""
    if may_hold_secret(f"={text}"):
        from memento_cli.core.security.secrets import hidden_spans

        yield from hidden_spans("", text, ())
    if "\\" in text:
        view = unescaped_view(text)
        if may_hold_secret(f"={view.text}"):
            from memento_cli.core.security.secrets import hidden_spans

            for start, end, kind in hidden_spans("", view.text, ()):
                yield view.source_place(start), view.source_place(end), kind


def _parts(text: str, given: Iterable[str]) -> Iterator[Span]:
    """Where parts of secrets stand that were given, as letters and digits, in whatever way they are
    written; what may be shown of a secret is none."""
    parts = dict[str, str]()
    for one in given:
        if may_hold_secret(f"={one}"):
            for kind, rest in _rests(one):
                parts |= {rest[at : at + PART]: kind for at in range(len(rest) - PART + 1)}
    if not parts:
        return
    view = unescaped_view(text)
    signs = [
        (sign, view.source_place(at), view.source_place(at + 1))
        for at, said in enumerate(view.text)
        for sign in _plain(said)
    ]
    plain = "".join(sign for sign, _, _ in signs)
    for at in range(len(plain) - PART + 1):
        part = plain[at : at + PART]
        if part in parts:
            yield signs[at][1], signs[at + PART - 1][2], parts[part]


def _rests(text: str) -> Iterator[tuple[str, str]]:
    """What may not be shown of each secret in a text, with its kind."""
    from memento_cli.core.security.secrets import secrets_in

    for secret in secrets_in(text):
        hidden, seen = _plain(text[slice(*secret.hidden)]), _plain(secret.shown)
        yield secret.kind, hidden.removeprefix(seen)


def _plain(text: str) -> str:
    return "".join(sign for sign in narrow(text).lower() if sign.isascii() and sign.isalnum())
