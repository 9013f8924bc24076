"""prefer: what somebody likes and dislikes (document 003 §2.5).

What an agent takes it to be is a candidate, to ask about; only by the user's yes it is confirmed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memento_cli.actions.facts.preferences import Subject, set_preference
from memento_cli.core.context.item_text import preference_part
from memento_cli.core.facts.preferences import (
    DISLIKE,
    DOMAINS,
    LIKE,
    POLARITIES,
    REVOKED,
    Row,
    phrase,
    subject_key,
)
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.memory.refs import same_person
from memento_cli.core.security.trust import USER
from memento_cli.errors import Ambiguous, NotFound, Usage
from memento_cli.tools.memory_tools import REASON
from memento_cli.tools.records_seen import (
    EVIDENCE,
    LEFT_OUT,
    OF,
    USER_AGREES,
    listed,
    provenance_of,
    seen_preferences,
    user_of,
)
from memento_cli.tools.tool import LABELS, Tool, told, wordless

if TYPE_CHECKING:
    from memento_cli.core.context.budget import Part
    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Arguments, ToolResult

CONFIRM, REVOKE, LIST = ("confirm", "revoke", "list")
ACTS = (LIKE, DISLIKE, CONFIRM, REVOKE, LIST)


def prefer(request: RequestContext, args: Arguments) -> ToolResult:
    """Say that somebody likes or dislikes something, confirm or revoke that, or list it."""
    act = args["act"]
    if act == LIST:
        request.check_unlabelled()
        return _listed(request, args)
    request.check_placeless()
    if not args["subject"]:
        raise Usage(f"{act} what?", "subject says it")
    by, rule = provenance_of(request, args), act
    if act in POLARITIES:
        if not args["domain"]:
            raise Usage(f"{act} in which domain?", "one of: " + ", ".join(DOMAINS))
        about = Subject(args["subject"], args["domain"], user_of(request, args))
        polarity, rule = act, "suggest"
    else:
        row = _named(request, args)
        preference, polarity = row.preference, row.polarity
        about = Subject(preference.subject, preference.domain, preference.person)
        if act == CONFIRM:
            says = phrase(polarity, row.stance.status, preference.subject)
            question = f"Is this {polarity} so, and may be stated as a fact?"
            by.check_asked(USER, question, {"it says": says, "its note": row.stance.note})
    done = set_preference(request.store, about, polarity, by, rule=rule, note=args["note"] or "")
    stance = done.stance(polarity)
    rows = [_row(request, Row(done, polarity, stance))] if stance else []
    return told("Kept.", {"preferences": rows}, request.note)


def _named(request: RequestContext, args: Arguments) -> Row:
    """The like or dislike that a call means, which must be the only one."""
    key, whose = subject_key(args["subject"]), user_of(request, args)
    found = [
        row
        for row in seen_preferences(request)
        if subject_key(row.preference.subject) == key
        and same_person(row.preference.person, whose)
        and args["domain"] in (None, row.preference.domain)
        and args["polarity"] in (None, row.polarity)
    ]
    standing = [row for row in found if row.stance.status != REVOKED] or found
    if not standing:
        subject = args["subject"][:60]
        raise NotFound(f"nobody said that {subject} is liked or disliked", "act: list shows all")
    if len(standing) > 1:
        raise Ambiguous(f"that is said in {len(standing)} ways", "domain and polarity say which")
    return standing[0]


def _listed(request: RequestContext, args: Arguments) -> ToolResult:
    whose = args[OF.path] and user_of(request, args)
    shown = [
        row
        for row in seen_preferences(request)
        if args["domain"] in (None, row.preference.domain)
        and args["polarity"] in (None, row.polarity)
        and (not whose or same_person(row.preference.person, whose))
        and row.stance.status != REVOKED
    ]
    items = ((_part(request, row).text, _row(request, row)) for row in shown)
    return listed(request, "preferences", items, "Nothing is known.")


def _part(request: RequestContext, row: Row) -> Part:
    return preference_part(row, request.zone)


def _row(request: RequestContext, row: Row) -> dict[str, Any]:
    """A like or a dislike beside its words."""
    names = ("domain", "polarity", "status", "may_state_as_fact", "confirmed_at")
    id = request.told_id(ref_of(STATES, row.preference.id))
    return {"id": id} | wordless(_part(request, row).row, *names)


PREFER = Tool(
    "prefer",
    "Likes and dislikes. What you infer stays a candidate until the user confirms it.",
    (
        Field("act", "choice", "", LIST, choices=ACTS),
        Field("subject", "text", "Of what."),
        Field("domain", "choice", "", choices=DOMAINS),
        Field("polarity", "choice", "confirm, revoke, list: which.", choices=POLARITIES),
        OF,
        Field("note", "text", "A word on it."),
        EVIDENCE,
        REASON,
        USER_AGREES,
    ),
    prefer,
    reads=(LIST,),
    gives=(
        Field("preferences", "tables", "The likes and dislikes, in the order of the text.", of=(
            Field("id", "text", "Its id."),
            Field("domain", "text", "Of which sort."),
            Field("polarity", "text", "Whether it is liked or disliked."),
            Field("status", "text", "Whether it is a candidate, confirmed, or revoked."),
            Field("may_state_as_fact", "flag", "Whether it may be stated, not only asked about."),
            Field("confirmed_at", "text", "When it was confirmed."),
            *LABELS,
        )),
        LEFT_OUT,
    ),
)  # fmt: skip
