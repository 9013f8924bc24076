"""The proposals of a replay: settings under which memories would have faded differently."""

from __future__ import annotations

from memento_cli.actions.replay.contenders import strength
from memento_cli.actions.replay.judging import Contender
from memento_cli.core.memory.creation import DECAY, STABILITY_DAYS, law_for
from memento_cli.core.memory.memory import KINDS, SIGNIFICANCES, fade_of
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.settings.values import Settings

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from memento_cli.core.memory.memory import Memory

LAW = "fade.law"
HALF_LIVES, STABILITIES = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0), (1.0, 5.0)
PERCENTS, DECAYS = (1.0, 5.0, 20.0), (0.3, DECAY, 0.6)
SET = "memento config set"


class Proposal(NamedTuple):
    """Settings with their values, and a name for people."""

    name: str
    settings: Mapping[str, Any]

    def command(self, settings: Settings) -> str:
        """The command that sets those that differ; "" if none does."""
        changed = {key: value for key, value in self.settings.items() if settings[key] != value}
        pairs = (f"{key}={value_text(value)}" for key, value in changed.items())
        return " ".join([SET, *pairs]) if changed else ""


def value_text(value: Any) -> str:
    """A value as it is typed; numbers are rounded to six digits."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def law_proposals(settings: Settings) -> list[Proposal]:
    """The laws with several parameters: half-lives and stabilities as multiples of the store's."""
    measured = KINDS if settings["half_life.by"] == "kind" else SIGNIFICANCES
    return [
        *(_scaled("half-life", "half_life", measured, by, settings) for by in HALF_LIVES),
        *(_scaled("ebbinghaus", "stability", list(STABILITY_DAYS), by, settings)
          for by in STABILITIES),
        *(Proposal(f"daily {percent:g} %", {LAW: "daily", "fade.daily_percent": percent})
          for percent in PERCENTS),
        *(Proposal(f"base-level, decay {decay:g}", {LAW: "base-level", "fade.decay": decay})
          for decay in DECAYS),
    ]  # fmt: skip


def _scaled(law: str, table: str, names: Sequence[str], by: float, settings: Settings) -> Proposal:
    keys = [f"{table}.{name}" for name in names]
    return Proposal(f"{law} × {by:g}", {LAW: law} | {key: settings[key] * by for key in keys})


def contender_of(proposal: Proposal, memories: Sequence[Memory], settings: Settings) -> Contender:
    """A contender in which memories fade as new ones would under these settings."""
    defaults = Settings({**settings.values, **proposal.settings}).defaults
    fading = {}
    for memory in memories:
        significance = memory.content.significance
        law = law_for(defaults.law, significance, memory.kind, memory.more, defaults)
        fading[memory.id] = fade_of(law, 0.0, memory.importance)
    return Contender(proposal.name, fading.__getitem__, strength)
