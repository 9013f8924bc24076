"""How a section that fills a budget tells its memories in few tokens: what many have in common
stands once, above them, and an id is told by the part that is enough."""

from __future__ import annotations

from memento_cli.core.memory.ids import short_forms
from memento_cli.core.security.trust import USER, trust_of
from memento_cli.core.time.when import told_time
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import tzinfo

    from memento_cli.core.memory.memory import Memory

MARKED_ONCE = 3
"""The least number of marks for which one in the heading costs less."""


class Brief(NamedTuple):
    """The `ids` are short forms by id. `trust` is that of most memories, which the heading alone
    names. `whole_days` are those whose memories all have one time of day, which the heading of the
    day names."""

    ids: Mapping[str, str]
    trust: str
    whole_days: frozenset[str]

    @property
    def note(self) -> str:
        """What the heading says of memories without a mark; "" if they are a person's."""
        return "" if self.trust == USER else f": {self.trust} unless marked"

    def day_and_time(self, date: str) -> tuple[str, str]:
        """What the heading of a day says, and what stands before a memory of this time."""
        day, time = _day_and_minute(date)
        return (f"{day} {time}", "") if day in self.whole_days else (day, f"{time} ")


def brief_of(memories: Sequence[Memory], zone: tzinfo | None, known: str) -> Brief:
    """How these memories are told. `known` has a line for each id of their stores."""
    trusts = [trust_of(memory) for memory in memories]
    usual = max(dict.fromkeys(trusts), key=trusts.count, default=USER)
    times: dict[str, set[str]] = {}
    for memory in memories:
        day, time = _day_and_minute(str(told_time(memory.created, zone)))
        times.setdefault(day, set()).add(time)
    return Brief(
        short_forms((memory.id for memory in memories), known),
        usual if trusts.count(usual) >= MARKED_ONCE else USER,
        frozenset(day for day, all_times in times.items() if len(all_times) == 1),
    )


def _day_and_minute(date: str) -> tuple[str, str]:
    """The day of a time in ISO 8601, and its time of day to the minute, with Z in UTC."""
    day, _, clock = date.partition("T")
    return day, clock[:5] + ("Z" if date.endswith("Z") else "")
