"""Keys and passwords in a text: some thirty forms, each with marks of its own.

A form is the mark and what follows it, by alphabet and length; randomness is not measured. Whatever
has the form of a key counts as one, even an example, except plain placeholders: one repeated
character, or in a URL a word or a variable for a password.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import groupby

from memento_cli.core.security.disguises import decoded, unescaped, unescaped_view, views
from memento_cli.core.security.secret_fields import named_values
from memento_cli.core.security.secret_forms import FORMS, NAMELESS, NO_PASSWORD, PORT, WORDY
from memento_cli.core.security.secret_marks import (
    ASSIGNED,
    HEADER,
    MARKS,
    REDACTION_END,
    URL,
)
from memento_cli.core.text.visible import narrow
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from memento_cli.core.security.disguises import View

SHOWN_SIGNS, SHOWN_SHARE, FILLED_SHARE = 4, 8, 3
LONG_WORD = 20
KEY_LIKE = r"(?=[A-Za-z+/=_.-]*[0-9])(?=[0-9+/=_.-]*[A-Za-z])[A-Za-z0-9+/=_.-]{16}"
"""The form of a secret value of `…_key`: in programs and databases most values are none."""
UUID = r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
"""The id of a row or a request, which is no secret."""
LOOSE = (HEADER, ASSIGNED)
"""Kinds with any value after a name: a value with a form of its own is of that kind."""
NAME = "[A-Za-z_]{1,60}"
REFERENCE = rf"(?i:none|null|true|false|string|undefined|changeme)|{NAME}(?:\.{NAME}){{1,9}}"
A_WORD = "[a-z]{2,20}|[a-z]{0,20}(?:[A-Z][a-z]{2,20}){1,4}|[A-Z]{2,12}"
BESIDE_WORDS = "[A-Z]{1,12}[0-9]|[A-Za-z0-9]{1,4}|[0-9a-f]{8}|[0-9]{2}T[0-9]{2}"
"""Parts beside words: the ends of ids, the beginnings of some tokens, the middle of a time."""
LONGEST = 20_000
IsStart = Callable[[int], bool]


class Secret(NamedTuple):
    """A secret in a text: its kind, its place, what may be shown, and the span that may not."""

    kind: str
    start: int
    end: int
    shown: str
    hidden: tuple[int, int]


class LocatedSecret(NamedTuple):
    """A secret, and where it is: the name of a field, or a line."""

    where: str
    secret: Secret

    @property
    def sentence(self) -> str:
        """The sentence about it for a person."""
        return f"{self.where}: looks like {self.secret.kind} ({self.secret.shown})"


@cache  # compiled when its mark is first met: to compile all takes longer than Python's start
def _pattern(kind: str, mark: str) -> re.Pattern[str]:
    form = FORMS[kind]
    return re.compile(form.start + re.escape(mark) + form.rest, re.ASCII)


def secrets_in(text: str) -> tuple[Secret, ...]:
    """The secrets in a text, in the order of their places, in whatever disguise."""
    found = Found(_plain_secrets(text))
    for view in views(text):
        inside = _plain_secrets(view.text, _line_starts(text, view))
        mapped = (_at_source(secret, view) for secret in inside if view.is_whole or is_sure(secret))
        found.add(secret for secret in mapped if not is_in_words(text[secret.start : secret.end]))
    for start, end, decoded_text in decoded(text):
        shown = (f"{text[start : start + SHOWN_SIGNS]}…", (start, end))
        found.add(
            Secret(secret.kind, start, end, *shown) for secret in _plain_secrets(decoded_text)
        )
    return tuple(sorted(found.secrets, key=lambda secret: secret.start))


def is_in_words(text: str) -> bool:
    """Whether a mark at the end of a line was only joined with following lines of words.

    Somebody may write what tokens begin with, and a topic, an id or another mark follows. At least
    half of what follows are words, unlike in a token that is divided into short lines.
    """
    mark, *after = (re.findall(r"[^-_./+=\s]+", line) for line in narrow(text).split("\n"))
    parts = [part for line in after for part in line]
    others = [part for part in parts if not _matches(A_WORD, part)]
    mostly_words = sum(map(len, others)) * 2 <= sum(map(len, parts))
    word_or_id = f"{A_WORD}|{BESIDE_WORDS}"
    return (
        bool(parts)
        and mostly_words
        and all(_matches(word_or_id, part) for part in (*mark, *others))
    )


def is_sure(secret: Secret) -> bool:
    """Whether its form alone identifies a secret, even if two texts are read as one."""
    return secret.kind not in (URL, *LOOSE)


def _line_starts(text: str, view: View) -> IsStart:
    """A test whether a place of a view begins a line of the original text."""
    return lambda place: text[view.source_place(place) - 1 : view.source_place(place)].isspace()


def _plain_secrets(text: str, is_start: IsStart = lambda place: False) -> list[Secret]:
    """The secrets in a text as it is; loose kinds give way to specific ones.

    `is_start` tests for further places where a word begins.
    """
    found = Found()
    for kind, marks in MARKS.items():
        there = [mark for mark in marks if mark in text]  # mostly none, which takes the least time
        if there:
            found.add(
                (secret for mark in there for secret in _after_mark(mark, kind, text, is_start)),
                LOOSE,
            )
    return found.secrets


class Found:
    """The secrets found in a text so far, and the places of the text that they cover."""

    def __init__(self, secrets: Iterable[Secret] = ()) -> None:
        self.secrets: list[Secret] = []
        self._covered = bytearray()
        self.add(secrets, ())

    def add(self, candidates: Iterable[Secret], giving_way: Collection[str] = MARKS) -> None:
        """Add the candidates; those of the kinds `giving_way` only if they overlap no other."""
        covered = self._covered
        for secret in candidates:
            if secret.kind in giving_way and covered.find(1, *secret.hidden) >= 0:
                continue
            self.secrets.append(secret)
            covered.extend(bytes(max(0, secret.end - len(covered))))
            covered[secret.start : secret.end] = b"\1" * (secret.end - secret.start)


def _at_source(secret: Secret, view: View) -> Secret:
    """A secret of a view with its places in the original text."""
    start, end, hidden = secret.start, secret.end, secret.hidden
    places = (view.source_place(hidden[0]), view.source_place(hidden[1]))
    return secret._replace(
        start=view.source_place(start), end=view.source_place(end), hidden=places
    )


def secrets_in_file(text: str) -> tuple[Secret, ...]:
    """The secrets in the text of a file or a log, also those with escapes, or with their name in
    another field."""
    secrets = secrets_in(text)
    found = Found(secrets)
    if "\\" in text:
        view = unescaped_view(text)
        positions = {(secret.start, secret.kind) for secret in secrets}
        inside = (_at_source(secret, view) for secret in secrets_in(view.text))
        new = (secret for secret in inside if (secret.start, secret.kind) not in positions)
        candidates = (*secrets, *new)
        found = Found(secret for secret in candidates if secret.kind not in LOOSE)
        found.add((secret for secret in candidates if secret.kind in LOOSE), LOOSE)
    for name, value, start in named_values(text):
        found.add(_named_secrets(name, value, text, start))
    return tuple(sorted(found.secrets, key=lambda secret: secret.start))


def _named_secrets(name: str, value: str, text: str, start: int) -> Iterator[Secret]:
    """The secrets in a file's text after `start` whose name is in another field."""
    assignment = f"{name}={value}"
    for secret in secrets_in(assignment):
        if secret.start < len(name):
            place = _place(assignment[slice(*secret.hidden)], text, start)
            yield Secret(secret.kind, *place, secret.shown, place)


