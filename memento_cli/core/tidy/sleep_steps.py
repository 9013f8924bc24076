"""The steps that sleep proposes (document 002 §4.3), with memories as their evidence.

Each has hashes of its memories; it is not done if one of them has changed since.
"""

from __future__ import annotations

from collections.abc import Mapping

from memento_cli.core.events.plans import WORDS_SIGNS, PlanStep
from memento_cli.core.fading.wording import law_text
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
"""The source of the proposals of sleep and of their memories, which are never its input."""
MERGE, SUPERSEDE, CONTRADICT, RULE, PROMOTE, CONVERT = STEPS = (
    "merge", "supersede", "contradict", "rule", "promote", "convert",
)  # fmt: skip
LINKING: Mapping[str, str] = {SUPERSEDE: SUPERSEDES, CONTRADICT: CONTRADICTS}
"""The steps that link the first memory of their evidence to the second, with the relation."""
MAKING = (RULE, PROMOTE)
"""The steps that record a memory, which is beside the plan in the proposal's file."""
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
"""The least number of memories of a step, if more than one."""
HASH_BYTES = 8


def sleep_step(
    do: str, memories: Iterable[Memory], reason: str, values: Mapping[str, Any] | None = None
) -> PlanStep:
    """A step about memories, with hashes of their present state."""
    listed = list(memories)
    hashes = {SEEN: [memory_hash(memory) for memory in listed]}
    return PlanStep(do, hashes | dict(values or {}), tuple(memory.id for memory in listed), reason)


def is_of_sleep(item: Any) -> bool:
    """Whether an item of a plan is a step that sleep proposes."""
    return isinstance(item, Mapping) and item.get("do") in STEPS


def sleep_step_of(item: Mapping[str, Any]) -> PlanStep:
    """The step in an item of a plan. BadData with all that is wrong with its form."""
    do = str(item.get("do"))
    fields = (*EVERY, *FORMS[do])
    values, problems = checked(fields, item)
    known_keys = {"do", *(field.path for field in fields)}
    problems += [f"unknown key {key[:60]!r}" for key in item if key not in known_keys]
    evidence, hashes = (values[key] or () for key in ("evidence", SEEN))
    problems += [f"{id[:60]!r} cannot be an id" for id in evidence if not is_safe_id(id)]
    if len(evidence) != len(set(evidence)) or len(evidence) != len(hashes):
        problems.append("evidence: each memory once, and what each said")
    if len(evidence) < LEAST.get(do, 1):
        problems.append("evidence names too few memories")
    if do == MERGE and values[KEEP] not in evidence:
        problems.append("keep: is none of the memories that are merged")
    if problems:
        raise BadData("the step", problems)
    values_of_step = {field.path: values[field.path] for field in (EVERY[1], *FORMS[do])}
    return PlanStep(do, values_of_step, tuple(evidence), values["reason"] or "")


def memory_hash(memory: Memory) -> str:
    """A hash of all values of a memory on which a proposal about it depends."""
    from hashlib import blake2s

    content, tags = memory.content, memory.tags
    values = (
        memory.person, memory.project, memory.kind, memory.privacy, memory.pinned,
        content.summary, content.detail, tags.outcome, law_text(memory.fade.law),
        *map(str, about_of(memory.more) or ()),
    )  # fmt: skip
    return blake2s(repr(values).encode(errors="surrogatepass"), digest_size=HASH_BYTES).hexdigest()


def key_of(do: str, ids: Iterable[str], hashes: Iterable[str]) -> str:
    """The key that identifies a proposal: a hash of its act, its memories and their hashes."""
    from hashlib import blake2s

    pairs = sorted(zip(ids, hashes, strict=False))
    text = "\n".join([do, *(word for pair in pairs for word in pair)])
    return blake2s(text.encode(), digest_size=HASH_BYTES).hexdigest()


def step_key(step: PlanStep) -> str:
    """The key of a step; "" for one that is not about memories, such as a thread."""
    return key_of(step.do, step.evidence, step.values[SEEN]) if SEEN in step.values else ""


def key_in(item: Any) -> str:
    """The key of an item of a plan, even a malformed one; "" if it is not a step of sleep."""
    if not is_of_sleep(item):
        return ""
    stored = item.get(SEEN)
    hashes = [one for one in stored if isinstance(one, str)] if isinstance(stored, list) else []
    return key_of(str(item["do"]), memories_named(item), hashes)


def memories_named(item: Mapping[str, Any]) -> list[str]:
    """The ids of the evidence of a step, even a malformed one."""
    evidence = item.get("evidence")
    return [id for id in evidence if isinstance(id, str)] if isinstance(evidence, list) else []


def sleep_step_text(step: PlanStep) -> str:
    """What a step does, on one line, without the texts of any memory."""
    first, *others = step.evidence
    match step.do:
        case "merge":
            merged = (id for id in step.evidence if id != step.values[KEEP])
            text = f"merge into {step.values[KEEP]}: {', '.join(merged)}"
        case "supersede" | "contradict":
            text = f"{first} {LINKING[step.do]} {others[0]}"
        case "convert":
            text = f"let {first} fade by {step.values[LAW]}"
        case _:
            text = f"{step.do} from {', '.join(step.evidence)}"
    return " ".join(text.split())[:WORDS_SIGNS]
