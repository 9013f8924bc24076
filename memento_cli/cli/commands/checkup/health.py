"""memento status --health: what in a store wants to be looked after, and by which command."""

from __future__ import annotations

import shlex
from textwrap import wrap

from memento_cli.cli.output.rows import counted, sized
from memento_cli.cli.output.values import safe
from memento_cli.core.checkup.health import UNUSED_DAYS
from memento_cli.core.fading.strength import BOUNDS, TIERS
from memento_cli.named_tuple import NamedTuple
from memento_cli.pictures.canvas import flowed
from memento_cli.pictures.pyramid import pyramid_lines

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from memento_cli.actions.checkup.health import Ghosts, Groups, Health
    from memento_cli.cli.call import Call
    from memento_cli.core.checkup.health import Band, Costs, FirstFew
    from memento_cli.index.database.statistics import Sizes, Unread
    from memento_cli.pictures.canvas import Style
    from memento_cli.store.settings.values import Settings

MARGIN = 12
GHOST = BOUNDS[TIERS[-1]][1]
DRY = "--dry-run"
ALWAYS = ("ages", "tokens", "biggest")
"""What is told of every store that has memories."""
HEAD = "age below"


class Section(NamedTuple):
    """One thing to tell: its facts for programs; how many it is of, a text and some ids for people;
    and the commands that mend it, each with what it does."""

    name: str
    label: str
    facts: Mapping[str, Any]
    many: int
    text: str
    ids: Sequence[str] = ()
    commands: Mapping[str, str] = {}


def print_health(call: Call, health: Health, look: Style) -> None:
    """Everything as JSON, or as text what there is to tell."""
    parts = list(sections(health, call.store.settings))
    value: dict[str, Any] = {"store": call.store.root, "memories": health.memories}
    for one in parts:
        value[one.name] = {**one.facts, "mend": list(one.commands) if one.many else []}
    text = "" if call.out.machine else "\n".join(health_lines(health, parts, look))
    call.out.value(value, text)
    left = len(call.store.memories.ids()) - health.memories
    if left > 0:
        call.out.note(f"{left} more in the store: dated later than now, or not to be read")
    if not any(one.many for one in parts if one.name not in ALWAYS):
        call.out.note("Nothing to mend")


def sections(health: Health, settings: Settings) -> Iterator[Section]:
    """All there is to tell, in the order in which it is told."""
    forecast = {"memento fade forecast": "what turns next"}
    yield Section("ages", "", {"bands": health.ages}, health.memories, "", commands=forecast)
    yield _unused(health.unused, settings["recall.counts"] == "no")
    yield _similar(health.similar)
    yield _ghosts(health.ghosts, settings["prune.below"])
    yield _some("expired", health.expired, "whose time to live has ended",
                {f"memento tidy run {DRY}": "what it would archive"})  # fmt: skip
    first = _quoted(health.untagged.ids[0]) if health.untagged.ids else ""
    yield _some("untagged", health.untagged, "without topics",
                {f"memento edit {first} --set tags.topics=A,B": "the first"})  # fmt: skip
    yield _broken(health.broken)
    yield _tokens(health.tokens, health.memories > health.tokens.hits)
    yield _biggest(health.sizes)


def health_lines(health: Health, parts: Sequence[Section], look: Style) -> Iterator[str]:
    """What there is to tell, as lines that are no wider than asked, commands aside."""
    yield look.paint(f"{'memories':<{MARGIN}}", "dim") + f"{health.memories}"
    for one in parts:
        if one.many:
            drawn = ages_lines(health.ages, look) if one.name == "ages" else _said(one, look)
            yield from ["", *drawn, *_commands(one.commands, look)]


def _said(one: Section, look: Style) -> Iterator[str]:
    """A label with a text beside it, and the ids below."""
    text, *more = wrap(one.text, look.width - MARGIN, break_on_hyphens=False)
    yield look.paint(f"{one.label:<{MARGIN}}", "dim") + text
    yield from (" " * MARGIN + line for line in more)
    yield from flowed(one.ids, look, MARGIN)


