"""memento fade why"""

from __future__ import annotations

from memento_cli.actions.undo.telling import act_words
from memento_cli.cli.input.selecting import named
from memento_cli.cli.output.rows import labelled, law_value
from memento_cli.cli.output.safe import safe
from memento_cli.core.fading.laws import EBBINGHAUS, HALF_LIFE, NEVER, TTL, Law, stability_after
from memento_cli.core.fading.parameters import law_text
from memento_cli.core.fading.wording import skip_reason
from memento_cli.core.memory.memory import stability_of
from memento_cli.core.recall.reasons import arithmetic
from memento_cli.core.time.when import later

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.actions.fading.explain import ExplainedStep, Why
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import MemoryName
    from memento_cli.core.fading.laws import Law
    from memento_cli.core.fading.reinforcement import Reinforced
    from memento_cli.core.memory.memory import Memory

ACT = 11  # signs of most acts
UNDID = "undid "


def why(call: Call, words: MemoryName) -> None:
    """The whole arithmetic of a strength: the acts that led to it, and where it goes."""
    from memento_cli.actions.fading.explain import why as act
    from memento_cli.actions.memory.reading import locate

    id = named(call, words, lambda store, text: locate(store, text)[1])
    found = act(call.store, id, call.now)
    memory = found.memory
    value = {
        "id": memory.id,
        "strength": found.strength,
        "initial": memory.strength.initial,
        "last_reinforced": memory.strength.last_reinforced,
        "elapsed_days": found.elapsed_days,
        "retention": found.retention,
        "law": law_value(memory.fade.law),
        "stability": stability_of(memory),
        "min_strength": memory.fade.min_strength,
        "pinned": memory.pinned,
        "weak_at": found.weak_at,
        "prunable_at": found.prunable_at,
        "next_use": {"applied": found.next_use.applied, "delta": found.next_use.delta},
        "acts": [_value(told) for told in found.told],
    }
    call.out.value(value, _text(call, found))


def _text(call: Call, found: Why) -> str:
    memory, use, settings = found.memory, found.next_use, call.store.settings
    skip = skip_reason(use, settings.rules)
    rest = [
        ("strength", arithmetic(memory, call.now)),
        ("law", _law(memory)),
        (
            "since",
            f"{call.out.minute(memory.strength.last_reinforced)}, {found.elapsed_days:.1f} days",
        ),
        ("retention", f"{found.retention:.3f}"),
        *_ends(call, found),
        ("a use now", f"nothing: {skip}" if skip else _gain(memory, use)),
    ]
    acts = [_act(call, told, memory.fade.law) for told in found.told]
    opened = (
        []
        if found.folded.known
        else ["The journal does not know it yet: its file's numbers count."]
    )
    return "\n".join([f"{safe(memory.id)}", *opened, *acts, labelled(rest, call.out)])


def _law(memory: Memory) -> str:
    """The law, what uses have made of its number, and the floor."""
    law, stability = memory.fade.law, stability_of(memory)
    used = stability is not None and memory.strength.reinforcement_count
    grown = f", {stability:.4g} now" if used else ""
    floor = f", floor {memory.fade.min_strength:g}"
    return law_text(law) + grown + floor + (" (not while pinned)" if memory.pinned else "")


def _gain(memory: Memory, use: Reinforced) -> str:
    """What a use would do: the initial strength that it adds to, or the strength it brings back."""
    law, uses = memory.fade.law, memory.strength.reinforcement_count
    if law.code in (HALF_LIFE, NEVER):
        return f"+{use.delta:.3f}, to {use.strength.initial:.3f}"
    told = f"{use.previous:.3f} -> {use.now:.3f}"
    if law.code == EBBINGHAUS:
        days = (stability_after(law.parameter, count) for count in (uses, uses + 1))
        told += ", stability {:.4g} -> {:.4g} days".format(*days)
    return told


def _ends(call: Call, found: Why) -> list[tuple[str, str]]:
    """When it will be weak and prunable; of a time to live, when it is over."""
    memory = found.memory
    law = memory.fade.law
    if law.code == TTL and not memory.pinned:
        end = later(memory.strength.last_reinforced, law.parameter)
        if end is None:
            return [("ends", "never")]
        return [("ended" if end <= call.now else "ends", call.out.minute(end))]
    return [
        ("weak", _crossing(call, found, "list.hide_below")),
        ("prunable", _crossing(call, found, "prune.below")),
    ]


def _crossing(call: Call, found: Why, key: str) -> str:
    limit = call.store.settings[key]
    when = found.weak_at if key.startswith("list") else found.prunable_at
    if when is None:
        return f"never below {limit:g}" if limit else f"never: {key} is 0"
    verb = "since" if when <= call.now else "from"
    return f"{verb} {call.out.here(when):%Y-%m-%d} (below {limit:g})"


def _act(call: Call, told: ExplainedStep, law: Law) -> str:
    line, use, initial = told.step.line, told.step.use, told.step.strength.initial
    head = f"  {call.out.here(line.at):%Y-%m-%d}  {safe(act_words(line.act)):<{ACT}}"
    more = safe(", ".join(told.more)).removeprefix(UNDID)
    if use and use.skip:
        arithmetic = f"skipped: {skip_reason(use, call.store.settings.rules)}"
    elif use and law.code not in (HALF_LIFE, NEVER):
        arithmetic = f"{use.previous:.3f} then, {use.now:.3f} with it"
    elif told.previous is not None:
        arithmetic = f"{told.previous:.3f} then, {told.delta:+.3f}: initial {initial:.3f}"
    else:
        arithmetic = f"initial {initial:.3f}" if line.strength else ""
    return f"{head}  {'; '.join(filter(None, (arithmetic, more)))}".rstrip()


def _value(told: ExplainedStep) -> dict[str, object]:
    line, use = told.step.line, told.step.use
    value = {"at": line.at, "act": line.act, "initial": told.step.strength.initial}
    if told.previous is not None:
        value |= {
            "previous": told.previous,
            "delta": told.delta,
            "skip": use.skip if use else told.step.skip,
        }
    return value
