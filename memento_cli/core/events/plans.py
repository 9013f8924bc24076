"""Write plans: states, preferences, feelings, links and threads that are proposed from events.

A proposal by any model or script is a JSON object with the ids of events as its evidence; a list of
them is the write plan of document 003.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC
from itertools import chain

from memento_cli.core.events.affect import AXES
from memento_cli.core.events.threads import LABELS
from memento_cli.core.facts.preferences import CANDIDATE, CONFIRMED, DOMAINS, POLARITIES, phrase
from memento_cli.core.facts.states import KINDS, payload_of
from memento_cli.core.fields.checks import checked
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.about import ABOUT_FIELDS, About
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.core.security.secret_marks import texts_in
from memento_cli.core.text.visible import half_character
from memento_cli.errors import BadData, BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import tzinfo
    from typing import Any


STATE, PREFERENCE, AFFECT, LINK, THREAD = ("state", "preference", "affect", "link", "thread")
PARTS = {
    "states": STATE, "preferences": PREFERENCE, "affects": AFFECT, "links": LINK, "threads": THREAD,
}  # fmt: skip
"""By the name of a list in a plan, what its items do."""
TURNS = "turns"
"""The key of a plan for the code of the prompt that it answers (`core/events/prompt.py`)."""
PLAN_KEYS = (TURNS, *PARTS)
"""The keys of a plan."""
SUGGEST, CONFIRM = "suggest", "confirm"
PAYLOAD, REMOVED_KEYS = "payload", "without"
CHANGED = ("body", "valid_from", "valid_until", "confidence")
"""The keys of a state that an update may change, beside its payload and `about`."""
WORDS_SIGNS = 200


class PlanStep(NamedTuple):
    """A step of a plan: what it does, its values as in JSON, its evidence, and the reason."""

    do: str
    values: Mapping[str, Any]
    evidence: tuple[str, ...]
    reason: str = ""

    @property
    def op(self) -> str:
        """The act on a state or a preference; "" for other steps."""
        return str(self.values.get("op", ""))


CONFIDENCE = Field("confidence", "number", "How sure it is.", low=0, high=1)
COMMON = (
    Field("evidence", "texts", "The ids of the events that it goes back to.", required=True),
    Field("reason", "text", "Why."),
    CONFIDENCE,
)
"""The fields of every item, beside `do` for items outside of a plan's lists."""
ID = Field("id", "text", "The state.", required=True)
OWNER = Field("person", "text", "Whose it is; else the store's person.")
BODY = Field("body", "text", "What it says, in that person's own voice.")
VALIDITY = (
    Field("valid_from", "moment", "From when it holds."),
    Field("valid_until", "moment", "Until when."),
    *ABOUT_FIELDS,
)
PREFERENCE_FIELDS = (
    Field("domain", "choice", "In what.", required=True, choices=DOMAINS),
    Field("polarity", "choice", "Liked or disliked.", required=True, choices=POLARITIES),
    Field("subject", "text", "What.", required=True),
    Field("note", "text", "A word about it."),
    OWNER,
)
FORMS: Mapping[tuple[str, str], tuple[Field, ...]] = {
    (STATE, "add"): (
        Field("kind", "choice", "What sort of state.", required=True, choices=KINDS),
        BODY._replace(required=True),
        *VALIDITY,
        OWNER,
    ),
    (STATE, "update"): (
        ID,
        BODY,
        *VALIDITY,
        Field(REMOVED_KEYS, "texts", "Keys that its payload is to lose; as null in the payload."),
    ),
    (STATE, "close"): (ID, VALIDITY[1]),
    (STATE, CONFIRM): (ID,),
    (STATE, "done"): (ID,),
    (PREFERENCE, SUGGEST): PREFERENCE_FIELDS,
    (PREFERENCE, CONFIRM): PREFERENCE_FIELDS,
    (PREFERENCE, "revoke"): PREFERENCE_FIELDS,
    (AFFECT, ""): (
        Field("event", "text", "Which event felt so.", required=True),
        *(Field(axis, "number", "From -1 to 1.", required=True, low=-1, high=1) for axis in AXES),
        Field("labels", "texts", "Short words for it.", required=True),
        Field("text", "text", "It in words.", required=True),
        CONFIDENCE._replace(required=True),
        Field("mood", "text", "What the long mood is to say."),
        OWNER,
    ),
    (LINK, ""): (
        Field("from", "text", "An event.", required=True),
        Field("rel", "choice", "How it goes back to", required=True, choices=LABELS),
        Field("to", "text", "another.", required=True),
    ),
    (THREAD, ""): (
        Field("title", "text", "A thread, by its title or reference.", required=True),
        Field("events", "texts", "What belongs to it.", required=True),
    ),
}
"""The fields of an item by its `do` and `op`."""
WITH_PAYLOAD = ((STATE, "add"), (STATE, "update"))
"""The items that may also have a `payload` with any keys."""


