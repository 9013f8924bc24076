"""What somebody proposes to know from events: states, preferences, feelings, links, threads.

A proposal of any model or script is an object of JSON with its evidence, the events that it goes
back to; a list of them is the write plan of document 003.
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
from memento_cli.core.memory.about import About
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.core.security.secret_marks import texts_in
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
"""The lists of a plan, and what each item of one does."""
SUGGEST, CONFIRM = "suggest", "confirm"
PAYLOAD, WITHOUT = "payload", "without"
CHANGED = ("body", "valid_from", "valid_until", "confidence")
"""What an update of a state may change, beside its payload and the time it is about."""
WORDS_SIGNS = 200


class PlanStep(NamedTuple):
    """One thing that a plan does, what it says as JSON has it, from which events, and why."""

    do: str
    said: Mapping[str, Any]
    evidence: tuple[str, ...]
    reason: str = ""

    @property
    def op(self) -> str:
        """Which act on a state or a preference it is; of others there is only one."""
        return str(self.said.get("op", ""))


CONFIDENCE = Field("confidence", "number", "How sure it is.", low=0, high=1)
EVERY = (
    Field("evidence", "texts", "The ids of the events that it goes back to.", required=True),
    Field("reason", "text", "Why."),
    CONFIDENCE,
)
"""What each item may say; `do` too, where it does not stand in a list of a plan."""
ID = Field("id", "text", "The state.", required=True)
WHOSE = Field("person", "text", "Whose it is; else the store's person.")
BODY = Field("body", "text", "What it says, in that person's own voice.")
HELD = (
    Field("valid_from", "moment", "From when it holds."),
    Field("valid_until", "moment", "Until when."),
    Field("about.start", "moment", "When its matter was: from."),
    Field("about.end", "moment", "Until."),
    Field("about.year_start", "whole", "The same in years.", low=1, high=9999),
    Field("about.year_end", "whole", "Until.", low=1, high=9999),
    Field("about.life_stage", "text", "Or a stage of life."),
    Field("about.confidence", "number", "How sure that is.", low=0, high=1),
)
LIKED = (
    Field("domain", "choice", "In what.", required=True, choices=DOMAINS),
    Field("polarity", "choice", "Liked or disliked.", required=True, choices=POLARITIES),
    Field("subject", "text", "What.", required=True),
    Field("note", "text", "A word about it."),
    WHOSE,
)
FORMS: Mapping[tuple[str, str], tuple[Field, ...]] = {
    (STATE, "add"): (
        Field("kind", "choice", "What sort of state.", required=True, choices=KINDS),
        BODY._replace(required=True),
        *HELD,
        WHOSE,
    ),
    (STATE, "update"): (
        ID,
        BODY,
        *HELD,
        Field(WITHOUT, "texts", "Keys that its payload is to lose; as null in the payload."),
    ),
    (STATE, "close"): (ID, HELD[1]),
    (STATE, CONFIRM): (ID,),
    (STATE, "done"): (ID,),
    (PREFERENCE, SUGGEST): LIKED,
    (PREFERENCE, CONFIRM): LIKED,
    (PREFERENCE, "revoke"): LIKED,
    (AFFECT, ""): (
        Field("event", "text", "Which event felt so.", required=True),
        *(Field(axis, "number", "From -1 to 1.", required=True, low=-1, high=1) for axis in AXES),
        Field("labels", "texts", "Short words for it.", required=True),
        Field("text", "text", "It in words.", required=True),
        CONFIDENCE._replace(required=True),
        Field("mood", "text", "What the long mood is to say."),
        WHOSE,
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
"""What an item of a plan may say, by what it does and its `op`."""
WITH_PAYLOAD = ((STATE, "add"), (STATE, "update"))
"""These may have a `payload`, too, with any keys: what else a state tells."""


def items_of(raw: Any) -> list[tuple[str, Any]]:
    """The items of a plan, each with its place: of lists by `PARTS`, of one list, or of one item.

    BadData for what is no plan.
    """
    if isinstance(raw, list):
        return [(f"[{place}]", item) for place, item in enumerate(raw)]
    if not isinstance(raw, Mapping):
        raise BadData("the plan", ["is neither an object nor a list"])
    if "do" in raw:
        return [("the item", raw)]
    unknown = [key for key in raw if key not in PARTS]
    wrong = [key for key in raw if key in PARTS and not isinstance(raw[key], list)]
    if unknown or wrong:
        told = [f"{key[:40]!r} is none of {', '.join(PARTS)}" for key in unknown]
        raise BadData("the plan", told + [f"{key} is no list" for key in wrong])
    return [
        (f"{part}[{place}]", {"do": PARTS[part], **item} if isinstance(item, Mapping) else item)
        for part, items in raw.items()
        for place, item in enumerate(items)
    ]


def step_of(item: Any, zone: tzinfo = UTC) -> PlanStep:
    """The step that an item tells, by its form alone. BadData with all that is wrong with it.

    What is null says nothing, but in the payload of an update, where it takes a key away.
    """
    if not isinstance(item, Mapping):
        raise BadData("the item", ["not an object"])
    said, problems = _without_null(item)
    act = said.get("do"), said.get("op", "")
    unknown = _unknown_act(*act)
    form = () if unknown else FORMS[str(act[0]), str(act[1])]
    values, wrong = checked((*EVERY, *form), said, zone)
    problems += unknown + wrong
    if form:
        fields = (*EVERY, *form)
        known = {"do", "op", *(name for field in fields for name in (field.path, field.keys[0]))}
        known |= {PAYLOAD} if act in WITH_PAYLOAD else set()
        problems += [f"unknown key {key[:60]!r}" for key in _keys(said) if key not in known]
    if values["evidence"] == ():
        problems.append("evidence names no event")
    problems += [
        f"{where}: has half a character" for where, text in texts_in(said) if _is_cut(text)
    ]
    if problems:
        raise BadData("the item", list(dict.fromkeys(problems)))
    kept = {key: one for key, one in said.items() if key not in ("do", "evidence", "reason")}
    return PlanStep(said["do"], kept, values["evidence"], values["reason"] or "")


def thread_title(item: Any) -> str:
    """The title of the thread that an item of a plan weaves, whatever else is wrong with it; none
    if it does anything else."""
    said = item if isinstance(item, Mapping) else {}
    title = said.get("title")
    return title if said.get("do") == THREAD and isinstance(title, str) else ""


def events_named(item: Any) -> list[str]:
    """The ids of the events that an item of a plan names, as its evidence or as what it is about.

    Whatever else is wrong with it.
    """
    said = item if isinstance(item, Mapping) else {}
    listed = [one for key in ("evidence", "events") if isinstance(one := said.get(key), list)]
    texts = chain(map(said.get, ("event", "from", "to")), *listed)
    return list(dict.fromkeys(event_in(one) or one for one in texts if isinstance(one, str)))


def values_of(step: PlanStep, zone: tzinfo) -> dict[str, Any]:
    """What a step says, checked, by the paths of its fields."""
    return checked((CONFIDENCE, *FORMS[step.do, step.op]), step.said, zone)[0]


def about_of(values: Mapping[str, Any]) -> About:
    """When the matter of a state was."""
    return About(*(values[f"about.{key}"] for key in About._fields))


def changes_of(step: PlanStep, values: Mapping[str, Any]) -> dict[str, Any]:
    """What an update says of a state, or what is added; only what it says. `values` has it checked,
    as `values_of` gives it."""
    found = {key: values[key] for key in CHANGED if key in step.said}
    if "about" in step.said:
        found["about"] = about_of(values)
    if PAYLOAD in step.said or WITHOUT in step.said:
        gone = dict.fromkeys(values.get(WITHOUT) or ())
        found[PAYLOAD] = {**step.said.get(PAYLOAD, {}), **gone}
    return found


def candidate(step: PlanStep) -> PlanStep:
    """The same, as somebody may do it who must not decide: what it confirms, it suggests."""
    if (step.do, step.op) != (PREFERENCE, CONFIRM):
        return step
    return step._replace(said={**step.said, "op": SUGGEST})


def words_of(step: PlanStep) -> str:
    """What a step does, in words, on one line."""
    return " ".join(_words(step.do, step.op, step.said).split())[:WORDS_SIGNS]


def _words(do: str, op: str, said: Mapping[str, Any]) -> str:
    if do == STATE:
        head = said["kind"] if op == "add" else f"{op} {said['id']}"
        return ": ".join(filter(None, (head, said.get("body"))))
    if do == PREFERENCE:
        status = CANDIDATE if op == SUGGEST else CONFIRMED
        told = f"{phrase(said['polarity'], status, said['subject'])} ({said['domain']})"
        return told if op in (SUGGEST, CONFIRM) else f"no longer {told}"
    if do == AFFECT:
        return f"felt at {said['event']}: {said['text']}"
    if do == LINK:
        return f"{said['from']} {said['rel']} {said['to']}"
    many = len(said["events"])
    return f"thread {said['title']}: {many} event{'s'[: many != 1]}"


def _without_null(item: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """An item without what is null, and with its payload as a file can have it."""
    said, problems = {key: one for key, one in item.items() if one is not None}, list[str]()
    if isinstance(said.get("about"), Mapping):
        about = {key: one for key, one in said.pop("about").items() if one is not None}
        said |= {"about": about} if about else {}
    if PAYLOAD in said:
        raw = said[PAYLOAD]
        try:
            said[PAYLOAD] = payload_of(raw)
        except BadValue as problem:
            return said, [f"payload: {problem.message}"]
        gone = [key for key, one in raw.items() if one is None]
        if gone and said.get("op") == "update" and isinstance(said.get(WITHOUT, []), list):
            said[WITHOUT] = [*said.get(WITHOUT, []), *gone]
    return said, problems


def _unknown_act(do: Any, op: Any) -> list[str]:
    """What is wrong with what an item says that it does."""
    ops = [other for name, other in FORMS if name == do]
    if not ops:
        return [f"do: {_shown(do)} is not one of {', '.join(PARTS.values())}"]
    if op not in ops:
        some = f"is not one of {', '.join(ops)}" if any(ops) else f"goes with no {do}"
        return [f"op: {_shown(op)} {some}"]
    return []


def _keys(said: Mapping[str, Any]) -> Iterator[str]:
    """The paths of what an item says, but for what its payload has."""
    for key, value in said.items():
        if key == "about" and isinstance(value, Mapping):
            yield from (f"{key}.{inner}" for inner in value)
        else:
            yield key


def _is_cut(text: str) -> bool:
    """Whether half of a pair of signs is missing, which no file can have."""
    return any("\ud800" <= sign <= "\udfff" for sign in text)


def _shown(value: Any) -> str:
    return repr(value)[:60]
