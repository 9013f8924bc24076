"""Keys and passwords in a text: some thirty forms, each behind a mark that is its own.

A form is the mark and what follows it, by alphabet and length; how random a text looks is not
asked. What has the form of a key counts as one, also where it is only an example; but not what is
plainly a placeholder: one sign again and again, or in a URL a word or a variable for a password.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import groupby

from memento_cli.core.security.disguises import decoded, views
from memento_cli.core.security.escapes import traced, unescaped
from memento_cli.core.security.secret_fields import apart
from memento_cli.core.security.secret_forms import FORMS, NAMELESS, NO_PASSWORD, PORT, WORDY
from memento_cli.core.security.secret_marks import (
    ASSIGNED,
    HEADER,
    MARKS,
    TAKEN_OUT,
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
"""What `…_key` leads to if it is a secret: in programs and databases most are none."""
UUID = r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
"""What names a row or a request, and opens nothing."""
LOOSE = (HEADER, ASSIGNED)
"""Kinds with a name before anything: what has a form of its own is told by that."""
NAME = "[A-Za-z_]{1,60}"
LEADS = rf"(?i:none|null|true|false|string|undefined|changeme)|{NAME}(?:\.{NAME}){{1,9}}"
A_WORD = "[a-z]{2,20}|[a-z]{0,20}(?:[A-Z][a-z]{2,20}){1,4}|[A-Z]{2,12}"
BESIDE_WORDS = "[A-Z]{1,12}[0-9]|[A-Za-z0-9]{1,4}|[0-9a-f]{8}|[0-9]{2}T[0-9]{2}"
"""What stands between words: how ids end, how some tokens begin, the middle of a time."""
LONGEST = 20_000
Begins = Callable[[int], bool]


class Secret(NamedTuple):
    """A secret in a text: its kind, its place, as much of it as may be shown, and what may not."""

    kind: str
    start: int
    end: int
    shown: str
    hidden: tuple[int, int]


class LocatedSecret(NamedTuple):
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
    """The secrets in a text, in the order of their places, in whatever disguise."""
    found = _plain_secrets(text)
    for view in views(text):
        inside = _plain_secrets(view.text, _line_starts(text, view))
        there = (_written(each, view) for each in inside if view.is_whole or is_sure(each))
        _add(found, (each for each in there if not is_in_words(text[each.start : each.end])))
    for start, end, said in decoded(text):
        shown = (f"{text[start : start + SHOWN_SIGNS]}…", (start, end))
        _add(found, (Secret(each.kind, start, end, *shown) for each in _plain_secrets(said)))
    return tuple(sorted(found, key=lambda secret: secret.start))


def is_in_words(said: str) -> bool:
    """Whether a mark that ends a line, or a text, was read on into lines of words: somebody tells
    what tokens begin with, and the next is a topic, an id or another mark. Words are half of what
    follows at least, as they are not of a token in short lines."""
    mark, *after = (re.findall(r"[^-_./+=\s]+", line) for line in narrow(said).split("\n"))
    parts = [part for line in after for part in line]
    others = [part for part in parts if not _is(A_WORD, part)]
    are_few = sum(map(len, others)) * 2 <= sum(map(len, parts))
    known = f"{A_WORD}|{BESIDE_WORDS}"
    return bool(parts) and are_few and all(_is(known, part) for part in (*mark, *others))


def is_sure(secret: Secret) -> bool:
    """Whether its form alone tells it, also where two texts are read as one."""
    return secret.kind not in (URL, *LOOSE)


def _line_starts(text: str, view: View) -> Begins:
    """Whether a place of a view begins a line of the text that it is made of."""
    return lambda place: text[view.written(place) - 1 : view.written(place)].isspace()


def _plain_secrets(text: str, begins: Begins = lambda place: False) -> list[Secret]:
    """The secrets that stand in a text as it is. What any name may stand before gives way.

    `begins` tells where a word begins beside where the text says so.
    """
    found = list[Secret]()
    for kind, marks in MARKS.items():
        _add(found, (each for mark in marks for each in _behind(mark, kind, text, begins)), LOOSE)
    return found


def _add(found: list[Secret], more: Iterable[Secret], giving_way: Collection[str] = MARKS) -> None:
    """Add to what was found what is none of it."""
    for one in more:
        known = one.kind in giving_way and any(_overlap(one, each) for each in found)
        if not known:
            found.append(one)


def _overlap(one: Secret, other: Secret) -> bool:
    return one.hidden[0] < other.end and other.start < one.hidden[1]


def _written(secret: Secret, view: View) -> Secret:
    """A secret of a view at the places where it is written."""
    start, end, hidden = secret.start, secret.end, secret.hidden
    places = (view.written(hidden[0]), view.written(hidden[1]))
    return secret._replace(start=view.written(start), end=view.written(end), hidden=places)


def secrets_in_file(text: str) -> tuple[Secret, ...]:
    """The secrets in the text of a file or a log, also those that are written with escapes, or
    whose name stands in another field."""
    found = list(secrets_in(text))
    if "\\" in text:
        view = traced(text)
        known = {(secret.start, secret.kind) for secret in found}
        inside = (_written(secret, view) for secret in secrets_in(view.text))
        every = found + [secret for secret in inside if (secret.start, secret.kind) not in known]
        found = [secret for secret in every if secret.kind not in LOOSE]
        _add(found, (secret for secret in every if secret.kind in LOOSE), LOOSE)
    for name, said, start in apart(text):
        _add(found, _by_name(name, said, text, start))
    return tuple(sorted(found, key=lambda secret: secret.start))


def _by_name(name: str, said: str, text: str, start: int) -> Iterator[Secret]:
    """The secrets that a file's text says after `start`, for the name in another field of it."""
    whole = f"{name}={said}"
    for secret in secrets_in(whole):
        if secret.start < len(name):
            place = _place(whole[slice(*secret.hidden)], text, start)
            yield Secret(secret.kind, *place, secret.shown, place)


