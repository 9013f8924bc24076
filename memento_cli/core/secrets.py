"""Keys and passwords in a text: some thirty forms, each behind a mark that is its own.

A form is the mark and what follows it, by alphabet and length; how random a text looks is not
asked. What has the form of a key counts as one, also where it is only an example; but not what is
plainly a placeholder: one sign again and again, or in a URL a word or a variable for a password.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import NamedTuple

from memento_cli.core.escapes import traced, unescaped
from memento_cli.core.secret_forms import FORMS, NO_PASSWORD, PORT, WORDY
from memento_cli.core.secret_marks import MARKS, TAKEN_OUT, URL

SHOWN_SIGNS, SHOWN_SHARE, FILLED_SHARE = 4, 8, 3


class Secret(NamedTuple):
    """A secret in a text: its kind, its place, as much of it as may be shown, and what may not."""

    kind: str
    start: int
    end: int
    shown: str
    hidden: tuple[int, int]


class Told(NamedTuple):
    """A secret, and what leads to the text that it is in: the name of a field, or a line."""

    where: str
    secret: Secret

    @property
    def sentence(self) -> str:
        """What a person is told of it."""
        return f"{self.where}: looks like {self.secret.kind} ({self.secret.shown})"


@cache  # made when its mark is first met: to make all takes longer than Python's start
def _pattern(kind: str, mark: str) -> re.Pattern[str]:
    form = FORMS[kind]
    return re.compile(form.start + re.escape(mark) + form.rest, re.ASCII)


def secrets_in(text: str) -> tuple[Secret, ...]:
    """The secrets in a text, in the order of their places."""
    found = [
        secret
        for kind, marks in MARKS.items()
        for mark in marks
        for secret in _behind(mark, kind, text)
    ]
    return tuple(sorted(found, key=lambda secret: secret.start))


def secrets_in_file(text: str) -> tuple[Secret, ...]:
    """The secrets in the text of a file or a log, also those that are written with escapes."""
    found = secrets_in(text)
    if "\\" not in text:
        return found
    plain, written = traced(text)
    by_place = {
        (written(start), kind): Secret(
            kind, written(start), written(end), shown, (written(hidden[0]), written(hidden[1]))
        )
        for kind, start, end, shown, hidden in secrets_in(plain)
    }
    by_place |= {(secret.start, secret.kind): secret for secret in found}
    return tuple(sorted(by_place.values(), key=lambda secret: secret.start))


def _behind(mark: str, kind: str, text: str) -> Iterator[Secret]:
    """The secrets of one kind that stand behind a mark."""
    place = text.find(mark)
    while place >= 0:
        match = _pattern(kind, mark).match(text, place)
        if match and not _is_placeholder(kind, match, mark):
            shown, hidden = _shown(match, mark), match.span(match.re.groups)
            yield Secret(kind, place, match.end(), shown, hidden)
        place = text.find(mark, place + len(mark))


def _is_placeholder(kind: str, match: re.Match[str], mark: str) -> bool:
    """Whether what has the form stands for a secret: by words, or one sign for a third of it."""
    if kind == URL:
        user, _, password = match[1].partition(":")
        return _is_named(user, password)
    rest = match[1] if match.re.groups else match[0][len(mark) :]
    if re.search(WORDY, rest):
        return True
    signs = [sign for sign in rest if sign.isalnum()]
    longest = max((len(list(run)) for _, run in groupby(signs)), default=len(rest))
    return longest * FILLED_SHARE >= len(rest)


def _is_named(user: str, password: str) -> bool:
    """Whether a URL's password is its user, a word, a variable, or after all a host's port."""
    head, ended, _ = password.replace("#", "/").partition("/")
    host = user == "localhost" or "." in user or "@" in user
    if ended and (host or _is(f"{PORT}|{NO_PASSWORD}", head)):
        return True
    return password.casefold() == user.casefold() or _is(NO_PASSWORD, password)


def _is(form: str, text: str) -> bool:
    return re.fullmatch(form, text, re.ASCII | re.DOTALL) is not None


def told_in(texts: Iterable[tuple[str, str]], before: str = "") -> list[Told]:
    """The secrets in texts with their names, but for those that stood in the text `before`.

    A text without a name is that of a file, and is told by the line; a name may be what makes a
    secret of its text.
    """
    return [
        Told(_named(where) or f"line {text.count(chr(10), 0, secret.start) + 1}", secret)
        for where, bare in texts
        for text in (f"{where}={bare}" if where else bare,)
        for secret in (secrets_in(text) if where else secrets_in_file(text))
        if not before or not _stood(text[slice(*secret.hidden)], before)
    ]


def _stood(text: str, before: str) -> bool:
    """Whether a text stood in that of a file, in whatever way the two are written."""
    return text in before or unescaped(text) in unescaped(before)


def without(where: str, text: str, allowed: Collection[str]) -> str:
    """The text with the name `where`, with the kind of each secret in its place.

    Kinds that are `allowed` stay. Of a URL, user and password are taken out, and the host stays.
    """
    kept, at = [], 0
    for start, end, kind in _hidden(where, text, allowed):
        kept += [text[at:start], f"({kind}{TAKEN_OUT}"]
        at = end
    return "".join([*kept, text[at:]])


def with_those_of(text: str, where: str, source: str, allowed: Collection[str]) -> str:
    """A text that has kinds in the places of secrets, with the secrets that `source` has still."""
    for start, end, kind in _hidden(where, source, allowed):
        text = text.replace(f"({kind}{TAKEN_OUT}", source[start:end], 1)
    return text


def _hidden(where: str, text: str, allowed: Collection[str]) -> list[tuple[int, int, str]]:
    """Where the secrets that are not allowed begin and end; those that overlap are one."""
    head = f"{where}="
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


def _named(where: str) -> str:
    return where.removeprefix("more.").removeprefix("memory.")


def _shown(match: re.Match[str], mark: str) -> str:
    """The mark and at most an eighth of what follows it; of what has a group, all but that."""
    if match.re.groups:
        hidden, whole = match.span(1), match.string
        return f"{whole[match.start() : hidden[0]]}…{whole[hidden[1] : match.end()]}"
    rest = len(match[0]) - len(mark)
    return match[0][: len(mark) + min(SHOWN_SIGNS, rest // SHOWN_SHARE)] + "…"
