"""memento fact: the values that somebody's keys have in time. Likes are in `likes.py`."""

from __future__ import annotations

from datetime import UTC, time

from memento_cli.actions.facts.facts import Terms, every_facts, facts_of, near_fact
from memento_cli.cli.input.acting import acting, typed
from memento_cli.cli.input.choosing import is_script
from memento_cli.cli.input.selecting import FACTS, TAB, row_fields
from memento_cli.cli.output.rows import note_flags
from memento_cli.cli.output.values import moment_text, safe
from memento_cli.core.facts.claims import value_text
from memento_cli.core.facts.timeline import (
    checked_key,
    checked_value,
    facts_id,
    held_facts,
    past_of,
)
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.memory.refs import name_of
from memento_cli.core.text.normal_forms import plain_key
from memento_cli.core.time.when import in_zone
from memento_cli.errors import NotFound, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime, tzinfo
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.facts.facts import Stated
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import (
        AllowSecret,
        Domain,
        FactAt,
        FactEvidence,
        FactKey,
        KnownAt,
        Of,
        Reason,
        Sure,
        Yes,
    )
    from memento_cli.core.facts.claims import Stretch, Value
    from memento_cli.core.journal.provenance import Provenance


def set_(
    call: Call,
    key: FactKey,
    more: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="VALUE", help="The value; - is stdin. Or KEY=VALUE as often as you like."
        ),
    ] = None,
    of: Of = "",
    start: Annotated[
        str, typer.Option("--from", metavar="TIME", help="It holds from then on, not from now.")
    ] = "",
    end: Annotated[
        str,
        typer.Option("--until", metavar="TIME", help="Until then; what follows stays as it was."),
    ] = "",
    beside: Annotated[
        bool, typer.Option("--beside", help="It holds in addition to the current value.")
    ] = False,
    confidence: Sure = None,
    evidence: FactEvidence = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Set a value from now on; the earlier values are kept. For a port or a lock, which must
    expire, there is `memento kv set --ttl`.
    """
    from memento_cli.actions.facts.facts import set_facts

    pairs = _pairs([key, *(more or ())])
    values = {name: checked_value(value, name) for name, value in pairs.items()}
    since = call.moment(start) if start else None
    until = call.end_moment("--until", end) if end else None
    terms = Terms(since, until, confidence, beside)
    _state(call, of, lambda act: set_facts(call.store, of, values, act, terms))


def get(call: Call, key: FactKey, of: Of = "", at: FactAt = "", known_at: KnownAt = "") -> None:
    """Print what a key says now, or what it said at another time; code 3 if it says nothing."""
    name, of = _named(call, key, of)
    facts = facts_of(call.store, of)
    times = (call.moment(text) if text else call.now for text in (at, known_at))
    stretches = [stretch for other, stretch in held_facts(facts, *times) if other == name]
    if not stretches:
        then = " then" if at or known_at else ""
        problem = f"nothing holds as {name} of {name_of(facts.subject)}{then}"
        raise NotFound(problem, near_fact(facts, name, of))
    rows = [stretch_row(facts.subject, name, stretch) for stretch in stretches]
    lines = [value_told(stretch.value, lines=True) for stretch in stretches]
    call.out.values(rows, lines, "facts")
    note_flags(call.out, *lines)
    if any(stretch.contested for stretch in stretches):
        settling = f"`memento fact set {safe(name)} VALUE` settles it"
        call.out.note(f"These contradict each other, and none is newer: {settling}")


def list_(
    call: Call,
    of: Of = "",
    at: FactAt = "",
    known_at: KnownAt = "",
    likes: Annotated[
        bool, typer.Option("--likes", help="Instead: what is liked and disliked.")
    ] = False,
    domain: Domain = None,
    certain: Annotated[
        bool, typer.Option("--confirmed", help="With --likes: only what is confirmed.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", "-a", help="With --likes: also what was revoked.")
    ] = False,
) -> None:
    """List what holds of a person now, or held at another time; or what they like and dislike."""
    if likes:
        from memento_cli.cli.commands.facts.likes import print_likes

        if at:
            raise Usage("likes have no --at", "--as-of tells what was said by then")
        until = call.moment(known_at) if known_at else call.named_now
        print_likes(call, of, domain, until, certain=certain, everything=everything)
        return
    for name in ("domain", "certain", "everything"):
        if name in call.given:
            raise Usage(
                f"{call.given[name]} is for likes", "`memento fact list --likes` lists them"
            )
    facts = facts_of(call.store, of)
    times = (call.moment(text) if text else call.now for text in (at, known_at))
    rows = [
        stretch_row(facts.subject, name, stretch) for name, stretch in held_facts(facts, *times)
    ]
    _print(call, rows, COLUMNS)
    others = [] if rows or of else [one.subject for one in every_facts(call.store) if one.claims]
    if others:
        names = safe(", ".join(map(name_of, others)))
        call.out.note(f"Something held of {names}: `memento fact history --of WHO` tells what")


def history(
    call: Call,
    key: Annotated[str, typer.Argument(metavar="KEY", help="The key; without one, all.")] = "",
    of: Of = "",
) -> None:
    """Show every value that a key had, and those that were believed wrongly."""
    name, of = _named(call, key, of) if key else ("", of)
    facts = facts_of(call.store, of)
    rows = [
        stretch_row(facts.subject, one, stretch) | {"is_current": stretch.covers(call.now)}
        for one in ([name] if name else sorted(facts.claims))
        for stretch in past_of(facts, one, call.now)
    ]
    _print(call, rows, PAST)


def correct(
    call: Call,
    key: FactKey,
    value: Annotated[str, typer.Argument(metavar="VALUE", help="What it was; - is stdin.")],
    of: Of = "",
    at: Annotated[
        str, typer.Option("--at", metavar="TIME", help="Correct what held then, not what holds.")
    ] = "",
    confidence: Sure = None,
    evidence: FactEvidence = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Say that another value held, for as long as the wrong one was believed to hold."""
    from memento_cli.actions.facts.facts import correct_fact

    name, of = _named(call, key, of)
    new = typed(value, "the value")
    then = call.moment(at) if at else None

    def correct(act: Provenance) -> list[Stated]:
        return [correct_fact(call.store, of, name, new, act, at=then, confidence=confidence)]

    _state(call, of, correct)


