"""memento fade why"""

from __future__ import annotations

from memento_cli.actions.undo.telling import UNDID, act_words
from memento_cli.cli.input.selecting import named
from memento_cli.cli.output.rows import labelled, law_value
from memento_cli.cli.output.values import safe
from memento_cli.core.fading.laws import EBBINGHAUS, HALF_LIFE, NEVER, TTL, Law, stability_after
from memento_cli.core.fading.wording import law_text, skip_reason
from memento_cli.core.memory.memory import stability_of
from memento_cli.core.recall.explanation import arithmetic
from memento_cli.core.time.when import moment_after

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.actions.fading.explain import ExplainedStep, Why
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import MemoryName
    from memento_cli.core.fading.laws import Law
    from memento_cli.core.fading.reinforcement import Reinforced
    from memento_cli.core.memory.memory import Memory

ACT = 11  # signs of most acts


def why(call: Call, words: MemoryName) -> None:
    """The whole arithmetic of a strength: the acts that led to it, and where it goes."""
    from memento_cli.actions.fading.explain import why as act
    from memento_cli.actions.memory.reading import locate

    id = named(call, words, lambda store, text: locate(store, text)[1])
    explained = act(call.store, id, call.now)
    memory = explained.memory
    value = {
        "id": memory.id,
        "strength": explained.strength,
        "initial": memory.strength.initial,
        "last_reinforced": memory.strength.last_reinforced,
        "elapsed_days": explained.elapsed_days,
        "retention": explained.retention,
        "law": law_value(memory.fade.law),
        "stability": stability_of(memory),
        "min_strength": memory.fade.min_strength,
        "pinned": memory.pinned,
        "weak_at": explained.weak_at,
        "prunable_at": explained.prunable_at,
        "next_use": {"applied": explained.next_use.applied, "delta": explained.next_use.delta},
        "acts": [_value(step) for step in explained.told],
    }
    call.out.value(value, _text(call, explained))


def _text(call: Call, explained: Why) -> str:
    memory, use, settings = explained.memory, explained.next_use, call.store.settings
    skip = skip_reason(use, settings.rules)
    since = call.out.minute(memory.strength.last_reinforced)
    rest = [
        ("strength", arithmetic(memory, call.now)),
        ("law", _law(memory)),
        ("since", f"{since}, {explained.elapsed_days:.1f} days"),
        ("retention", f"{explained.retention:.3f}"),
        *_ends(call, explained),
        ("a use now", f"nothing: {skip}" if skip else _gain(memory, use)),
    ]
    acts = [_act(call, step, memory.fade.law) for step in explained.told]
    opened = (
        []
        if explained.folded.known
        else ["The journal does not know it yet: its file's numbers count."]
    )
    return "\n".join([f"{safe(memory.id)}", *opened, *acts, labelled(rest, call.out)])


def _law(memory: Memory) -> str:
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
    change = f"{use.previous:.3f} -> {use.now:.3f}"
    if law.code == EBBINGHAUS:
        days = (stability_after(law.parameter, count) for count in (uses, uses + 1))
        change += ", stability {:.4g} -> {:.4g} days".format(*days)
    return change


def _ends(call: Call, explained: Why) -> list[tuple[str, str]]:
    """When it will be weak and prunable; of a time to live, when it is over."""
    memory = explained.memory
    law = memory.fade.law
    if law.code == TTL and not memory.pinned:
        end = moment_after(memory.strength.last_reinforced, law.parameter)
        if end is None:
            return [("ends", "never")]
        return [("ended" if end <= call.now else "ends", call.out.minute(end))]
    return [
        ("weak", _crossing(call, explained, "list.hide_below")),
        ("prunable", _crossing(call, explained, "prune.below")),
    ]


def _crossing(call: Call, explained: Why, key: str) -> str:
    limit = call.store.settings[key]
    when = explained.weak_at if key.startswith("list") else explained.prunable_at
    if when is None:
        return f"never below {limit:g}" if limit else f"never: {key} is 0"
    verb = "since" if when <= call.now else "from"
    return f"{verb} {call.out.here(when):%Y-%m-%d} (below {limit:g})"


def _act(call: Call, acted: ExplainedStep, law: Law) -> str:
    line, use, initial = acted.step.line, acted.step.use, acted.step.strength.initial
    head = f"  {call.out.here(line.at):%Y-%m-%d}  {safe(act_words(line.act)):<{ACT}}"
    more = safe(", ".join(acted.more)).removeprefix(UNDID)
    if use and use.skip:
        arithmetic = f"skipped: {skip_reason(use, call.store.settings.rules)}"
    elif use and law.code not in (HALF_LIFE, NEVER):
        arithmetic = f"{use.previous:.3f} then, {use.now:.3f} with it"
    elif acted.previous is not None:
        arithmetic = f"{acted.previous:.3f} then, {acted.delta:+.3f}: initial {initial:.3f}"
    else:
        arithmetic = f"initial {initial:.3f}" if line.strength else ""
    return f"{head}  {'; '.join(filter(None, (arithmetic, more)))}".rstrip()


def _value(step: ExplainedStep) -> dict[str, object]:
    line, use = step.step.line, step.step.use
    value = {"at": line.at, "act": line.act, "initial": step.step.strength.initial}
    if step.previous is not None:
        value |= {
            "previous": step.previous,
            "delta": step.delta,
            "skip": use.skip if use else step.step.skip,
        }
    return value