def items_of(raw: Any) -> list[tuple[str, Any]]:
    """The items of a plan with their places: lists by `PARTS`, one list, or one item.

    BadData for what is no plan.
    """
    if isinstance(raw, list):
        return [(f"[{place}]", item) for place, item in enumerate(raw)]
    if not isinstance(raw, Mapping):
        raise BadData("the plan", ["is neither an object nor a list"])
    if "do" in raw:
        return [("the item", raw)]
    parts, problems = known_parts(raw)
    if problems:
        raise BadData("the plan", problems)
    return [
        (f"{part}[{place}]", {"do": PARTS[part], **item} if isinstance(item, Mapping) else item)
        for part, items in parts.items()
        if part in PARTS
        for place, item in enumerate(items)
    ]


def known_parts(raw: Any) -> tuple[Any, list[str]]:
    """A plan without what is no part of one, and what that is; a part that is null is empty."""
    if not isinstance(raw, Mapping) or "do" in raw:
        return raw, []
    parts = {key: value for key, value in raw.items() if value is not None}
    unknown = [key for key in parts if key not in PLAN_KEYS]
    not_lists = [key for key in PARTS if not isinstance(parts.get(key, []), list)]
    problems = [f"{key[:40]!r} is none of {', '.join(PARTS)}" for key in unknown]
    problems += [f"{key} is no list" for key in not_lists]
    return {key: parts[key] for key in parts if key not in (*unknown, *not_lists)}, problems


def step_of(item: Any, zone: tzinfo = UTC) -> PlanStep:
    """The step in an item. BadData with all that is wrong with its form.

    A null is ignored, except in the payload of an update, where it removes a key.
    """
    if not isinstance(item, Mapping):
        raise BadData("the item", ["not an object"])
    values_in_item, problems = _without_null(item)
    act = values_in_item.get("do"), values_in_item.get("op", "")
    unknown = _unknown_act(*act)
    form = () if unknown else FORMS[str(act[0]), str(act[1])]
    fields = (*COMMON, *form)
    values, value_problems = checked(fields, values_in_item, zone)
    problems += unknown + value_problems
    if form:
        names = (name for field in fields for name in (field.path, field.keys[0]))
        known_keys = {"do", "op", *names, *([PAYLOAD] if act in WITH_PAYLOAD else [])}
        problems += [
            f"unknown key {key[:60]!r}" for key in _paths(values_in_item) if key not in known_keys
        ]
    if values["evidence"] == ():
        problems.append("evidence names no event")
    problems += [
        f"{path}: has half a character"
        for path, text in texts_in(values_in_item)
        if half_character(text)
    ]
    if problems:
        raise BadData("the item", list(dict.fromkeys(problems)))
    stated = {
        key: value
        for key, value in values_in_item.items()
        if key not in ("do", "evidence", "reason")
    }
    return PlanStep(values_in_item["do"], stated, values["evidence"], values["reason"] or "")


def thread_title(item: Any) -> str:
    """The title in an item about a thread, even a malformed one; "" for other items."""
    table = item if isinstance(item, Mapping) else {}
    title = table.get("title")
    return title if table.get("do") == THREAD and isinstance(title, str) else ""