def end(
    call: Call,
    key: FactKey,
    value: Annotated[
        str, typer.Argument(metavar="VALUE", help="Only this one, of several that hold.")
    ] = "",
    of: Of = "",
    at: Annotated[str, typer.Option("--at", metavar="TIME", help="It ended then, not now.")] = "",
    until: Annotated[
        str, typer.Option("--until", metavar="TIME", help="It holds again from then on.")
    ] = "",
    evidence: FactEvidence = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Say that from now on nothing holds as a key; what held stays in its history."""
    from memento_cli.actions.facts.facts import end_fact

    name, of = _named(call, key, of)
    then = call.moment(at) if at else None
    again = call.end_moment("--until", until) if until else None

    def end(act: Provenance) -> list[Stated]:
        return [end_fact(call.store, of, name, act, value=value or None, at=then, until=again)]

    _state(call, of, end)


def _named(call: Call, key: str, of: str) -> tuple[str, str]:
    """A key and whose it is, as typed or at a number of the last list on this terminal."""
    name = checked_key(key)
    is_plain = is_script(call) or name in facts_of(call.store, of).claims
    fields = () if is_plain else row_fields(call, name, FACTS, 2)
    return (fields[1], fields[0]) if fields else (name, of)


def _pairs(words: Sequence[str]) -> dict[str, str]:
    """The values by key that KEY VALUE, or KEY=VALUE KEY=VALUE ..., says; Usage for other words."""
    if all("=" in word.lstrip("=") for word in words):
        pairs = [word.partition("=")[::2] for word in words]
    elif len(words) == 2 and "=" not in words[0].lstrip("="):
        pairs = [(words[0], typed(words[1], "the value"))]
    elif len(words) > 1:
        key, *rest = " ".join(words).replace("=", " ", 1).split() if "=" in words[0] else words
        value = " ".join(rest[1:] if rest[0] == "=" else rest)
        raise Usage("a value of several words stands in quotes",
                    f'`memento fact set {key} "{value}"`')  # fmt: skip
    else:
        raise Usage("set what?", "`memento fact set KEY VALUE`, or KEY=VALUE KEY=VALUE ...")
    values = {checked_key(key): value for key, value in pairs}
    if len(values) < len(pairs):
        raise Usage("a key is there twice", "`--beside` lets two values hold, one after the other")
    return values


def _state(call: Call, of: str, state: Callable[[Provenance], list[Stated]]) -> None:
    """Claim something of somebody, and print what became of it."""
    known_before = facts_of(call.store, of)
    done = acting(call, state)
    rows = [stated_row(known_before.subject, one) for one in done]
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


def _print(call: Call, rows: list[dict[str, Any]], columns: Sequence[str]) -> None:
    """Print facts as rows; a person is told whose they are by name."""
    named = [f"{row['subject']}{TAB}{row['key']}" for row in rows]
    if not call.out.machine:
        rows = [row | {"subject": name_of(row["subject"])} for row in rows]
    call.out.rows(rows, columns, FACTS, named=named)
    if not rows:
        call.out.note("Nothing is known of that")


COLUMNS = ("subject", "key", "value", "valid_from", "valid_until")
PAST = ("key", "value", "valid_from", "valid_until", "is_current", "believed_until")


def stretch_row(subject: str, key: str, stretch: Stretch) -> dict[str, Any]:
    """What held, as JSON has it."""
    claim = stretch.claim
    return {
        "id": ref_of(STATES, facts_id(subject)),
        "subject": subject,
        "key": key,
        "value": stretch.value,
        "valid_from": stretch.start,
        "valid_until": stretch.end,
        "recorded_at": claim.recorded,
        "believed_until": stretch.believed_until,
        "contested": stretch.contested,
        "confidence": claim.confidence,
        "evidence": claim.evidence,
    }


def stated_row(subject: str, one: Stated) -> dict[str, Any]:
    """What was to be claimed, as JSON has it."""
    claim = one.claim
    return {
        "id": ref_of(STATES, facts_id(subject)),
        "subject": subject,
        "key": one.key,
        "value": claim.value,
        "ends": claim.ends,
        "valid_from": claim.valid_from,
        "valid_until": claim.valid_until,
        "recorded_at": claim.recorded,
        "beside": claim.beside,
        "confidence": claim.confidence,
        "evidence": claim.evidence,
        "added": one.added,
        "overridden": [stretch.value for stretch in one.overridden],
    }


def stated_text(one: Stated, zone: tzinfo | None = None) -> str:
    """A statement of a fact in a line; times are those of the zone, or UTC."""
    claim = one.claim
    ended = "nothing" if claim.ends is None else f"not {value_told(claim.ends)}"
    text = f"{safe(one.key)}: {ended if claim.value is None else value_told(claim.value)}"
    if not one.added:
        return text
    until = f" until {time_told(claim.valid_until, zone)}" if claim.valid_until else ""
    return f"{text} from {time_told(claim.valid_from, zone)}{until}"


def overridden_text(one: Stated, zone: tzinfo | None = None) -> str:
    """What gives way to a claim that starts before it does."""
    first = min(one.overridden, key=lambda stretch: stretch.start)
    gone = f"{value_told(first.value)}, which held from {time_told(first.start, zone)} on,"
    more = len(one.overridden) - 1
    gives = f"and {more} more give way" if more else "gives way"
    return f"{gone} {gives} to it; undo, and --until {moment_text(first.start, zone)} keeps that"


def value_told(value: Value, *, lines: bool = False) -> str:
    """A value for a terminal, on one line or on its own lines."""
    return safe(value_text(value), lines=lines)


def time_told(moment: datetime, zone: tzinfo | None = None) -> str:
    """A moment as the clocks of the zone show it, or in UTC; one of midnight as its day."""
    local = in_zone(moment, zone or UTC)
    return f"{local:%Y-%m-%d}" if local.time() == time.min else moment_text(moment, zone)
