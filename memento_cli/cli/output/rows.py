"""Values as the rows and lines that are printed."""

from __future__ import annotations

import os

from memento_cli.cli.output.values import safe
from memento_cli.core.memory.refs import name_of
from memento_cli.core.recall.query import named
from memento_cli.core.security.trust import marks
from memento_cli.errors import Usage
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.recall.find import Sighting
    from memento_cli.cli.call import Call
    from memento_cli.cli.output.out import Output
    from memento_cli.core.fading.laws import Law
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Hit, Query, Recalled
    from memento_cli.core.recall.ranking import Scheme

COLUMNS = ("id", "strength", "created", "summary")
KILO = 1000
UNITS = ("kB", "MB", "GB", "TB")


class Below(NamedTuple):
    """What stands with each summary of a list: a text of each under this key, and the words that a
    terminal marks in both."""

    key: str = ""
    texts: Sequence[str] = ()
    words: Sequence[str] = ()


def _summary_row(hit: Hit, now: datetime, *, scored: bool) -> dict[str, Any]:
    from memento_cli.core.memory.summary import summary_of

    row = summary_of(hit.memory, now, hit.flags)._asdict()
    return row | ({"score": score_of(hit)} if scored else {})


def score_of(hit: Hit) -> float | None:
    """The score of a hit; None of one that was found by filters or by a time alone."""
    return hit.score if hit.parts else None


def standing_row(newer: str, against: Sequence[str]) -> dict[str, Any]:
    """Whether a memory is current, as JSON has it."""
    return {"newer": newer or None, "conflicts": list(against)}


def mark(out: Output, rows: Iterable[dict[str, Any]]) -> None:
    """Say in words which are history, whose each is, unless a person's, and which read like
    instructions; who asked for JSON is told by `newer`, `conflicts`, `trust` and `flags`."""
    if not out.machine:
        for row in rows:
            prefix = marked(marks(row["trust"], row["flags"]))
            current = was(row.get("newer")) + opposed(row.get("conflicts", ()))
            row["summary"] = f"{current}{prefix}{row['summary']}"


def print_sightings(
    out: Output,
    page: Sequence[Sighting],
    now: datetime,
    *,
    stores: bool = False,
    sources: bool = False,
    scored: bool = False,
    below: Below = Below(),
) -> None:
    """Print hits as summaries, each with its score if they may have one, and with its store and its
    source where these may be several.

    One that is history says so, with the newer memory, and so does one that others contradict with
    neither newer. A column of texts that are all empty is left out.
    """
    rows = [
        _summary_row(one.hit, now, scored=scored) | standing_row(one.newer, one.against)
        for one in page
    ]
    for row, text in zip(rows, below.texts, strict=False):
        row[below.key] = text
    beside = (below.key,) if any(below.texts) else ()
    if not (stores or sources):
        mark(out, rows)
        columns = (*COLUMNS, *beside)
        out.rows(rows, columns, words=below.words, below=below.key)
        return
    from memento_cli.core.events.events import passage_line
    from memento_cli.core.memory.record_kinds import EVENTS

    for row, one in zip(rows, page, strict=True):
        if one.source == EVENTS and not beside:
            row["summary"] = passage_line(one.hit.memory)
        row |= {"in": one.source, "store": one.store.root}
    _tell_of_talks(out, rows, page)
    mark(out, rows)
    if out.tabular:
        for row in rows:
            row["store"] = os.path.basename(row["store"])
    places = [*(["in"] if sources else []), *(["store"] if stores else [])]
    columns = ("id", *places, "created", "summary", *beside)
    out.rows(rows, columns, words=below.words, below=below.key)


def _tell_of_talks(out: Output, rows: Sequence[dict[str, Any]], page: Sequence[Sighting]) -> None:
    """Add to the rows of events in which talk each was, and when its matter was, where a program
    reads them or somebody asks for it."""
    from memento_cli.core.events.event_rows import TALK_FIELDS, talk_row

    named = dict.fromkeys(key for key in TALK_FIELDS if key in out.fields)
    if not (out.machine or named):
        return
    from memento_cli.actions.recall.find import events_found

    events = events_found(page)
    for row, one in zip(rows, page, strict=True):
        event = events.get((one.store.root, one.hit.id))
        row |= talk_row(event, one.store.zone) if event else named


def told_of(
    call: Call, memory: Memory, newer: str = "", store: str = "", against: Sequence[str] = ()
) -> str:
    """What an agent is told of a memory (`core/context/hits.py`), with times as in a context."""
    from memento_cli.actions.context.context import context_zone
    from memento_cli.core.context.hits import memory_text, standing_labels

    zone = context_zone(call.store, utc=call.out.utc)
    return memory_text(memory, standing_labels(newer, against, store), zone, call.store.zone)


def note_flags(out: Output, *texts: str) -> None:
    """Tell whoever reads a text that it reads like instructions; JSON is for programs."""
    from memento_cli.core.security.instructions import flags
    from memento_cli.core.security.trust import READS

    found = () if out.machine else flags("\n".join(texts))
    if found:
        out.note(f"It {READS} ({', '.join(found)})")


