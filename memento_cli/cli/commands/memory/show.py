"""memento show: a memory, or what else holds, as its file says it."""

from __future__ import annotations

from functools import reduce

from memento_cli.cli.call import NOW_VARIABLE
from memento_cli.cli.input.choosing import by_words
from memento_cli.cli.input.past import looked_back, note_reach
from memento_cli.cli.input.selecting import reference
from memento_cli.cli.output.rows import (
    labelled,
    note_flags,
    print_fenced,
    standing_row,
    told_of,
)
from memento_cli.cli.output.values import cell, safe
from memento_cli.core.memory.described import described, described_further
from memento_cli.core.memory.memory import stability_of, strength_at
from memento_cli.core.memory.record_kinds import KV, event_in, held
from memento_cli.core.recall.query import Standing, named
from memento_cli.core.security.instructions import flags_of
from memento_cli.core.security.trust import trust_of
from memento_cli.core.time.when import stored_moment
from memento_cli.errors import Ambiguous, NotFound, Usage
from memento_cli.store.records.memory_fields import FIELDS
from memento_cli.store.toml.changes import flat, plain

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.facts.record_reading import NamedRecord
    from memento_cli.actions.recall.past import Past
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import AsOf, Fence, MemoryName
    from memento_cli.core.memory.memory import Memory


THREAD = "threads/"
BAR_CELLS = 10
MOMENTS = tuple(field.keys for field in FIELDS if field.kind == "moment")


def show(
    call: Call,
    words: MemoryName,
    raw: Annotated[bool, typer.Option("--raw", help="The file, as it is.")] = False,
    path: Annotated[bool, typer.Option("--path", help="Only where the file is.")] = False,
    fence: Fence = False,
    as_of: AsOf = None,
) -> None:
    """Show one memory, whole; or a state, block, kv value, entity, event or thread."""
    from memento_cli.actions.memory.reading import journal_entries, locate, relations, with_strength

    if (fence or as_of is not None) and (raw or path):
        option = "--fence" if fence else "--as-of"
        raise Usage(f"{option} is of the memory, not of its file", "leave out --raw and --path")
    past = looked_back(call, as_of)
    id = reference(call, words)
    if event_in(id) or id.startswith(THREAD):
        _show_observed(call, id, raw or path, fence, as_of)
        return
    if past and not (raw or path):
        _show_then(call, id, past, fence)
        return
    if held(id):
        from memento_cli.actions.facts.record_reading import record_named

        show_held(call, record_named(call.store, id), raw=raw, path=path, fence=fence)
        return
    try:
        folder, whole = locate(call.store, id)
    except (NotFound, Ambiguous) as unknown:
        if isinstance(unknown, NotFound) and _show_other(call, id, raw=raw, path=path, fence=fence):
            return
        folder, whole = call.store.memories, by_words(call, id, unknown)
    if path:
        call.out.say(safe(folder.path(whole)))
        return
    record = folder.read(whole)
    if raw:
        call.out.say(safe(record.document.text, lines=True).rstrip("\n"))
        return
    memory = with_strength(call.store, record.value, journal_entries(call.store, whole), call.now)
    archived = folder is call.store.archive
    opposed, links = relations(call.store, whole, call.now, archived=archived)
    more = {"linked_from": links}
    _show_memory(call, memory, opposed, archived=archived, fence=fence, more=more)


def _show_observed(
    call: Call, id: str, as_file: bool, fence: bool, as_of: str | None = None
) -> None:
    """An event, or a thread of some, which have no files."""
    from memento_cli.actions.events.events import event_named
    from memento_cli.cli.commands.events.list import show_event
    from memento_cli.cli.commands.events.thread import show_thread
    from memento_cli.core.events.events import event_passage

    is_event = bool(event_in(id))
    if as_file or (fence and not is_event):
        raise Usage(f"{id} has no file", "leave out --raw and --path, and --fence of a thread")
    if not is_event:
        show_thread(call, id)
        return
    event = event_named(call.store, id)
    if call.named_now and event.at > call.named_now:
        option = "--now" if call.now_text else f"${NOW_VARIABLE}"
        option = option if as_of is None else "--as-of"
        problem = f"{event.ref} was only later"
        raise NotFound(problem, f"it is of {call.out.minute(event.at)}: leave out {option}")
    if fence:
        print_fenced(call.out, [told_of(call, event_passage(event, call.store.zone), "")])
    else:
        show_event(call, event)


def _show_other(call: Call, id: str, *, raw: bool, path: bool, fence: bool) -> bool:
    """Show what is no memory: something else that holds, or an event by the beginning of its id.

    Whether there is such a thing.
    """
    from memento_cli.actions.events.events import event_named
    from memento_cli.actions.facts.record_reading import record_named

    try:
        other = record_named(call.store, id)
    except NotFound:
        try:
            event = event_named(call.store, id)
        except NotFound:
            return False
        _show_observed(call, event.ref, raw or path, fence)
        return True

    show_held(call, other, raw=raw, path=path, fence=fence)
    return True


