"""The journal of a memory, and the fold of its lines into its strength.

The fold is the same for any order and multiplicity of the same lines, so clones that have met
agree, whoever merged and whichever file won. It is the one place where strength is decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from memento_cli.core.acts import ACTS as ACTS
from memento_cli.core.acts import ERASED as ERASED
from memento_cli.core.acts import NOT_HELPFUL, PRESENTED, SCORE, WEAKENING
from memento_cli.core.acts import RECORDED as RECORDED
from memento_cli.core.acts import SET as SET
from memento_cli.core.acts import UNDONE as UNDONE
from memento_cli.core.acts import USES as USES
from memento_cli.core.laws import BaseLevel, code_of
from memento_cli.core.line_ids import CROCKFORD as CROCKFORD
from memento_cli.core.line_ids import RANDOM_BITS as RANDOM_BITS
from memento_cli.core.line_ids import line_id as line_id
from memento_cli.core.line_ids import line_millis as line_millis
from memento_cli.core.line_ids import line_number as line_number
from memento_cli.core.memory import Fade, Memory, Strength
from memento_cli.core.reinforcement import Reinforced, Rules, reinforced, weakened
from memento_cli.core.skips import TOO_RECENT, weakens
from memento_cli.core.when import iso, micros

ADOPTION = "adoption"  # through which door a derived line came
MEMENTO = "memento"  # who adopts


class Line(NamedTuple):
    """One act on one memory: who, when, why, and what it changed.

    `text` alone holds words and content, so that erasure can blank it: `reason`, and for an edit
    what stood `before` and `after`. `more` keeps what a newer memento wrote.
    """

    id: str
    at: datetime
    act: str
    memory: str
    by: str
    via: str = "cli"
    batch: str = ""
    undoes: str = ""
    strength: Strength | None = None
    text: Mapping[str, object] = {}
    more: Mapping[str, object] = {}


class Signature(NamedTuple):
    """When something is done, by whom, through which door, and why: what every line says."""

    at: datetime
    by: str
    via: str = "cli"
    reason: str = ""

    def line(
        self,
        act: str,
        memory: str,
        *,
        strength: Strength | None = None,
        undoes: str = "",
        text: Mapping[str, object] = {},
        more: Mapping[str, object] = {},
    ) -> Line:
        """The line of an act on a memory; the journal gives it its id."""
        said = {"reason": self.reason} if self.reason else {}
        head = Line("", self.at, act, memory, self.by, self.via, undoes=undoes)
        return head._replace(strength=strength, text=said | dict(text), more=more)


class Step(NamedTuple):
    """A line in the order of the fold, with what it did to the numbers.

    `skip` says why what was of no help took nothing; a use says so itself.
    """

    line: Line
    strength: Strength
    use: Reinforced | None = None
    skip: str | None = None


class Folded(NamedTuple):
    """The numbers at a moment, the steps that led there, and whether the journal opened them."""

    strength: Strength
    steps: tuple[Step, ...]
    known: bool


def fold(
    lines: Iterable[Line], numbers: Strength, fade: Fade, now: datetime, rules: Rules = Rules()
) -> Folded:
    """The strength numbers of one memory at `now`, from its journal lines.

    `numbers`, those in its file, open the fold only where the journal does not (DESIGN 2.4, 2.5).
    Lines later than `now` do not count yet. A use counts at the later of its own time and the clock
    that it finds, so only a `set` line puts a clock back, and no use of a slow clock weakens.
    """
    ordered = distinct(lines)
    opening = opening_of(ordered)
    strength = opening.strength if opening and opening.strength else numbers
    steps = [Step(opening, strength)] if opening else []
    dead = undone_ids(ordered)
    weaker: dict[str, int] = {}
    for line in ordered:
        if line.at > now or line.id in dead or line is opening:
            continue
        step = _step(strength, line, fade, rules, weaker)
        strength = step.strength
        steps.append(step)
    return Folded(strength, tuple(steps), opening is not None)


def _step(strength: Strength, line: Line, fade: Fade, rules: Rules, weaker: dict[str, int]) -> Step:
    if line.act == SET and line.strength:
        return Step(line, line.strength)
    if line.act in (PRESENTED if isinstance(fade.law, BaseLevel) else USES):
        use = reinforced(strength, fade, line.at, rules)
        return Step(line, use.strength, use)
    if line.act in WEAKENING:
        share = (rules.not_helpful if line.act == NOT_HELPFUL else rules.neglected) * score_of(line)
        law, at = code_of(fade.law), micros(line.at)
        if weakens(share, law, weaker, line.act, at, rules.rest_hours):
            return Step(line, weakened(strength, share))
        return Step(line, strength, skip=TOO_RECENT)
    return Step(line, strength)


def score_of(line: Line) -> float:
    """How much a feedback counts, 0 to 1; wholly where its line does not say."""
    score = line.more.get(SCORE)
    return min(1.0, max(0.0, score)) if isinstance(score, int | float) else 1.0


def distinct(lines: Iterable[Line]) -> list[Line]:
    """Each line once, in the order of (at, id)."""
    found: dict[str, Line] = {}
    for line in lines:
        twin = found.get(line.id)
        found[line.id] = line if twin is None or line == twin else min(twin, line, key=repr)
    return sorted(found.values(), key=lambda line: (line.at, line.id))


def opening_of(ordered: Sequence[Line]) -> Line | None:
    """The line that opens the fold: the first `recorded` one, whatever its time; never undone.

    One that a parting took back opened another memory.
    """
    others = taken_back(ordered)
    openings = (line for line in ordered if line.act == RECORDED and line.strength)
    return next((line for line in openings if line.id not in others), None)


def taken_back(lines: Iterable[Line]) -> set[str]:
    """The lines that a parting took back, because they are another memory's."""
    return {line.undoes for line in lines if line.act == UNDONE and line.via == ADOPTION}


def undone_ids(lines: Iterable[Line]) -> frozenset[str]:
    """The lines that an undo in force undoes, whatever its time; undone undos do nothing.

    Undos that undo each other in a circle, which no memento writes, do nothing either.
    """
    undos = {line.id: line.undoes for line in lines if line.act == UNDONE}
    against = Counter(undos.values())  # how many undos of it are not themselves undone
    acting = [id for id in undos if not against[id]]
    dead: set[str] = set()
    while acting:
        target = undos[acting.pop()]
        if target in dead:
            continue
        dead.add(target)
        if target in undos:
            freed = undos[target]
            against[freed] -= 1
            if freed in undos and not against[freed]:
                acting.append(freed)
    return frozenset(dead)


def adoption(memory: Memory) -> Line:
    """The `recorded` line of a memory that the journal does not know.

    Everything in it, its id too, is derived from the numbers in the file, so that every clone that
    adopts the memory writes the same line.
    """
    at = memory.strength.last_reinforced
    id = adoption_id(memory.id, memory.strength)
    return Line(id, at, RECORDED, memory.id, by=MEMENTO, via=ADOPTION, strength=memory.strength)


def adoption_id(memory: str, numbers: Strength) -> str:
    """The id of the line by which a memory with these numbers is adopted."""
    from hashlib import blake2s

    at = numbers.last_reinforced
    stamp = f"{memory} {numbers.initial!r} {iso(at)} {numbers.reinforcement_count}"
    digest = blake2s(stamp.encode(), digest_size=RANDOM_BITS // 8).digest()
    return line_id(millis_of(at), int.from_bytes(digest))


def millis_of(moment: datetime) -> int:
    """Milliseconds since 1970."""
    return int(moment.timestamp() * 1000)
