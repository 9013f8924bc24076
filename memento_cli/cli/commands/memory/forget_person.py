"""memento forget --erase --everything --person: all that is about somebody, and its receipt."""

from __future__ import annotations

from memento_cli.cli.commands.memory.receipt import hand_over, note_history, value_of
from memento_cli.cli.input.last_list import drop_lists
from memento_cli.cli.input.unsaved import drop_texts, texts_kept
from memento_cli.cli.output.rows import counted
from memento_cli.cli.output.values import safe, said
from memento_cli.errors import Ended, Failed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memento_cli.actions.redaction.erase_person import Erased, Everything
    from memento_cli.cli.call import Call

SHOWN = 12
"""So many of what names the person are told; the answer in JSON has all."""
SINGULAR: Mapping[str, str] = {
    "memories": "memory",
    "archived": "archived memory",
    "events": "event",
    "feelings": "feeling",
    "states": "state",
    "facts": "file of facts",
    "likes": "like or dislike",
    "kv": "kv value",
    "blocks": "block",
    "sessions": "session",
    "graph": "name in the graph",
    "edges": "edge",
    "removed": "record removed earlier",
}
PLURAL: Mapping[str, str] = {
    "memories": "memories",
    "archived": "archived memories",
    "facts": "files of facts",
    "likes": "likes and dislikes",
    "graph": "names in the graph",
    "removed": "records removed earlier",
}


def forget_person(call: Call, person: str, dry: bool, yes: bool) -> None:
    """Show what is about a person, ask, erase it, and say what is left; code 1 if files cannot be
    read, which may be about the person."""
    from memento_cli.actions.redaction.erase_person import erase_person, name_test, person_erasure

    store = call.store
    planned = person_erasure(store, person)
    everything = planned.everything
    texts = texts_kept(name_test(everything.people))
    _foretell(call, everything, texts)
    if dry:
        _tell_naming(call, everything)
        note_history(call, planned.receipt)
        call.out.value(_value(planned, texts, dry), f"would erase {_counts(everything)}")
        return
    if everything.refs or texts:
        call.out.confirmed("Erase all of it for good? Nothing brings it back.", yes)
    done = erase_person(store, person, call.now)
    drop_lists(store.root)
    drop_texts(texts)
    names = safe(", ".join(everything.names))
    call.out.value(_value(done, texts, dry), f"erased of {names}: {_counts(done.everything)}")
    _tell_what_stays(call, done.everything)
    if done.everything.unread:
        files = _some(done.everything.unread)
        message = f"what cannot be read was left, and may be about {names}: {files}"
        call.out.error(Failed(message, "see `memento doctor`, mend it, and do this again"))
    hand_over(call, done.receipt)
    if done.everything.unread:
        raise Ended(Failed.code)


def _counts(everything: Everything) -> str:
    """What there is of each kind, in words."""
    words = (
        counted(number, SINGULAR[kind])
        if number == 1 or kind not in PLURAL
        else f"{number} {PLURAL[kind]}"
        for kind, number in everything.kinds.items()
    )
    return ", ".join(words) or "nothing"


def _foretell(call: Call, everything: Everything, texts: list[str]) -> None:
    """Say what would go: how many of each kind, and by name what somebody meant to keep."""
    out, names = call.out, safe(", ".join(everything.names))
    if everything.again and not everything.refs:
        out.note(f"{names}: was erased before, and nothing has come since")
        return
    out.note(f"{names}: {_counts(everything)}")
    for id in everything.pinned:
        summary = said(call.store.memories.read(id).value.content.summary)
        out.note(f"{safe(id)} is pinned, and would go, too: {summary}")
    for path in texts:
        out.note(f"{safe(path)}: a text that could not be kept, and has the name, would go")
    if everything.is_own:
        out.note("It is the store's own person, and stays so: `memento config set person NAME`")


def _tell_what_stays(call: Call, everything: Everything) -> None:
    """What an erasure leaves, and where; `hand_over` tells of git's history and of the cache."""
    out = call.out
    out.note(
        "What stays: the ids and times in the journal, by which each clone knows what to remove;"
        " clones, until they pull and act; what was exported, and backups"
    )
    _tell_naming(call, everything)


def _tell_naming(call: Call, everything: Everything) -> None:
    """Say what belongs to others and names the person, and what can be done about it."""
    if everything.naming:
        call.out.note(
            f"Of others, and with the name: {_some(everything.naming)}. `memento edit` takes it"
            " out of what a memory says now, `memento forget ID --erase` all that it ever said"
        )


def _some(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = [f"{len(names) - SHOWN} more"] if len(names) > SHOWN else []
    return ", ".join([*map(safe, names[:SHOWN]), *more])


def _value(erased: Erased, texts: list[str], dry: bool) -> dict[str, object]:
    """The receipt as JSON has it: numbers, and what stays. Ids have words, so none of what is gone
    is named in a receipt that may be passed on."""
    everything, receipt = erased
    rest = value_of(receipt, dry)
    return {
        "kinds": dict(everything.kinds),
        "pinned": list(everything.pinned) if dry else [],
        "texts": len(texts),
        "file_count": len(receipt.traces.files) + len(receipt.traces.trimmed),
        "line_count": sum(receipt.traces.lines.values()),
        "naming": list(everything.naming),
        "unread": list(everything.unread),
        **{key: rest[key] for key in ("unlinked", "quoting", "left", "git", "batch", "dry_run")},
    }
