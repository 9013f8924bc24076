"""What sleep proposes to do about memories (document 002 §4.3): steps whose evidence are memories.

Each says what its memories said when it was proposed: one that has changed since is not done.
"""

from __future__ import annotations

from collections.abc import Mapping

from memento_cli.core.events.plans import WORDS_SIGNS, PlanStep
from memento_cli.core.fading.parameters import law_text
from memento_cli.core.fields.checks import checked
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.memory import CONTRADICTS, SUPERSEDES
from memento_cli.core.recall.query import about_of
from memento_cli.errors import BadData

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from memento_cli.core.memory.memory import Memory


SLEEP = "sleep"
"""The source of what sleep proposes, and of the memories that come of it. Never its input."""
MERGE, SUPERSEDE, CONTRADICT, RULE, PROMOTE, CONVERT = STEPS = (
    "merge", "supersede", "contradict", "rule", "promote", "convert",
)  # fmt: skip
LINKING: Mapping[str, str] = {SUPERSEDE: SUPERSEDES, CONTRADICT: CONTRADICTS}
"""The steps that link the first memory of their evidence to the second, and how."""
MAKING = (RULE, PROMOTE)
"""The steps that make a memory: what stands beside the plan in the proposal's file."""
SEEN, KEEP, EXACT, LAW = "seen", "keep", "exact", "law"
EVERY = (
    Field("evidence", "texts", "The ids of the memories that it goes back to.", required=True),
    Field(SEEN, "texts", "What each said when it was proposed, as a hash.", required=True),
    Field("reason", "text", "Why."),
)
FORMS: Mapping[str, tuple[Field, ...]] = {
    MERGE: (
        Field(KEEP, "text", "The memory that stays.", required=True),
        Field(EXACT, "flag", "Whether they say the same to the letter.", False),
    ),
    SUPERSEDE: (),
    CONTRADICT: (),
    RULE: (),
    PROMOTE: (),
    CONVERT: (Field(LAW, "text", "The law by which it is to fade.", required=True),),
}
LEAST: Mapping[str, int] = {MERGE: 2, SUPERSEDE: 2, CONTRADICT: 2}
"""So many memories a step is about; others are about one at least."""
HASH_BYTES = 8


def sleep_step(
    do: str, memories: Iterable[Memory], reason: str, said: Mapping[str, Any] | None = None
) -> PlanStep:
    """A step about memories, as they are."""
    about = list(memories)
    seen = {SEEN: [said_hash(memory) for memory in about]}
    return PlanStep(do, seen | dict(said or {}), tuple(memory.id for memory in about), reason)


def is_of_sleep(item: Any) -> bool:
    """Whether an item of a plan is a step that sleep proposes."""
    return isinstance(item, Mapping) and item.get("do") in STEPS


def sleep_step_of(item: Mapping[str, Any]) -> PlanStep:
    """The step that an item tells, by its form alone. BadData with all that is wrong with it."""
    do = str(item.get("do"))
    fields = (*EVERY, *FORMS[do])
    values, problems = checked(fields, item)
    known = {"do", *(field.path for field in fields)}
    problems += [f"unknown key {key[:60]!r}" for key in item if key not in known]
    evidence, seen = (values[key] or () for key in ("evidence", SEEN))
    problems += [f"{id[:60]!r} cannot be an id" for id in evidence if not is_safe_id(id)]
    if len(evidence) != len(set(evidence)) or len(evidence) != len(seen):
        problems.append("evidence: each memory once, and what each said")
    if len(evidence) < LEAST.get(do, 1):
        problems.append("evidence names too few memories")
    if do == MERGE and values[KEEP] not in evidence:
        problems.append("keep: is none of the memories that are merged")
    if problems:
        raise BadData("the step", problems)
    said = {field.path: values[field.path] for field in (EVERY[1], *FORMS[do])}
    return PlanStep(do, said, tuple(evidence), values["reason"] or "")


def said_hash(memory: Memory) -> str:
    """What a memory says and is, as far as a proposal about it depends on that, as a hash."""
    from hashlib import blake2s

    content, tags = memory.content, memory.tags
    said = (
        memory.person, memory.project, memory.kind, memory.privacy, memory.pinned,
        content.summary, content.detail, tags.outcome, law_text(memory.fade.law),
        *map(str, about_of(memory.more) or ()),
    )  # fmt: skip
    return blake2s(repr(said).encode(errors="surrogatepass"), digest_size=HASH_BYTES).hexdigest()


def key_of(do: str, ids: Iterable[str], said: Iterable[str]) -> str:
    """By which a proposal is known again: what it does, about which memories, and what each `said`,
    as a hash. Of what says something else another may be made."""
    from hashlib import blake2s

    about = sorted(zip(ids, said, strict=False))
    text = "\n".join([do, *(word for pair in about for word in pair)])
    return blake2s(text.encode(), digest_size=HASH_BYTES).hexdigest()


def step_key(step: PlanStep) -> str:
    """The same of a step; none of one that is not about memories, as a thread is."""
    return key_of(step.do, step.evidence, step.said[SEEN]) if SEEN in step.said else ""


def key_in(item: Any) -> str:
    """The same of an item of a plan, whatever else is wrong with it; none of one not of sleep's."""
    if not is_of_sleep(item):
        return ""
    seen = item.get(SEEN)
    said = [one for one in seen if isinstance(one, str)] if isinstance(seen, list) else []
    return key_of(str(item["do"]), memories_named(item), said)


def memories_named(item: Mapping[str, Any]) -> list[str]:
    """The ids of the memories that a step names as its evidence, whatever else is wrong with it."""
    named = item.get("evidence")
    return [id for id in named if isinstance(id, str)] if isinstance(named, list) else []


def sleep_words(step: PlanStep) -> str:
    """What a step does, in words, on one line, without the words of any memory."""
    first, *others = step.evidence
    match step.do:
        case "merge":
            gone = (id for id in step.evidence if id != step.said[KEEP])
            told = f"merge into {step.said[KEEP]}: {', '.join(gone)}"
        case "supersede" | "contradict":
            told = f"{first} {LINKING[step.do]} {others[0]}"
        case "convert":
            told = f"let {first} fade by {step.said[LAW]}"
        case _:
            told = f"{step.do} from {', '.join(step.evidence)}"
    return " ".join(told.split())[:WORDS_SIGNS]