def events_named(item: Any) -> list[str]:
    """The ids of the events that an item names, even a malformed one."""
    table = item if isinstance(item, Mapping) else {}
    lists = [value for key in ("evidence", "events") if isinstance(value := table.get(key), list)]
    texts = chain(map(table.get, ("event", "from", "to")), *lists)
    return list(
        dict.fromkeys(event_in(value) or value for value in texts if isinstance(value, str))
    )


def values_of(step: PlanStep, zone: tzinfo) -> dict[str, Any]:
    """The checked values of a step by the paths of its fields."""
    return checked((CONFIDENCE, *FORMS[step.do, step.op]), step.values, zone)[0]


def about_of(values: Mapping[str, Any]) -> About:
    """The time that a state is about."""
    return About(*(values[f"about.{key}"] for key in About._fields))


def changes_of(step: PlanStep, values: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a state that a step states, with their values; `values` are those of
    `values_of`."""
    changes = {key: values[key] for key in CHANGED if key in step.values}
    if "about" in step.values:
        changes["about"] = about_of(values)
    if PAYLOAD in step.values or REMOVED_KEYS in step.values:
        removed = dict.fromkeys(values.get(REMOVED_KEYS) or ())
        changes[PAYLOAD] = {**step.values.get(PAYLOAD, {}), **removed}
    return changes


def suggestion(step: PlanStep) -> PlanStep:
    """The step for those who may not decide: a confirmation becomes a suggestion."""
    if (step.do, step.op) != (PREFERENCE, CONFIRM):
        return step
    return step._replace(values={**step.values, "op": SUGGEST})


def words_of(step: PlanStep) -> str:
    """What a step does, as one line."""
    return " ".join(_step_text(step.do, step.op, step.values).split())[:WORDS_SIGNS]


def _step_text(do: str, op: str, values: Mapping[str, Any]) -> str:
    if do == STATE:
        head = values["kind"] if op == "add" else f"{op} {values['id']}"
        return ": ".join(filter(None, (head, values.get("body"))))
    if do == PREFERENCE:
        status = CANDIDATE if op == SUGGEST else CONFIRMED
        text = f"{phrase(values['polarity'], status, values['subject'])} ({values['domain']})"
        return text if op in (SUGGEST, CONFIRM) else f"no longer {text}"
    if do == AFFECT:
        return f"felt at {values['event']}: {values['text']}"
    if do == LINK:
        return f"{values['from']} {values['rel']} {values['to']}"
    count = len(values["events"])
    return f"thread {values['title']}: {count} event{'s'[: count != 1]}"


def _without_null(item: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """An item without null values and with a payload that a file can have; and its problems."""
    values, problems = {key: value for key, value in item.items() if value is not None}, list[str]()
    if isinstance(values.get("about"), Mapping):
        about = {key: value for key, value in values.pop("about").items() if value is not None}
        values |= {"about": about} if about else {}
    if PAYLOAD in values:
        raw = values[PAYLOAD]
        try:
            values[PAYLOAD] = payload_of(raw)
        except BadValue as problem:
            return values, [f"payload: {problem.message}"]
        removed = [key for key, value in raw.items() if value is None]
        if (
            removed
            and values.get("op") == "update"
            and isinstance(values.get(REMOVED_KEYS, []), list)
        ):
            values[REMOVED_KEYS] = [*values.get(REMOVED_KEYS, []), *removed]
    return values, problems


def _unknown_act(do: Any, op: Any) -> list[str]:
    """The problem of an item's `do` and `op`, if any."""
    ops = [other for name, other in FORMS if name == do]
    if not ops:
        return [f"do: {_shown(do)} is not one of {', '.join(PARTS.values())}"]
    if op not in ops:
        reason = f"is not one of {', '.join(ops)}" if any(ops) else f"goes with no {do}"
        return [f"op: {_shown(op)} {reason}"]
    return []


def _paths(values: Mapping[str, Any]) -> Iterator[str]:
    """The paths of an item's keys, without those in its payload."""
    for key, value in values.items():
        if key == "about" and isinstance(value, Mapping):
            yield from (f"{key}.{inner}" for inner in value)
        else:
            yield key


def _shown(value: Any) -> str:
    return repr(value)[:60]