def _place(said: str, text: str, start: int) -> tuple[int, int]:
    """Where the text of a file says something after `start`, in whatever way it is written."""
    at = text.find(said, start)
    if at >= 0:
        return at, at + len(said)
    view = traced(text)
    at = max(0, view.text.find(said))
    return view.written(at), view.written(at + len(said))


def _behind(mark: str, kind: str, text: str, begins: Begins) -> Iterator[Secret]:
    """The secrets of one kind that stand behind a mark."""
    place = text.find(mark)
    while place >= 0:
        match, before = _pattern(kind, mark).match(text, place), 0
        if match is None and begins(place):
            match, before = _pattern(kind, mark).match(text[place : place + LONGEST]), place
        if match and not _is_placeholder(kind, match, mark):
            start, end = match.span(match.re.groups)
            hidden = (start + before, end + before)
            yield Secret(kind, place, match.end() + before, _shown(match, mark), hidden)
            place = match.end() + before - len(mark)  # what is within it is hidden with it
        place = text.find(mark, place + len(mark))


def _is_placeholder(kind: str, match: re.Match[str], mark: str) -> bool:
    """Whether what has the form stands for a secret: by words, or one sign for a third of it."""
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
    """Whether what stands after a name is a word, or leads to the secret, and is none itself."""
    if mark == "_key":
        return not re.match(KEY_LIKE, text) or _is(UUID, text)
    if kind == HEADER or not mark.isupper():  # in prose and in code it may be anything
        return not re.search(r"[0-9]", text) and len(text) < LONG_WORD
    return _is(f"{NAMELESS}|{LEADS}", text)


def _is_named(user: str, password: str) -> bool:
    """Whether a URL's password is its user, a word, a variable, or after all a host's port."""
    head, ended, _ = password.replace("#", "/").partition("/")
    host = user == "localhost" or "." in user or "@" in user
    if ended and (host or _is(f"{PORT}|{NO_PASSWORD}", head)):
        return True
    return password.casefold() == user.casefold() or _is(NO_PASSWORD, password)


def _is(form: str, text: str) -> bool:
    return re.fullmatch(form, text, re.ASCII | re.DOTALL) is not None


def told_in(texts: Iterable[tuple[str, str]], before: str = "") -> list[LocatedSecret]:
    """The secrets in texts with their names, but for those that stood in the text `before`.

    A text without a name is that of a file, and is told by the line, unless one with a name has
    the same secret; a name may be what makes a secret of its text.
    """
    found = [
        (where, text, secret)
        for where, bare in texts
        for text in (f"{where}={bare}" if where else bare,)
        for secret in (secrets_in(text) if where else secrets_in_file(text))
        if not before or not stood(text[slice(*secret.hidden)], before)
    ]
    known = {text[slice(*secret.hidden)] for where, text, secret in found if where}
    return [
        LocatedSecret(named(where) or f"line {text.count(chr(10), 0, secret.start) + 1}", secret)
        for where, text, secret in found
        if where or text[slice(*secret.hidden)] not in known
    ]


def stood(text: str, before: str) -> bool:
    """Whether a text stood in that of a file, in whatever way the two are written."""
    return text in before or unescaped(text) in unescaped(before)


def without(where: str, text: str, allowed: Collection[str]) -> str:
    """The text with the name `where`, with the kind of each secret in its place.

    Kinds that are `allowed` stay. Of a URL, user and password are taken out, and the host stays.
    """
    kept, at = [], 0
    for start, end, kind in hidden_in(where, text, allowed):
        kept += [text[at:start], f"({kind}{TAKEN_OUT}"]
        at = end
    return "".join([*kept, text[at:]])


def with_those_of(text: str, where: str, source: str, allowed: Collection[str]) -> str:
    """A text that has kinds in the places of secrets, with the secrets that `source` has still."""
    for start, end, kind in hidden_in(where, source, allowed):
        text = text.replace(f"({kind}{TAKEN_OUT}", source[start:end], 1)
    return text


def hidden_in(where: str, text: str, allowed: Collection[str]) -> list[tuple[int, int, str]]:
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


def named(where: str) -> str:
    """What a person calls that which leads to a text."""
    return where.removeprefix("more.").removeprefix("memory.")


def _shown(match: re.Match[str], mark: str) -> str:
    """The mark and at most an eighth of what follows it; of what has a group, all but that."""
    if match.re.groups:
        hidden, whole = match.span(1), match.string
        return f"{whole[match.start() : hidden[0]]}…{whole[hidden[1] : match.end()]}"
    rest = len(match[0]) - len(mark)
    return match[0][: len(mark) + min(SHOWN_SIGNS, rest // SHOWN_SHARE)] + "…"
