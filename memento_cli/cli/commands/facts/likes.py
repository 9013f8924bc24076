"""memento fact like, dislike, confirm and revoke, and the list of likes and dislikes."""

from __future__ import annotations

from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.input.acting import acting
from memento_cli.cli.input.choosing import is_script
from memento_cli.cli.input.selecting import LIKES, TAB, row_fields
from memento_cli.cli.output.values import safe
from memento_cli.core.facts.preferences import (
    CONFIRMED,
    DISLIKE,
    DOMAINS,
    LIKE,
    REVOKED,
    Row,
    may_state_as_fact,
    opposite_polarity,
    preference_rows,
)
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.memory.refs import name_of, person_ref, same_person
from memento_cli.core.text.normal_forms import plain_key
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.facts.preferences import Subject
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import (
        AllowSecret,
        Certain,
        Disliked,
        Domain,
        Event,
        Evidence,
        Liked,
        LikeNote,
        Of,
        Reason,
        Yes,
    )

COLUMNS = ("person", "domain", "polarity", "subject", "status", "fact")
NAMED = ("person", "domain", "polarity", "subject")
"""What a number of the list stands for."""


def like(
    call: Call, what: Liked, domain: Domain = None, of: Of = "", certain: Certain = False,
    note: LikeNote = "", event: Event = "", evidence: Evidence = None, reason: Reason = "",
    allow_secret: AllowSecret = False, yes: Yes = False,
) -> None:  # fmt: skip
    """Say that somebody likes something. It is a candidate, something to ask about, until it is
    confirmed; only what is confirmed may be stated as a fact."""
    _say(call, _subject(what, domain, of), LIKE, "confirm" if certain else "suggest")


def dislike(
    call: Call, what: Liked, domain: Domain = None, of: Of = "", certain: Certain = False,
    note: LikeNote = "", event: Event = "", evidence: Evidence = None, reason: Reason = "",
    allow_secret: AllowSecret = False, yes: Yes = False,
) -> None:  # fmt: skip
    """Say that somebody dislikes something. It is a candidate, something to ask about, until it is
    confirmed; only what is confirmed may be stated as a fact."""
    _say(call, _subject(what, domain, of), DISLIKE, "confirm" if certain else "suggest")


def confirm(
    call: Call, what: Liked, domain: Domain = None, of: Of = "", dislike: Disliked = False,
    note: LikeNote = "", event: Event = "", evidence: Evidence = None, reason: Reason = "",
    allow_secret: AllowSecret = False, yes: Yes = False,
) -> None:  # fmt: skip
    """Confirm a like, or with --dislike a dislike: from now on it may be stated as a fact. An agent
    asks before it changes how one stands that a person told."""
    from memento_cli.actions.facts.preferences import stated_preference

    subject, polarity = _known(call, what, domain, of, DISLIKE if dislike else LIKE)
    stated_preference(call.store, subject, polarity)
    _say(call, subject, polarity, "confirm")


def revoke(
    call: Call, what: Liked, domain: Domain = None, of: Of = "", dislike: Disliked = False,
    note: LikeNote = "", event: Event = "", evidence: Evidence = None, reason: Reason = "",
    allow_secret: AllowSecret = False, yes: Yes = False,
) -> None:  # fmt: skip
    """Revoke a like, or with --dislike a dislike: it held, and does no more. It stays on file."""
    _say(call, *_known(call, what, domain, of, DISLIKE if dislike else LIKE), "revoke")


def print_likes(
    call: Call, of: str, domain: str | None, until: datetime | None,
    *, certain: bool, everything: bool,
) -> None:  # fmt: skip
    """Print likes and dislikes, as `fact list --likes` does: of whom `of` names, else of
    the store's own person; of a domain, and as they were at a moment (`until`) if there is one."""
    from memento_cli.actions.facts.preferences import preferences

    wanted = _domain(domain)
    person = person_ref(of or call.store.settings["person"])
    likes = [
        _row(row)
        for row in preference_rows(preferences(call.store, until))
        if same_person(person, row.preference.person)
        if wanted in ("", row.preference.domain)
        if row.stance.status == CONFIRMED
        or (not certain and (everything or row.stance.status != REVOKED))
    ]
    named = [TAB.join(row[key] for key in NAMED) for row in likes]
    if not call.out.machine:
        likes = [row | {"person": name_of(row["person"])} for row in likes]
    call.out.rows(likes, COLUMNS, "preferences", noun=LIKES, named=named)
    if not likes:
        call.out.note("No likes and no dislikes are known")


def _domain(domain: str | None) -> str:
    """The domain that an option names, and none without it; Usage for an unknown one."""
    return one_of(plain_key(domain), DOMAINS, "domain") if domain is not None else ""


def _subject(what: list[str], domain: str | None, of: str) -> Subject:
    """What somebody says to be liked or disliked; Usage if it has no domain."""
    from memento_cli.actions.facts.preferences import Subject

    name, sort = " ".join(what), _domain(domain)
    if not sort:
        raise Usage(f"of what sort is {name[:60]}?", f"--domain {', '.join(DOMAINS)}")
    return Subject(name, sort, of)


def _known(
    call: Call, what: list[str], domain: str | None, of: str, polarity: str
) -> tuple[Subject, str]:
    """What was said to be liked or disliked, and which of the two: at a number of the last list, or
    as typed; without a domain, in the one in which it was said."""
    from memento_cli.actions.facts.preferences import Subject, with_domain

    one = len(what) == 1 and not is_script(call)
    fields = row_fields(call, what[0], LIKES, len(NAMED)) if one else None
    if fields:
        person, sort, polarity, name = fields
        return Subject(name, sort, person), polarity
    subject = Subject(" ".join(what), _domain(domain), of)
    subject_in_domain = subject if subject.domain else with_domain(call.store, subject, polarity)
    return subject_in_domain, polarity


def _say(call: Call, subject: Subject, polarity: str, rule: str) -> None:
    """Suggest, confirm or revoke a like or a dislike (`rule`), and print how it stands."""
    from memento_cli.actions.facts.preferences import set_preference

    note = call.params["note"]
    after = acting(
        call,
        lambda act: set_preference(call.store, subject, polarity, act, rule=rule, note=note),
    )
    stance = after.stance(polarity)
    if stance is None:
        value = {"id": ref_of(STATES, after.id), "polarity": polarity, "status": None}
        call.out.value(value, f"{safe(after.subject)}: nobody said that it is {polarity}d")
    else:
        row = _row(Row(after, polarity, stance))
        call.out.value(row, f"{safe(after.subject)}: {polarity}d, {stance.status}")
        against = after.stance(opposite_polarity(polarity))
        if against and against.status != REVOKED:
            call.out.note(f"It is {opposite_polarity(polarity)}d, too: {against.status}")
    call.note_if_ahead()


def _row(row: Row) -> dict[str, Any]:
    """A like or a dislike, as JSON has it."""
    preference, polarity, stance = row
    return {
        "id": ref_of(STATES, preference.id),
        "person": preference.person,
        "domain": preference.domain,
        "polarity": polarity,
        "subject": preference.subject,
        **stance._asdict(),
        "fact": may_state_as_fact(stance.status),
    }
