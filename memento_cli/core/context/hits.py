"""Memories as texts for a model: whole, or a passage of each so that all fit a budget.

What a recall hands over is never longer than its budget, however long the memories are: of each it
tells the sentences that have most of what is asked for (`core/text/digest.py`).
"""

from __future__ import annotations

from datetime import UTC

from memento_cli.core.context.budget import equal_share, token_cost
from memento_cli.core.context.context import source_of
from memento_cli.core.memory.about import about_beside
from memento_cli.core.memory.refs import name_of
from memento_cli.core.recall.query import named
from memento_cli.core.security.instructions import flags_of
from memento_cli.core.security.trust import READS, USER, trust_of
from memento_cli.core.text.visible import visible
from memento_cli.core.time.when import iso, local_iso
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import tzinfo

    from memento_cli.core.memory.memory import Memory

TOKENS, FULL_TOKENS = 1500, 8000
"""The budgets of a recall: of passages, and of whole memories."""
HEADS_SHARE = 2
"""Heads take at most half of a budget, the words the rest."""
LEAST_TOKENS = 8
"""A passage of fewer tokens says nothing."""
LABEL_TOKENS = token_cost("snippet, 10000 of 100000 tokens:")
BETWEEN = "\n\n"
INDENT = "  "


class FoundMemory(NamedTuple):
    """A memory that was found: whole, what its head says beside its own labels, and its flags
    (`core/security/instructions.py`), if they are known."""

    memory: Memory
    labels: Mapping[str, str] = {}
    flags: tuple[str, ...] | None = None


class HitTexts(NamedTuple):
    """The texts of the hits that fit, their ids, how many of them are cut, and how many hits have
    no room."""

    texts: tuple[str, ...]
    ids: tuple[str, ...]
    cut: int
    left_out: int

    @property
    def text(self) -> str:
        """All of them, for a fence."""
        return BETWEEN.join(self.texts)


def standing_labels(
    newer: str = "", against: Sequence[str] = (), store: str = ""
) -> dict[str, str]:
    """What a head says of a memory that is history, of one with undecided contradictions, and of
    one in another store."""
    return {
        "store": store,
        "history": f"no longer current: {newer} is" if newer else "",
        "conflict": f"contradicts {named(against)}; neither is newer" if against else "",
    }


def memory_text(
    memory: Memory,
    labels: Mapping[str, str] = {},
    zone: tzinfo | None = None,
    days: tzinfo = UTC,
) -> str:
    """A whole memory: all labels, then its words. Times are in the zone, or in UTC; the time that
    it is about is told in the `days` of its store.

    The words are indented, so that no line looks like the head of another memory.
    """
    tags = memory.tags
    own = {
        "about": about_beside(memory.more, memory.created, days),
        "project": memory.project or "",
        "person": name_of(memory.person),
        "with": ", ".join(map(name_of, tags.people)),
        "topics": ", ".join(tags.topics),
        "source": memory.source,
        "agent": memory.agent or "",
        "trust": trust_of(memory),
    }
    head = _head(FoundMemory(memory), {**own, **labels}, zone)
    return f"{head}\ntext:\n{_indented(_words(memory))}"


def hit_texts(
    hits: Sequence[FoundMemory],
    room: int,
    words: Collection[str],
    zone: tzinfo | None = None,
    *,
    full: bool = False,
) -> HitTexts:
    """The hits within `room` tokens, the best first, each with a head of the labels that matter.

    Where not all is told, each is told to an equal share, or with `full` the best are told whole
    and the others share what is left. `words` are those that are asked for.
    """
    heads = [_head(one, _brief(one), zone) for one in hits]
    costs = [token_cost(head) + LABEL_TOKENS for head in heads]
    shown = _fitting(costs, room // HEADS_SHARE) or _fitting(costs[:1], room)
    wholes = [_words(one.memory) for one in hits[:shown]]
    needs = [token_cost(_indented(whole)) for whole in wholes]
    shares = _shares(needs, room - sum(costs[:shown]), full=full)
    texts, ids, cut = list[str](), list[str](), 0
    for one, head, whole, need, share in zip(hits, heads, wholes, needs, shares, strict=False):
        text = whole if need <= share else _passage(one.memory, share, words)
        if text:
            tokens = 0 if need <= share else token_cost(_indented(text))
            texts.append(f"{head}\n{_label(tokens, need)}\n{_indented(text)}")
            ids.append(one.memory.id)
            cut += bool(tokens)
    return HitTexts(tuple(texts), tuple(ids), cut, len(hits) - len(texts))


def _brief(one: FoundMemory) -> dict[str, str]:
    """The labels of a hit that matter to who has asked: a person's own word needs no source."""
    memory = one.memory
    trust = trust_of(memory)
    return {
        "project": memory.project or "",
        "with": ", ".join(map(name_of, memory.tags.people)),
        **one.labels,
        **({} if trust == USER else {"source": memory.source, "trust": trust}),
    }


def _head(one: FoundMemory, labels: Mapping[str, str], zone: tzinfo | None) -> str:
    """The lines above the words: id and date, the labels, and what reads like instructions."""
    memory = one.memory
    created = local_iso(memory.created, zone) if zone else iso(memory.created)
    flags = flags_of(memory) if one.flags is None else one.flags
    head = {"id": memory.id, "created": created, **labels, READS: ", ".join(flags)}
    return "\n".join(f"{label}: {visible(value)}" for label, value in head.items() if value)


def _label(tokens: int, whole: int) -> str:
    """What stands above the words: whether these are all."""
    return f"snippet, {tokens} of {whole} tokens:" if tokens else "snippet:"


def _words(memory: Memory) -> str:
    content = memory.content
    return f"{content.summary}\n{content.detail}".strip("\n")


def _indented(words: str) -> str:
    return "\n".join(f"{INDENT}{line}" for line in words.split("\n"))


def _fitting(costs: Sequence[int], room: int) -> int:
    """How many of the first fit."""
    fitting = 0
    for cost in costs:
        room -= cost
        if room < 0:
            break
        fitting += 1
    return fitting


def _shares(needs: Sequence[int], room: int, *, full: bool) -> list[int]:
    """The tokens for the words of each hit."""
    if not full:
        return [equal_share(needs, room)] * len(needs)
    whole = _fitting(needs, room)
    share = equal_share(needs[whole:], room - sum(needs[:whole]))
    return [*needs[:whole], *[share] * (len(needs) - whole)]


def _passage(memory: Memory, share: int, words: Collection[str]) -> str:
    """The sentences of a memory that have most of what is asked for; "" if a share is too small."""
    from memento_cli.core.text.digest import digest  # most memories are told whole

    over, size = 1, share
    while over > 0 and size >= LEAST_TOKENS:
        text = digest([source_of(memory)], size, words=words).text
        over = token_cost(_indented(text)) - share
        size -= over
    return text if over <= 0 else ""