def _place(value: str, text: str, start: int) -> tuple[int, int]:
    """The span of a value in the text of a file after `start`, also with escapes."""
    at = text.find(value, start)
    if at >= 0:
        return at, at + len(value)
    view = unescaped_view(text)
    at = max(0, view.text.find(value))
    return view.source_place(at), view.source_place(at + len(value))


def _after_mark(mark: str, kind: str, text: str, is_start: IsStart) -> Iterator[Secret]:
    """The secrets of one kind after a mark."""
    place = text.find(mark)
    while place >= 0:
        match, offset = _pattern(kind, mark).match(text, place), 0
        if match is None and is_start(place):
            match, offset = _pattern(kind, mark).match(text[place : place + LONGEST]), place
        if match and not _is_placeholder(kind, match, mark):
            start, end = match.span(match.re.groups)
            hidden = (start + offset, end + offset)
            yield Secret(kind, place, match.end() + offset, _shown(match, mark), hidden)
            place = match.end() + offset - len(mark)  # marks within it are hidden with it
        place = text.find(mark, place + len(mark))


def _is_placeholder(kind: str, match: re.Match[str], mark: str) -> bool:
    """Whether a match is a placeholder: by its words, or one character for a third of it."""
    if kind == URL:
        user, _, password = match[1].partition(":")
        return _is_named(user, password)
    rest = match[1] if match.re.groups else match[0][len(mark) :]
    if kind in (ASSIGNED, HEADER) and _is_word(kind, rest, mark):
        return True
    if re.search(WORDY, rest):
        return True
    signs = [sign for sign in rest if sign.isalnum()]
    longest = max((len(list(run)) for _, run in groupby(signs)), default=len(rest))
    return longest * FILLED_SHARE >= len(rest)


