"""Naming a memory by words, or by a part of an id that several share: a person chooses of several.

What no memory has is answered with the archived one that has it, or with the nearest.
"""

from __future__ import annotations

from memento_cli.cli.output.out import can_ask
from memento_cli.cli.output.values import safe, said
from memento_cli.core.memory.ids import EVERY_ID
from memento_cli.errors import Ambiguous, NotFound, Refused

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.actions.memory.naming import Named
    from memento_cli.cli.call import Call
    from memento_cli.errors import MementoError

SHOWN = 20
SEVERAL = 2
LONG_ENOUGH = "a part of an id has three signs or more"
MEMORIES = "memories"


def is_script(call: Call) -> bool:
    """Whether a program calls: there is no terminal to type at, or nobody is to be asked."""
    out = call.out
    return not can_ask() or bool(out.format) or out.quiet or bool(call.params.get("yes"))


def by_words(call: Call, text: str, unknown: MementoError, *, archived: bool = False) -> str:
    """The memory that has all the words of a text; of several the one that a person chooses.

    If none has them, `unknown` says what else was looked for: an Ambiguous part of ids is one of
    those, as it always is in a script, and a NotFound is told with what is nearest, or with the one
    archived memory that has all the words.
    """
    from memento_cli.actions.memory.naming import memories_with_words, nearest_summaries

    if isinstance(unknown, Ambiguous) and is_script(call):
        return by_part(call, text, unknown, archived)
    named_memories = memories_with_words(call.store, text, call.now, archived=archived)
    if named_memories:
        return chosen(call, text, named_memories, MEMORIES)
    if isinstance(unknown, Ambiguous):
        return by_part(call, text, unknown, archived)
    if not archived and unknown.hint in ("", EVERY_ID, LONG_ENOUGH):
        gone = memories_with_words(call.store, text, call.now, archived=True)
        if len(gone) == 1:
            hint = f"`memento restore {safe(gone[0].id)}` brings it back"
            raise NotFound(f"{safe(gone[0].id)} is in the archive: {said(gone[0].summary)}", hint)
        near = [
            f"{one.id} ({said(one.summary)})"
            for one in nearest_summaries(call.store, text, call.now)
        ]
        unknown.hint = f"nearest: {'; '.join(near)}" if near else unknown.hint
    raise unknown


def by_part(call: Call, part: str, ambiguous: MementoError, archived: bool) -> str:
    """Of the memories whose ids share a part the one that a person chooses."""
    from memento_cli.actions.memory.naming import memories_with_part

    ones = memories_with_part(call.store, part, call.now, archived=archived)
    if len(ones) < SEVERAL:
        raise ambiguous
    return _choice(call, ambiguous.message, ones)


def chosen(call: Call, text: str, named_ones: Sequence[Named], noun: str) -> str:
    """The id of the only one that has the words of a text, or of several of that noun the one that
    a person chooses; Ambiguous where nobody does."""
    if len(named_ones) == 1:
        return named_ones[0].id
    return _choice(call, f"{text!r} is said by {len(named_ones)} {noun}", named_ones)


def _choice(call: Call, why: str, named_ones: Sequence[Named]) -> str:
    """The id of the one that a person chooses; Ambiguous, which says why, where nobody is there."""
    lines = [f"{at:>3}  {said(one.summary)}  ({safe(one.id)})"
             for at, one in enumerate(named_ones[:SHOWN], 1)]  # fmt: skip
    if len(named_ones) > SHOWN:
        lines.append(f"     and {len(named_ones) - SHOWN} more")
    if is_script(call):
        raise Ambiguous(why, "give the id of one of these", lines)
    for line in lines:
        call.out.talk(line)
    last = min(len(named_ones), SHOWN)
    while answer := call.out.ask_text(f"Which one? 1-{last}, or Enter for none: "):
        if answer.isdecimal() and 1 <= int(answer) <= last:
            return named_ones[int(answer) - 1].id
    raise Refused("not done: none was chosen")