def _commands(commands: Mapping[str, str], look: Style) -> Iterator[str]:
    """Each on a line that a shell takes as it is, and what it does, where there is room."""
    for command, does in commands.items():
        start, comment = " " * MARGIN + "$ ", f"  # {does}"
        fits = len(start + command + comment) <= look.width
        yield start + look.paint(command, "bold") + (look.paint(comment, "dim") if fits else "")


def _unused(some: FirstFew, uncounted: bool) -> Section:
    text = f"{some.total}: no use, no view, and nothing else for {UNUSED_DAYS} days or more"
    commands = {
        "memento fade review": "asks what is still known",
        f"memento prune --retention {DRY}": "what of it may go",
    }
    if uncounted:
        commands["memento config set recall.counts=view"] = "counts what recall returns"
    facts, ids = {**some._asdict(), "idle_days": UNUSED_DAYS}, _few(some.total, some.ids)
    return Section("unused", "never used", facts, some.total, text, ids, commands)


def _similar(groups: Groups) -> Section:
    chains = f", {groups.chains} of which only hang together" if groups.chains else ""
    text = f"{groups.memories} memories in {counted(groups.groups, 'group')}{chains}; the closest:"
    ids = [
        f"{one.ids[0]} and {one.members - 1} more, {one.score:.3f} alike" for one in groups.closest
    ]
    commands = {"memento tidy list --doubles": "all groups"}
    return Section("similar", "similar", groups._asdict(), groups.groups, text, ids, commands)


def _ghosts(ghosts: Ghosts, prune_below: float) -> Section:
    text, commands = (
        f"{ghosts.total} below {GHOST:g}",
        {"memento list --where tier:ghost": "all of them"},
    )
    if ghosts.prunable:
        text += f"; {ghosts.prunable} below {prune_below:g}, and not pinned"
        commands = {f"memento prune {DRY}": "what it would archive"}
    commands[f"memento fade set never --where tier:ghost {DRY}"] = "to keep them"
    ids = _few(ghosts.total, ghosts.ids)
    return Section("ghosts", "ghosts", ghosts._asdict(), ghosts.total, text, ids, commands)


def _some(name: str, some: FirstFew, noun: str, commands: Mapping[str, str]) -> Section:
    text, ids = f"{some.total} {noun}", _few(some.total, some.ids)
    return Section(name, name, some._asdict(), some.total, text, ids, commands)


def _broken(unread: Unread) -> Section:
    parts = ((unread.files, "file"), (unread.lines, "journal line"))
    text = " and ".join(counted(count, noun) for count, noun in parts if count)
    commands = {"memento doctor": "says what is wrong with each"}
    facts, many = unread._asdict(), sum(unread)
    return Section("broken", "broken", facts, many, f"{text} not read", commands=commands)


def _tokens(costs: Costs, more: bool) -> Section:
    hits = counted(costs.hits, "hit")
    text = (
        f"about {costs.store} in all, {costs.active} in the active tier; a recall of {hits} takes"
        f" {costs.median} at the median, {costs.most} at most"
    )
    half = costs.hits // 2 if more else 0
    commands = {f"memento config set recall.limit={half}": "half as many hits"} if half else {}
    return Section("tokens", "tokens", costs._asdict(), costs.hits, text, commands=commands)


def _biggest(sizes: Sizes) -> Section:
    ids = [f"{one.id} {sized(one.bytes)}" for one in sizes.largest]
    commands = {f"memento show {_quoted(one.id)}": "what is in it" for one in sizes.largest[:1]}
    text = f"of {sized(sizes.bytes)} in all files"
    return Section("biggest", "biggest", sizes._asdict(), sizes.bytes, text, ids, commands)


def _few(total: int, ids: Sequence[str]) -> list[str]:
    """The first few ids, and how many there are more."""
    more = total - len(ids)
    return [*ids, f"and {more} more"] if more else [*ids]


def _quoted(id: str) -> str:
    return shlex.quote(safe(id))


def ages_lines(bands: Sequence[Band], look: Style) -> list[str]:
    """A row for each age up to the oldest that there is, the youngest at the bottom."""
    there = [row for row, band in enumerate(bands) if any(band.tiers.values())]
    shown = bands[: max(there, default=0) + 1][::-1]
    return pyramid_lines([(band.age, band.tiers) for band in shown], HEAD, look)