def _is_word(kind: str, text: str, mark: str) -> bool:
    """Whether the value after a name is a word or a reference to the secret."""
    if mark == "_key":
        return not re.match(KEY_LIKE, text) or _matches(UUID, text)
    if kind == HEADER or not mark.isupper():  # in prose and in code it may be anything
        return not re.search(r"[0-9]", text) and len(text) < LONG_WORD
    return _matches(f"{NAMELESS}|{REFERENCE}", text)


def _is_named(user: str, password: str) -> bool:
    """Whether a URL's password is its user, a word, a variable, or in fact a host's port."""
    head, ended, _ = password.replace("#", "/").partition("/")
    host = user == "localhost" or "." in user or "@" in user
    if ended and (host or _matches(f"{PORT}|{NO_PASSWORD}", head)):
        return True
    return password.casefold() == user.casefold() or _matches(NO_PASSWORD, password)


def _matches(form: str, text: str) -> bool:
    return re.fullmatch(form, text, re.ASCII | re.DOTALL) is not None


def located_secrets(texts: Iterable[tuple[str, str]], before: str = "") -> list[LocatedSecret]:
    """The secrets in texts with their paths, except those that occur in the text `before`.

    A text without a path is that of a file, and its secrets are located by line, unless a text with
    a path has the same one. The path belongs to the text: its name may make it a secret.
    """
    occurrences = [
        (path, text, secret)
        for path, value in texts
        for text in (f"{path}={value}" if path else value,)
        for secret in (secrets_in(text) if path else secrets_in_file(text))
        if not before or not occurs_in(text[slice(*secret.hidden)], before)
    ]
    values_with_path = {text[slice(*secret.hidden)] for path, text, secret in occurrences if path}
    return [
        LocatedSecret(
            field_label(path) or f"line {text.count(chr(10), 0, secret.start) + 1}", secret
        )
        for path, text, secret in occurrences
        if path or text[slice(*secret.hidden)] not in values_with_path
    ]


def occurs_in(text: str, before: str) -> bool:
    """Whether a text occurs in that of a file, with or without escapes."""
    return text in before or unescaped(text) in unescaped(before)


def redacted(path: str, text: str, allowed: Collection[str]) -> str:
    """The text at a path, with each secret that is not allowed replaced by its kind.

    In a URL only user and password are replaced.
    """
    parts, at = [], 0
    for start, end, kind in hidden_spans(path, text, allowed):
        parts += [text[at:start], f"({kind}{REDACTION_END}"]
        at = end
    return "".join([*parts, text[at:]])


def with_secrets_of(text: str, path: str, source: str, allowed: Collection[str]) -> str:
    """A redacted text with the secrets that `source` still has."""
    for start, end, kind in hidden_spans(path, source, allowed):
        text = text.replace(f"({kind}{REDACTION_END}", source[start:end], 1)
    return text


def hidden_spans(path: str, text: str, allowed: Collection[str]) -> list[tuple[int, int, str]]:
    """The start, end and kind of each secret that is not allowed; overlapping ones are joined."""
    head = f"{path}="
    spans: list[tuple[int, int, str]] = []
    for secret in secrets_in(head + text):
        start, end = (max(0, place - len(head)) for place in secret.hidden)
        if secret.kind in allowed or end <= (spans[-1][1] if spans else 0):
            continue
        if spans and start < spans[-1][1]:
            spans[-1] = (spans[-1][0], end, spans[-1][2])
        else:
            spans.append((start, end, secret.kind))
    return spans


def field_label(path: str) -> str:
    """The name of a path for a person."""
    return path.removeprefix("more.").removeprefix("memory.")


def _shown(match: re.Match[str], mark: str) -> str:
    """The mark and at most an eighth of what follows it; for a form with a group, all but that."""
    if match.re.groups:
        hidden, string = match.span(1), match.string
        return f"{string[match.start() : hidden[0]]}…{string[hidden[1] : match.end()]}"
    rest = len(match[0]) - len(mark)
    return match[0][: len(mark) + min(SHOWN_SIGNS, rest // SHOWN_SHARE)] + "…"
