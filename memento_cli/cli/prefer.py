"""memento prefer"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from memento_cli.cli.acting import ASKED, acting
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import Event, Evidence, Person, Reason, Yes, one_of
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret
from memento_cli.cli.verbs import check_verb, verb_argument
from memento_cli.core.held import STATES, plain_key, ref_of
from memento_cli.core.preferences import (
    CONFIRMED,
    DISLIKE,
    DOMAINS,
    LIKE,
    POLARITIES,
    REVOKED,
    Row,
    may_state_as_fact,
    opposite,
    rows,
)
from memento_cli.core.refs import name_of, person_ref, same_person
from memento_cli.errors import Usage

SAYING = ("domain", "person", "note", *ASKED)
TAKES = {
    LIKE: ("certain", *SAYING),
    DISLIKE: ("certain", *SAYING),
    "confirm": ("dislike", *SAYING),
    "revoke": ("dislike", *SAYING),
    "list": ("certain", "domain", "person", "everything"),
}
COLUMNS = ("person", "domain", "polarity", "subject", "status", "fact")


def prefer(
    ctx: typer.Context,
    verb: Annotated[str, verb_argument(TAKES)] = "list",
    subject: Annotated[
        str | None, typer.Argument(metavar="SUBJECT", help="What is liked or disliked.")
    ] = None,
    domain: Annotated[
        str | None, typer.Option("--domain", "-d", metavar="|".join(DOMAINS), help="Of what sort.")
    ] = None,
    person: Person = None,
    dislike: Annotated[
        bool, typer.Option("--dislike", help="Confirm or revoke the dislike, not the like.")
    ] = False,
    certain: Annotated[
        bool, typer.Option("--confirmed", help="Confirm it at once; list what is confirmed.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="Also what was revoked.")] = False,
    note: Annotated[str, typer.Option(metavar="TEXT", help="A word about it.")] = "",
    event: Event = "",
    evidence: Evidence = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Likes and dislikes. Only what is confirmed may be stated as a fact.

    An agent asks before it changes how one stands that a person told.
    """
    call = of(ctx)
    check_verb(ctx, verb, TAKES)
    if domain is not None:
        one_of(plain_key(domain), DOMAINS, "domain")
    if verb == "list":
        _list(call, subject, ctx.params)
        return
    if not subject or not domain:
        raise Usage(f"{verb} takes a subject and its domain", f"memento prefer {verb} tea -d food")
    if verb in POLARITIES:
        _say(call, verb, "confirm" if certain else "suggest", ctx.params)
    else:
        _say(call, DISLIKE if dislike else LIKE, verb, ctx.params)
    call.note_if_ahead()


def _say(call: Call, polarity: str, rule: str, said: dict[str, Any]) -> None:
    from memento_cli.actions.preferences import Subject, stated
    from memento_cli.actions.preferences import prefer as act

    subject = Subject(said["subject"], said["domain"], said["person"] or "")
    if said["verb"] == "confirm":
        stated(call.store, subject, polarity)
    after = acting(
        call,
        said,
        lambda by: act(call.store, subject, polarity, by, rule=rule, note=said["note"]),
    )
    stance = after.stance(polarity)
    if stance is None:
        value = {"id": ref_of(STATES, after.id), "polarity": polarity, "status": None}
        call.out.value(value, f"{safe(after.subject)}: nobody said that it is {polarity}d")
        return
    row = _row(Row(after, polarity, stance))
    call.out.value(row, f"{safe(after.subject)}: {polarity}d, {stance.status}")
    against = after.stance(opposite(polarity))
    if against and against.status != REVOKED:
        call.out.note(f"It is {opposite(polarity)}d, too: {against.status}")


def _list(call: Call, subject: str | None, said: dict[str, Any]) -> None:
    from memento_cli.actions.preferences import preferences

    if subject:
        raise Usage("list takes no subject", "--domain and --person say which")
    whose = person_ref(said["person"]) if said["person"] else None
    domain = plain_key(said["domain"]) if said["domain"] else None
    found = [
        _row(row)
        for row in rows(preferences(call.store, call.named_now))
        if whose is None or same_person(whose, row.preference.person)
        if domain in (None, row.preference.domain)
        if row.stance.status == CONFIRMED
        or (not said["certain"] and (said["everything"] or row.stance.status != REVOKED))
    ]
    if not call.out.machine:
        found = [row | {"person": name_of(row["person"])} for row in found]
    call.out.rows(found, COLUMNS, "preferences")
    if not found:
        call.out.note("No likes and no dislikes are known")


def _row(row: Row) -> dict[str, Any]:
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