def print_fenced(out: Output, texts: Sequence[str]) -> None:
    """What is told of memories, between marks with a number of its own, which none can know."""
    from memento_cli.actions.context.context import new_nonce
    from memento_cli.core.context.fence import fenced

    if out.format is not None or out.fields:
        raise Usage("--fence is a text of its own", "leave out --format, --json and --fields")
    if texts:
        out.say(fenced("\n\n".join(texts), new_nonce()))


def note_nothing(call: Call, query: Query, recalled: Recalled, sources: Sequence[str] = ()) -> None:
    """Say that nothing was found, which names may have been meant, and where else to look.

    A page with nothing on it, of what was found, is not that.
    """
    if recalled.hits or recalled.total or (recalled.more and query.limit == 0):
        return
    if recalled.unfit:
        call.out.note(f"Nothing fits: {safe(recalled.unfit)}")
        return
    if recalled.low:
        call.out.note("Nothing reaches --min-score")
        return
    near: Sequence[str] = ()
    if query.topics or query.people or query.person:
        from memento_cli.actions.memory.list import near_names

        near = near_names(call.store, query, call.now)
    suggestion = f"; did you mean {safe(', '.join(near))}?" if near else ""
    others = _answering(call, query, sources) if sources and query.words else ()
    where = f" in {', '.join(sources)}" if others else ""
    further = f"; --in {','.join(others)} finds some" if others else ""
    call.out.note(f"Nothing found{where}{suggestion}{further}")


def _answering(call: Call, query: Query, sources: Sequence[str]) -> Sequence[str]:
    """The other places in which something answers a query."""
    from memento_cli.actions.recall.find import SOURCES, find

    others = [source for source in SOURCES if source not in sources]
    page = find(call.layers, others, query, call.now).page if others else ()
    return tuple(dict.fromkeys(one.source for one in page))


def law_value(law: Law) -> dict[str, Any]:
    """A law as JSON has it: its name, and its parameter by what that is called."""
    from memento_cli.core.fading.laws import PARAMETERS

    parameter = PARAMETERS[law.code]
    return {"name": law.name, **({parameter: law.parameter} if parameter else {})}


def explained(hit: Hit, scheme: Scheme, now: datetime) -> str:
    """Why a hit is one, where its score comes from, and its strength; a line each."""
    from memento_cli.core.recall.explanation import reasons

    return "\n".join(map(safe, reasons(hit, scheme, now)))


def note_page(call: Call, recalled: Recalled) -> None:
    """Say how many there are when not all are shown."""
    offset = call.filters.get("offset", 0)
    note_cut(call, len(recalled.hits), recalled.total, offset, more=recalled.more)


def note_cut(call: Call, shown: int, total: int, offset: int = 0, *, more: bool = False) -> None:
    """Say how many rows there are when not all are shown, and which option shows others."""
    if note := page_note(shown, total, offset, more=more):
        call.out.note(note)


def page_note(shown: int, total: int, offset: int = 0, *, more: bool = False) -> str:
    """How many there are, at least if there are `more`, when not all are shown; and what shows
    others."""
    if shown == total and not more:
        return ""
    if more and shown == total:
        first = f"the first {shown} are" if shown != 1 else "the first is"
        return f"{first} shown; --limit shows more"
    whole = f"more than {total}" if more else f"{total}"
    if more or offset + shown < total:
        return f"{shown} of {whole} shown; --limit shows more"
    if shown:
        return f"{shown} of {whole} shown, the last ones"
    return f"--offset {offset} is past the end: there {'is' if total == 1 else 'are'} {whole}"


def people_text(refs: Iterable[str]) -> str:
    """People by the names they go by."""
    return ", ".join(name_of(ref) for ref in refs)


def labelled(pairs: Iterable[tuple[str, Any]], out: Output) -> str:
    """Lines of a label and a value; empty values are left out."""
    rows = [(safe(label), str(value)) for label, value in pairs if value not in (None, "", ())]
    width = max((len(label) for label, _ in rows), default=0)
    return "\n".join(
        f"{out.style(f'{label:<{width}}', 'dim')}  {safe(value)}" for label, value in rows
    )


def counted(number: int, what: str) -> str:
    """So many of something: 1 file, 2 files."""
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def sized(count: int) -> str:
    """So many bytes: 1 byte, 512 bytes, 1.2 kB, 31 MB, 4.0 GB."""
    if count < KILO:
        return counted(count, "byte")
    power = min((len(str(count)) - 1) // 3, len(UNITS))
    number = count / KILO**power
    return f"{number:.{0 if number >= 10 else 1}f} {UNITS[power - 1]}"


def memories_of(number: int) -> str:
    """So many memories: 1 memory, 2 memories."""
    return "1 memory" if number == 1 else f"{number} memories"


def was(newer: str | None) -> str:
    """What stands before a summary that is history."""
    return f"(history; now {newer}) " if newer else ""


def opposed(against: Sequence[str]) -> str:
    """What stands before a summary that others contradict, with neither newer."""
    return f"(conflict with {named(against)}) " if against else ""


def marked(signs: Iterable[str]) -> str:
    """What stands before a summary that is no person's own, or reads like instructions."""
    joined = ", ".join(signs)
    return f"({joined}) " if joined else ""
