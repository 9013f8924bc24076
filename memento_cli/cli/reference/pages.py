"""The short pages of help: a screen each, in the words of a person's first questions.

The texts are in `pages/`. What a page says in numbers is what the store's settings say.
"""

from __future__ import annotations

import os
from itertools import pairwise

from memento_cli.core.fading.strength import BOUNDS
from memento_cli.errors import MementoError

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.cli.call import Call
    from memento_cli.store.settings.values import Settings


FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pages")
FIRST: Mapping[str, str] = {
    "agent": "first-agent",
    "companion": "first-companion",
    "tiers": "first-tiers",
}
"""The first page of each profile that has one of its own."""
ALL = "all"
PAGES: Mapping[str, str] = {
    ALL: "Every command, in a line each.",
    "fading": "How memories fade, in this store.",
    "facts": "What holds: facts, kv, states, blocks and the graph, and which is for what.",
    "events": "What happened, and what follows from it.",
    "agents": "How agents and programs use memento.",
}
"""The pages that have a name."""
WIDTH = 80


def first_page(settings: Settings) -> str:
    """What `memento` alone prints: the commands that a person of this profile needs first."""
    return _text(FIRST.get(settings["profile"], "first"))


def names_in_order(settings: Settings) -> list[str]:
    """The names at the top level, those first that the first page of this profile shows."""
    from memento_cli.cli.command_line.surface import members

    names = [one.name for one in members("").values() if not one.hidden]
    words = first_page(settings).split()
    shown = [word for before, word in pairwise(words) if before == "memento" and word in names]
    return list(dict.fromkeys([*shown, *names]))


def page_text(name: str, settings: Settings) -> str:
    """A page that has a name. KeyError if there is none."""
    if name not in PAGES:
        raise KeyError(name)
    text = _text(name)
    if name == "fading":
        text = text.replace("{profile}", settings["profile"])
        text = text.replace("{law}", fading_text(settings))
    return text


def _text(name: str) -> str:
    with open(os.path.join(FOLDER, f"{name}.txt"), encoding="utf-8") as file:
        return file.read().rstrip("\n")


def fading_text(settings: Settings) -> str:
    """How a new memory of this store fades, is hidden and archived, and what a use does."""
    from textwrap import fill

    floor, hidden, pruned = (
        settings[key] for key in ("fade.min_strength", "list.hide_below", "prune.below")
    )
    hours = settings["reinforce.rest_hours"]
    rest = "once a day" if hours == 24 else f"once in {hours:g} hours"
    sentences = [
        f"A new memory has strength 1. Unused, {_law(settings)}"
        + (f", down to its floor, {floor:g}." if floor else "."),
        f"Below {hidden:g}, list shows it with --all only;" if hidden else "list shows it always;",
        f"below {pruned:g}, prune archives it." if pruned else "prune archives none for that.",
        f"Tiers are names: active from {BOUNDS['active'][0]:g}, faded from"
        f" {BOUNDS['faded'][0]:g}, ghost below.",
        f"A use lifts it and starts the clock anew, {rest} and not above"
        f" {settings['reinforce.max_strength']:g}.",
        _COUNTS[settings["recall.counts"]],
    ]
    return fill(" ".join(sentences), WIDTH, break_on_hyphens=False)


_COUNTS: Mapping[str, str] = {
    "no": "Reading does not count as a use; reinforce does.",
    "view": "What recall returns counts as seen, not as a use; reinforce is a use.",
    "use": "What recall returns counts as a use, and so does reinforce.",
}


def _law(settings: Settings) -> str:
    """What the law of a new memory does to its strength, in a clause."""
    match settings["fade.law"]:
        case "half-life" if settings["half_life.by"] == "kind":
            days = _numbers(settings, "half_life", ("working", "episodic", "procedural"))
            last = settings["half_life.semantic"]
            return f"it halves in {days} or {last:g} days (working, episodic, procedural, semantic)"
        case "half-life":
            days = _numbers(settings, "half_life", ("high", "medium"))
            last = settings["half_life.low"]
            return f"it halves in {days} or {last:g} days (record -s high, medium, low)"
        case "ebbinghaus":
            days = _numbers(settings, "stability", ("vivid", "felt"))
            last = settings["stability.plain"]
            return f"it is e^(-days/{days} or {last:g}), by how strong its emotion was"
        case "daily":
            return f"it loses {settings['fade.daily_percent']:g} % a day"
        case "ttl":
            from memento_cli.core.time.when import span_text

            return f"it keeps that for {span_text(settings['fade.ttl'])}, and is gone then"
        case "base-level":
            return f"it falls as a power of its age, {settings['fade.decay']:g}"
        case _:
            return "it keeps that for ever"


def _numbers(settings: Settings, table: str, keys: tuple[str, ...]) -> str:
    return ", ".join(f"{settings[f'{table}.{key}']:g}" for key in keys)


def settings_here(call: Call) -> Settings:
    """The settings of the store that a command would find; the usual ones where there is none."""
    from memento_cli.store.directory.folders import settings_in
    from memento_cli.store.directory.location import store_location
    from memento_cli.store.settings.settings import DEFAULTS

    try:
        return settings_in(store_location(call.store_path, os.environ))
    except (MementoError, OSError):
        return DEFAULTS
