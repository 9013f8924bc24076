"""memento fact"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, NamedTuple

import typer

from memento_cli.actions.facts import Stated, Terms, every_facts, facts_of, near_fact
from memento_cli.actions.holding import Act
from memento_cli.cli.acting import act_of, typed, unless_asked
from memento_cli.cli.call import Call, of
from memento_cli.cli.fact_rows import (
    COLUMNS,
    PAST,
    overridden_text,
    stated_row,
    stated_text,
    stretch_row,
    value_told,
)
from memento_cli.cli.options import Reason, Yes
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret
from memento_cli.cli.verbs import check_verb, verb_argument
from memento_cli.core.held import plain_key
from memento_cli.core.refs import name_of
from memento_cli.core.timeline import (
    PERSONA_KEYS,
    checked_key,
    checked_value,
    known,
    of_persona,
    past_of,
)
from memento_cli.errors import NotFound, Usage

WHO, WRITING = ("subject", "persona"), ("evidence", "reason", "allow_secret", "yes")
TAKES = {
    "set": (*WHO, "start", "end", "beside", "confidence", *WRITING),
    "get": WHO,
    "list": WHO,
    "history": WHO,
    "as-of": (*WHO, "believed"),
    "correct": (*WHO, "at", "confidence", *WRITING),
    "end": (*WHO, "at", "end", *WRITING),
}


class Asked(NamedTuple):
    """What stands on the command line beside the verb; a `persona` has only three keys."""

    words: Sequence[str]
    subject: str
    persona: bool
    terms: Terms
    act: Act
    at: datetime | None
    believed: datetime | None


def fact(
    ctx: typer.Context,
    verb: Annotated[str, verb_argument(TAKES)] = "list",
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[KEY [VALUE]]", help="Set: also KEY=VALUE ...; - is stdin. As-of: TIME [KEY]."
        ),
    ] = None,
    subject: Annotated[
        str, typer.Option(metavar="WHO", help="Of whom: alex or ctx://person/alex.")
    ] = "",
    persona: Annotated[
        str, typer.Option(metavar="WHO", help=f"Of whom, and only {', '.join(PERSONA_KEYS)}.")
    ] = "",
    start: Annotated[
        str, typer.Option("--from", metavar="TIME", help="It holds from then on, not from now.")
    ] = "",
    end: Annotated[
        str,
        typer.Option("--until", metavar="TIME", help="Until then; what follows stays as it is."),
    ] = "",
    at: Annotated[
        str, typer.Option(metavar="TIME", help="correct: what held then; end: from then on.")
    ] = "",
    believed: Annotated[str, typer.Option(metavar="TIME", help="As it was believed then.")] = "",
    confidence: Annotated[
        float | None, typer.Option(metavar="N", help="How sure it is, 0 to 1.")
    ] = None,
    evidence: Annotated[
        list[str] | None, typer.Option(metavar="EVENT", help="An event behind it; repeatable.")
    ] = None,
    beside: Annotated[
        bool, typer.Option("--beside", help="It holds beside what holds, not in its place.")
    ] = False,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """What holds of whom, what held when, and what was believed when."""
    call = of(ctx)
    check_verb(ctx, verb, TAKES)
    if subject and persona:
        raise Usage("--subject and --persona both say of whom", "leave one of them out")
    since, then, belief = (call.moment(text) if text else None for text in (start, at, believed))
    until = call.end_moment("--until", end) if end else None
    act = act_of(call, ctx.params, allow_secret)
    terms = Terms(since, until, confidence, beside)
    who = persona or subject
    VERBS[verb](call, Asked(words or (), who, bool(persona), terms, act, then, belief))


def _words(asked: Asked, least: int, most: int, usage: str) -> list[str]:
    """So many words, with empty ones for those that may be left out; Usage otherwise."""
    words = asked.words
    if not least <= len(words) <= most:
        raise Usage(f"that takes {usage}", f"`memento fact {usage}`")
    return [*words, *[""] * (most - len(words))]


def _key(asked: Asked, text: str) -> str:
    """A key; of a persona, one of its own."""
    key = checked_key(text)
    if asked.persona:
        of_persona({key: None})
    return key


def _set(call: Call, asked: Asked) -> None:
    from memento_cli.actions.facts import set_facts

    pairs = _pairs(asked.words)
    kept = of_persona(pairs)[0] if asked.persona else pairs
    values = {key: checked_value(value, key) for key, value in kept.items()}

    def state(act: Act) -> list[Stated]:
        return set_facts(call.store, asked.subject, values, act, asked.terms)

    _state(call, asked, state)
    for key in [key for key in pairs if key not in kept]:
        call.out.note(f"A persona does not keep {safe(key)}; `memento fact set` takes any key")


def _pairs(words: Sequence[str]) -> dict[str, str]:
    """What KEY VALUE, or KEY=VALUE as often as you like, says."""
    if words and all("=" in word.lstrip("=") for word in words):
        pairs = [word.partition("=")[::2] for word in words]
    elif len(words) == 2:
        pairs = [(words[0], typed(words[1], "the value"))]
    else:
        raise Usage("set what?", "`memento fact set KEY VALUE`, or KEY=VALUE KEY=VALUE ...")
    values = {checked_key(key): value for key, value in pairs}
    if len(values) < len(pairs):
        raise Usage("a key is there twice", "`--beside` lets two values hold, one after the other")
    return values


def _correct(call: Call, asked: Asked) -> None:
    from memento_cli.actions.facts import correct_fact

    text, value = _words(asked, 2, 2, "correct KEY VALUE")
    key, new, terms = _key(asked, text), typed(value, "the value"), asked.terms

    def correct(act: Act) -> list[Stated]:
        return [correct_fact(call.store, asked.subject, key, new, act, at=asked.at,
                             confidence=terms.confidence)]  # fmt: skip

    _state(call, asked, correct)


def _end(call: Call, asked: Asked) -> None:
    from memento_cli.actions.facts import end_fact

    text, value = _words(asked, 1, 2, "end KEY [VALUE]")
    key = _key(asked, text)

    at, until = asked.at, asked.terms.valid_until

    def end(act: Act) -> list[Stated]:
        return [end_fact(call.store, asked.subject, key, act,
                         value=value or None, at=at, until=until)]  # fmt: skip

    _state(call, asked, end)


def _state(call: Call, asked: Asked, state: Callable[[Act], list[Stated]]) -> None:
    """Claim something, and say what became of it."""
    known_before = facts_of(call.store, asked.subject)
    subject = known_before.subject
    done = unless_asked(call, asked.act, state)
    rows = [stated_row(subject, one) for one in done]
    call.out.values(rows, [stated_text(one, call.out.zone) for one in done], "facts")
    for one in done:
        if not one.added:
            call.out.note(f"{safe(one.key)}: so it is already, nothing was added")
        if one.overridden:
            call.out.note(f"{safe(one.key)}: {overridden_text(one, call.out.zone)}")
        for other in known_before.claims:
            if other != one.key and plain_key(other) == plain_key(one.key):
                call.out.note(f"{safe(one.key)} is another key than {safe(other)}: capitals count")
    call.note_if_ahead()


def _get(call: Call, asked: Asked) -> None:
    key = _key(asked, _words(asked, 1, 1, "get KEY")[0])
    facts = facts_of(call.store, asked.subject)
    found = [stretch for name, stretch in known(facts, call.now, call.now) if name == key]
    if not found:
        hint = near_fact(facts, key, asked.subject)
        raise NotFound(f"nothing holds as {key} of {name_of(facts.subject)}", hint)
    rows = [stretch_row(facts.subject, key, stretch) for stretch in found]
    call.out.values(rows, [value_told(stretch.value, lines=True) for stretch in found], "facts")
    if any(stretch.contested for stretch in found):
        settling = f"`memento fact set {safe(key)} VALUE` settles it"
        call.out.note(f"These contradict each other, and none is newer: {settling}")


def _list(call: Call, asked: Asked) -> None:
    _words(asked, 0, 0, "list")
    _print_known(call, asked, "", (call.now, call.now))


def _as_of(call: Call, asked: Asked) -> None:
    time, key = _words(asked, 1, 2, "as-of TIME [KEY]")
    _print_known(call, asked, key, (call.moment(time), asked.believed or call.now))


def _print_known(call: Call, asked: Asked, key: str, times: tuple[datetime, datetime]) -> None:
    """What held at a moment, by what was believed at another; of all, where nobody is named."""
    keys = PERSONA_KEYS if asked.persona and not key else [_key(asked, key)] if key else None
    every = [facts_of(call.store, asked.subject)] if asked.subject else every_facts(call.store)
    rows = [
        stretch_row(facts.subject, name, stretch)
        for facts in every
        for name, stretch in known(facts, *times)
        if keys is None or name in keys
    ]
    _print(call, rows, COLUMNS)


def _history(call: Call, asked: Asked) -> None:
    key = _words(asked, 0, 1, "history [KEY]")[0]
    facts = facts_of(call.store, asked.subject)
    keys = [_key(asked, key)] if key else sorted(facts.claims)
    rows = [
        stretch_row(facts.subject, name, stretch) | {"is_current": stretch.covers(call.now)}
        for name in keys
        if key or not asked.persona or name in PERSONA_KEYS
        for stretch in past_of(facts, name, call.now)
    ]
    _print(call, rows, PAST)


def _print(call: Call, rows: list[dict[str, Any]], columns: Sequence[str]) -> None:
    if not call.out.machine:
        rows = [row | {"subject": name_of(row["subject"])} for row in rows]
    call.out.rows(rows, columns, "facts")
    if not rows:
        call.out.note("Nothing is known of that")


VERBS: Mapping[str, Callable[[Call, Asked], None]] = {
    "set": _set,
    "get": _get,
    "list": _list,
    "history": _history,
    "as-of": _as_of,
    "correct": _correct,
    "end": _end,
}
