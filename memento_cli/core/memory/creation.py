"""From a draft to a memory, with the law and the floor that it has by default."""

from __future__ import annotations

from memento_cli.core.fading.laws import (
    BASE_LEVEL,
    DAILY,
    EBBINGHAUS,
    HALF_LIFE,
    LAWS,
    NEVER,
    TTL,
    Law,
    law_of,
)
from memento_cli.core.fading.strength import MIN_STRENGTH
from memento_cli.core.memory.memory import (
    HALF_LIFE_DAYS,
    KINDS,
    Content,
    LogEntry,
    Memory,
    default_half_life,
    fade_of,
    strength_from,
)
from memento_cli.core.recall.ranking import HALF_LIFE_DAYS as KIND_HALF_LIFE_DAYS
from memento_cli.core.security.trust import AGENT, TRUST
from memento_cli.core.time.when import EXAMPLE, span_days
from memento_cli.errors import BadValue, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from typing import Any

    from memento_cli.core.memory.memory import Draft


STABILITY_DAYS: Mapping[str, float] = {"vivid": 10, "felt": 5, "plain": 1}
VIVID, FELT = 0.7, 0.5
DAILY_PERCENT, DECAY = 5.0, 0.45
INTENSITY = "memory.affect.intensity"


class Defaults(NamedTuple):
    """How new memories of a store fade: the settings `fade.*`, `half_life.*` and `stability.*`.

    With `by_kind` the half-life follows from the kind, otherwise from the significance. `ttl_days`
    are the days to live under the law `ttl`.
    """

    law: str = "half-life"
    by_kind: bool = False
    half_life_days: Mapping[str, float] = {**HALF_LIFE_DAYS, **KIND_HALF_LIFE_DAYS}
    stability_days: Mapping[str, float] = STABILITY_DAYS
    daily_percent: float = DAILY_PERCENT
    ttl_days: float = 90.0
    decay: float = DECAY
    min_strength: float = MIN_STRENGTH


def first_stability(intensity: float | None, days: Mapping[str, float] = STABILITY_DAYS) -> float:
    """The initial stability in days (document 000): 10 if vivid (an intensity above 0.7), 5 if
    felt (above 0.5), else 1."""
    strength = intensity or 0.0
    return days["vivid" if strength > VIVID else "felt" if strength > FELT else "plain"]


def law_for(
    name: str,
    significance: str,
    kind: str,
    more: Mapping[str, Any],
    defaults: Defaults = Defaults(),
) -> Law:
    """The law of this name, with the parameter that the defaults give to such a memory."""
    match name:
        case "half-life" if defaults.by_kind:
            if kind not in KINDS:
                raise unknown("kind", kind, KINDS)
            return Law(HALF_LIFE, float(defaults.half_life_days[kind]))
        case "half-life":
            return Law(HALF_LIFE, float(default_half_life(significance, defaults.half_life_days)))
        case "ebbinghaus":
            days = first_stability(more.get(INTENSITY), defaults.stability_days)
            return Law(EBBINGHAUS, float(days))
        case "daily":
            return Law(DAILY, defaults.daily_percent)
        case "ttl":
            return Law(TTL, defaults.ttl_days)
        case "never":
            return Law(NEVER)
        case "base-level":
            return Law(BASE_LEVEL, defaults.decay)
    raise unknown("law", name, LAWS)


def law_from(
    text: str,
    significance: str,
    kind: str,
    more: Mapping[str, Any],
    defaults: Defaults = Defaults(),
) -> Law:
    """The law in a text: `half-life`, `half-life=30`, `ttl=48h`, `daily=5`.

    Without a number its parameter is that of the defaults. BadValue if it is no law, or the number
    is not valid for it.
    """
    name, sign, number = (part.strip() for part in text.partition("="))
    if not sign or name not in LAWS:
        return law_for(name, significance, kind, more, defaults)
    if name == "never":
        raise BadValue(f"never is a law without a number, not {number!r}")
    try:
        return law_of(name, span_days(number) if name == "ttl" else float(number))
    except ValueError:
        hint = EXAMPLE if name == "ttl" else "as in half-life=30"
        kind = "length of time" if name == "ttl" else "number"
        raise BadValue(f"{number!r} is no {kind} for the law {name}", hint) from None


def law_and_floor(text: str) -> tuple[str, float | None]:
    """The law, as text, and the floor in a text such as `half-life=30,floor=.2`.

    A missing law is "", a missing floor None. BadValue if either is there twice, or the floor is no
    number from 0 to 1.
    """
    laws, floors = list[str](), list[str]()
    for part in text.split(","):
        key, _, number = (word.strip() for word in part.partition("="))
        (floors if key == "floor" else laws).append(number if key == "floor" else part.strip())
    if len(laws) > 1 or len(floors) > 1:
        raise BadValue(f"{text!r} is not one law with one floor", "as in half-life=30,floor=.2")
    law = laws[0] if laws else ""
    if not floors:
        return law, None
    try:
        floor = float(floors[0])
    except ValueError:
        raise BadValue(f"the floor {floors[0]!r} is no number", "as in floor=.2") from None
    if not 0 <= floor <= 1:
        raise BadValue(f"the floor must be from 0 to 1, not {floor:g}")
    return law, floor


def created_from(draft: Draft, id: str, now: datetime, defaults: Defaults = Defaults()) -> Memory:
    """The memory of a draft; without a time of its own, `now` is the time of all that it says."""
    created = draft.created or now
    law = draft.law or law_for(defaults.law, draft.significance, draft.kind, draft.more, defaults)
    is_said = TRUST in draft.more  # else what an agent says is of its trust
    floor = defaults.min_strength if draft.min_strength is None else draft.min_strength
    return Memory(
        id=id,
        person=draft.person,
        created=created,
        content=Content(draft.summary, draft.detail, draft.significance),
        strength=strength_from(draft.initial, created),
        fade=fade_of(law, floor, draft.importance),
        tags=draft.tags,
        kind=draft.kind,
        source=draft.source,
        privacy=draft.privacy,
        pinned=draft.pinned,
        importance=draft.importance,
        project=draft.project,
        agent=draft.agent,
        session=draft.session,
        links=draft.links,
        log=(LogEntry(created, "created", "Memory created", draft.initial),),
        more=draft.more if is_said or not draft.agent else {**draft.more, TRUST: AGENT},
    )