def _show_then(call: Call, id: str, past: Past, fence: bool) -> None:
    from memento_cli.actions.recall.past import memory_then, reach_of, standing_then
    from memento_cli.core.journal.past import ARCHIVED

    then_memory = memory_then(call.store, id, call.now, past)
    memory, archived = then_memory.memory, then_memory.then.place == ARCHIVED
    opposed = Standing() if archived else standing_then(call.store, memory.id, call.now, past)
    certain = {"certain": not then_memory.then.doubts}
    _show_memory(call, memory, opposed, archived=archived, fence=fence, more=certain)
    note_reach(call.out, reach_of(then_memory))


def _show_memory(
    call: Call,
    memory: Memory,
    opposed: Standing,
    *,
    archived: bool,
    fence: bool,
    more: Mapping[str, Any] = {},
) -> None:
    newer, against = opposed.of(memory.id)
    if fence:
        print_fenced(call.out, [told_of(call, memory, newer, against=against)])
        return
    strength, stability = strength_at(memory, call.now), stability_of(memory)
    now = {"strength": strength, "stability": stability, "archived": archived}
    labels = {"trust": trust_of(memory), "flags": list(flags_of(memory))}
    data = _data(call, memory) | now | standing_row(newer, against) | dict(more) | labels
    linked = more.get("linked_from", ())
    call.out.value(data, _text(call, memory, archived, newer, against, linked))


def _data(call: Call, memory: Memory) -> dict[str, Any]:
    """The document of a memory, its times as they are to be told."""
    data = call.store.memories.codec.data(memory)
    if call.out.zone:  # else they may stay as they are
        for *tables, key in MOMENTS:
            table = reduce(lambda table, name: table.get(name, {}), tables, data)
            if key in table:
                table[key] = stored_moment(table[key])
        for entry in data["memory"].get("log", ()):
            entry["timestamp"] = stored_moment(entry["timestamp"])
    return data


def _text(
    call: Call,
    memory: Memory,
    archived: bool,
    newer: str,
    against: Sequence[str],
    linked: Sequence[Mapping[str, str]],
) -> str:
    content = memory.content
    head = [call.out.style(safe(content.summary), "bold")]
    if content.detail:
        head += ["", safe(content.detail, lines=True).strip("\n")]
    facts = [
        ("id", memory.id + (" (in the archive)" if archived else "")),
        ("history", newer and f"now {newer}"),
        ("conflict", against and f"with {named(against)}; neither is newer"),
        *_barred(call, memory, described(memory, call.now, call.out.minute)),
        *((link.rel.replace("_", " "), link.target) for link in memory.links),
        *(("linked from", f"{row['id']} ({row['rel'].replace('_', ' ')})") for row in linked),
        *described_further(memory, lambda value: cell(value, call.out.zone)),
    ]
    return "\n".join([*head, "", labelled(facts, call.out)])


def _barred(
    call: Call, memory: Memory, pairs: Iterable[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """The pairs, on a terminal with a bar before the strength."""
    for label, text in pairs:
        if label == "strength" and call.out.terminal:
            from memento_cli.cli.output.wrapping import look_here
            from memento_cli.pictures.bars import bar

            strength, plain = strength_at(memory, call.now), look_here(BAR_CELLS).plain
            text = f"{bar(strength, BAR_CELLS, plain=plain, whole=True)} {text}"
        yield label, text


def show_held(call: Call, record: NamedRecord, *, raw: bool, path: bool, fence: bool) -> None:
    """Print what was found: its keys, its file or its place."""
    if path:
        from memento_cli.actions.facts.records import place_of

        folder, id = place_of(call.store, record.ref)
        call.out.say(safe(folder.path(id)))
    elif raw:
        call.out.say(safe(_document(call, record), lines=True).rstrip("\n"))
    elif fence:
        print_fenced(call.out, [_document(call, record)])
    else:
        data = plain(_living(call, record))
        rows = [
            ("id", record.ref),
            *(
                row
                for key, content in flat(data).items()
                for row in _rows((key.partition(".")[2] or key).replace(".", " "), content)
                if row[0] != "id"  # which the reference has
            ),
        ]
        call.out.value({"ref": record.ref, **data}, labelled(rows, call.out))
        note_flags(call.out, *(str(content) for _, content in rows))


def _rows(key: str, content: Any) -> list[tuple[str, Any]]:
    if not isinstance(content, list):
        return [(key, content)]
    if not any(isinstance(entry, dict) for entry in content):
        return [(key, ", ".join(map(str, content)))]
    return [
        (key, ", ".join(f"{name} {value}" for name, value in entry.items())) for entry in content
    ]


def _document(call: Call, record: NamedRecord) -> str:
    """The text of a file; of a kv value's only what lives."""
    from memento_cli.store.toml.writer import rendered

    if record.ref.startswith(f"{KV}/"):
        return rendered(_living(call, record))
    return record.found.document.text


def _living(call: Call, record: NamedRecord) -> dict[str, Any]:
    """What a file says; of a kv value, nothing whose time is over or that was replaced."""
    if not record.ref.startswith(f"{KV}/"):
        return record.found.document.data
    from memento_cli.actions.facts.kv import get_kv
    from memento_cli.core.facts.kv import Slot

    slot: Slot = record.found.value
    fact = get_kv(call.store, slot.key, call.now, person=slot.person or "")
    return call.store.held(KV).codec.data(Slot(fact.key, fact, person=fact.person))
