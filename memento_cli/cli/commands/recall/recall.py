"""memento recall"""

from __future__ import annotations

from memento_cli.actions.recall.find import EVENTS, MEMORIES, SOURCES, full_memory
from memento_cli.cli.command_line import options
from memento_cli.cli.input.past import looked_back, note_reach, printer, shown_progress
from memento_cli.cli.output.rows import (
    Below,
    explained,
    note_nothing,
    note_page,
    opposed,
    page_note,
    print_fenced,
    print_sightings,
    score_of,
    standing_row,
    was,
)
from memento_cli.cli.output.values import safe
from memento_cli.core.memory.summary import summary_of
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.recall.find import Findings, Sighting
    from memento_cli.actions.recall.like import Likeness
    from memento_cli.actions.recall.past import Past
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import AsOf, By, Fence, Like, NoVectors
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Query, Recalled
    from memento_cli.core.recall.similarity import Similarity


COLUMNS = ("id", "score", "summary")
ALONG = {"like", "by", "limit"}
"""The options that go with `--like`."""


def recall(
    call: Call,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORDS", help="Any words, or a query; - reads a question."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", "-a", help="All hits; superseded and hidden ones too.")
    ] = False,
    literal: Annotated[
        bool, typer.Option("--literal", help="The words are only words, no query.")
    ] = False,
    deep: Annotated[
        bool, typer.Option("--deep", help="What has faded counts as if it had not, this once.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Compare every file with the index first.")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say why each is a hit.")] = False,
    full: Annotated[bool, typer.Option("--full", help="Whole texts.")] = False,
    fence: Fence = False,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Count nothing, whatever recall.counts says.")
    ] = False,
    why_not: Annotated[
        str | None, typer.Option("--why-not", metavar="MEMORY", help="Why is that one no hit?")
    ] = None,
    sources: Annotated[
        str | None,
        typer.Option("--in", metavar=",".join(SOURCES), help="Where to look; else recall.in."),
    ] = None,
    hops: Annotated[
        int, typer.Option("--hops", metavar="N", help="Follow the graph from the hits, up to 3.")
    ] = 0,
    min_score: Annotated[
        float | None,
        typer.Option(min=0, max=1, metavar="S", help="Nothing below this score, 0 to 1."),
    ] = None,
    no_vectors: NoVectors = False,
    as_of: AsOf = None,
    like: Like = None,
    by: By = None,
) -> None:
    """Find memories by what they say, about whom and when.

    Reading changes nothing, unless the store's profile counts what was returned (recall.counts).
    """
    from memento_cli.actions.recall.find import find, sources_of
    from memento_cli.core.recall.query import ids_of

    if like is not None or by is not None:
        return _like(call, like, words or (), by)
    _refuse_together(fence, explain, why_not, hops)
    past = looked_back(call, as_of)
    most = None if everything else call.store.settings["recall.limit"]
    query = options.query(call, words or (), most, literal=literal, dated=False)
    query = query._replace(min_score=min_score, words_only=no_vectors)
    with shown_progress(call.out, past) as ticking:
        where = sources_of(call.store, sources)
        findings = find(
            call.layers,
            where,
            query,
            call.now,
            everything=everything,
            deep=deep,
            fresh=fresh,
            hops=hops,
            past=ticking,
            places=explain or fence,
        )
    if why_not is not None:
        return _why_not(call, query, why_not, findings, everything, deep, past)
    recalled = findings.found
    _note_read(call, query, recalled)
    if explain:
        _explain(call, findings)
    elif fence:
        _print_fenced(call, findings, query, past, full=full)
    else:
        _print(call, findings, where, _below(call, query, findings, past, full=full))
    note_nothing(call, query, recalled, where)
    _note_hidden(call, recalled)
    note_page(call, recalled)
    note_reach(call.out, recalled.reach, ids_of(recalled))
    if not (read_only or explain) and call.now_text is None:
        _count(call, findings)


def _like(call: Call, id: str | None, words: Collection[str], by: str | None) -> None:
    """Print the memories similar to one by topics, people, outcome and time, or by their texts or
    meaning, the likest first; a person may name that one by a number or by words.

    Usage if there are words, or options that only a recall by words takes.
    """
    from memento_cli.actions.recall.like import recall_alike, recall_like, recall_meaning
    from memento_cli.cli.command_line.options import one_of
    from memento_cli.cli.input.selecting import selected
    from memento_cli.core.recall.similarity import LIMIT

    if id is None:
        raise Usage("--by goes with --like", "`memento recall --like ID --by text`")
    others = [f"--{name.replace('_', '-')}" for name in call.filters if name not in ALONG]
    others += [option for name, option in call.given.items() if name not in ALONG]
    if words or others:
        raise Usage(f"--like goes without {others[0] if others else 'words'}")
    most = call.filters.get("limit", LIMIT)
    if most < 0:
        raise Usage("--limit is 0 or more")
    id = selected(call, [id], reading=True)
    if by is not None:
        one_of(by, ("text", "meaning"), "by")
    given = call.store, id, call.now, most + 1  # one more tells if there are more
    hits: list[tuple[Memory, Similarity | Likeness]] = []
    if by == "meaning":
        hits += recall_meaning(*given)
    else:
        hits += recall_alike(*given) if by else recall_like(*given)
    rows = [summary_of(memory, call.now)._asdict() | like._asdict() for memory, like in hits]
    shown = rows[:most]
    call.out.rows(shown, COLUMNS)
    note = page_note(len(shown), len(shown), more=len(rows) > most)
    if note or not shown:
        by_text = "; --by text compares texts" if by is None else ""
        call.out.note(note or f"Nothing found{by_text}")


def _below(call: Call, query: Query, findings: Findings, past: Past | None, *, full: bool) -> Below:
    """What stands with each summary: with `full` the whole detail, and else the passage of it that
    has words of the query which the summary has not."""
    otherwise = [word for _, words in findings.found.partly for word in words]
    words = findings.found.meant or (*query.sought, *otherwise)
    if full:
        details = [full_memory(one, call.now, past).content.detail for one in findings.page]
        return Below("detail", details, words)
    return Below("passage", _passages(call, findings, words), words)


def _passages(call: Call, findings: Findings, words: Sequence[str]) -> list[str]:
    """The passage of each hit, or ""; of an event in a pipe the whole text is printed."""
    contents = [
        None if one.source == EVENTS and not call.out.tabular else one.hit.memory.content
        for one in findings.page
    ]
    if not (words and any(content and content.detail for content in contents)):
        return [""] * len(contents)
    from memento_cli.core.text.highlighting import passage, sought_forms

    wanted = sought_forms(words)
    return [passage(one.detail, wanted, one.summary) if one else "" for one in contents]


def _print(call: Call, findings: Findings, where: Sequence[str], below: Below) -> None:
    """The hits, with where each was found if that may be in several places."""
    out = printer(call.out, findings.found.reach)
    several = {"stores": len(call.layers) > 1, "sources": tuple(where) != (MEMORIES,)}
    print_sightings(out, findings.page, call.now, **several, scored=True, below=below)


def _refuse_together(fence: bool, explain: bool, why_not: str | None, hops: int) -> None:
    if fence and (explain or why_not is not None):
        raise Usage("--fence is of what is found", "leave out --explain and --why-not")
    if hops and why_not is not None:
        raise Usage("--why-not tells of words and filters alone", "leave out --hops")


def _print_fenced(
    call: Call, findings: Findings, query: Query, past: Past | None, *, full: bool
) -> None:
    """The hits for a prompt: a passage of each, so that all fit a budget, or with `full` whole."""
    from sys import maxsize

    from memento_cli.actions.context.context import context_zone
    from memento_cli.actions.recall.telling import told_memories
    from memento_cli.core.context.hits import TOKENS, hit_texts

    zone, several = context_zone(call.store, utc=call.out.utc), len(call.layers) > 1
    memories = told_memories(findings, call.now, past, several=several)
    told = hit_texts(memories, maxsize if full else TOKENS, query.sought, zone, full=full)
    print_fenced(call.out, told.texts)
    if told.left_out:
        call.out.note(f"{told.left_out} more have no room; --limit shows fewer")


def _place_of(call: Call, one: Sighting) -> str:
    return one.store.root if len(call.layers) > 1 else ""


def _count(call: Call, findings: Findings) -> None:
    """Note what was returned, where that counts; a store that cannot be written is still read."""
    from memento_cli.actions.recall.find import count_found
    from memento_cli.errors import MementoError

    try:
        count_found(findings, call.now)
    except (MementoError, OSError) as problem:
        call.out.warn(f"not counted: {problem}")


def _note_read(call: Call, query: Query, recalled: Recalled) -> None:
    """Say how the words were read: as which time, and as which other words."""
    told: dict[str, Any] = {"nothing_fits": recalled.unfit} if recalled.unfit else {}
    if recalled.coverage is not None:
        told["coverage"] = recalled.coverage
    if recalled.low:
        told["below_min_score"] = recalled.low
    if query.time:
        call.out.note(query.time.note)
        told["time"] = query.time.told
    call.out.beside = told
    if recalled.partly:
        call.out.beside["partly"] = dict(recalled.partly)
        pairs = "; ".join(f"{word} → {', '.join(others)}" for word, others in recalled.partly)
        call.out.note(f"Also looked for parts of words: {safe(pairs)}")
    if recalled.missing:
        words = safe(", ".join(recalled.meant))
        call.out.note(f"Nothing has {safe(', '.join(recalled.missing))}; also looked for {words}")
    elif recalled.meant and not recalled.partly:
        call.out.note(f"Nothing has these words; looked for {safe(' '.join(recalled.meant))}")


def _note_hidden(call: Call, recalled: Recalled) -> None:
    counts = (recalled.over, recalled.aside, recalled.superseded)
    for count, why in zip(counts, ("expired", "set aside", "superseded"), strict=True):
        if count:
            call.out.note(f"{count} {why}, hidden; --all shows them")
    if recalled.low:
        call.out.note(f"{recalled.low} below --min-score, left out")
    for tier, count in recalled.tiers.items():
        call.out.note(f"{count} {tier}, hidden; --deep shows them")


def _explain(call: Call, findings: Findings) -> None:
    recalled, page = findings.found, findings.page
    scheme = call.store.settings.scheme
    reasons = [explained(one.hit, scheme, call.now) for one in page]
    if call.out.format not in (None, "table"):
        rows = [
            summary_of(one.hit.memory, call.now, one.hit.flags)._asdict()
            | {
                "score": score_of(one.hit),
                "parts": one.hit.parts and one.hit.parts._asdict(),
                "gains": dict(one.hit.gains),
                "why": reason,
            }
            | ({"fused": one.hit.fused._asdict()} if one.hit.fused else {})
            | standing_row(one.newer, one.against)
            | ({"store": one.store.root} if len(call.layers) > 1 else {})
            for one, reason in zip(page, reasons, strict=True)
        ]
        printer(call.out, recalled.reach).rows(rows, ("id", "why"))
        return
    for one, reason in zip(page, reasons, strict=True):
        memory, place = one.hit.memory, _place_of(call, one)
        current = was(one.newer) + opposed(one.against)
        words = current + memory.content.summary + (f"  (in {place})" if place else "")
        call.out.say(f"{one.hit.strength:.3f}  {safe(memory.id)}  {safe(words)}")
        for line in reason.splitlines():
            call.out.say(f"       {line}")


def _why_not(
    call: Call,
    query: Query,
    id: str,
    findings: Findings,
    everything: bool,
    deep: bool,
    past: Past | None,
) -> None:
    from memento_cli.actions.memory.reading import resolve_id
    from memento_cli.actions.recall.recall import why_not
    from memento_cli.cli.input.choosing import by_words
    from memento_cli.cli.input.selecting import reference
    from memento_cli.errors import Ambiguous, NotFound

    id = reference(call, [id])
    try:
        id = resolve_id(call.store, id)
    except (NotFound, Ambiguous) as unknown:
        if past is None:
            id = by_words(call, id, unknown)
    memory, reasons = why_not(
        call.store, query, id, call.now, everything=everything, deep=deep, past=past
    )
    page = [(one.store.root, one.source, one.hit.memory.id) for one in findings.page]
    if (call.store.root, MEMORIES, memory.id) in page:
        reasons = []
    elif not reasons:
        reasons = ["what was found elsewhere stands before it; --limit shows more"]
    text = "\n".join(f"  {safe(reason)}" for reason in reasons)
    call.out.value(
        {"id": memory.id, "hit": not reasons, "reasons": reasons},
        f"{safe(memory.id)} is not shown:\n{text}" if reasons else f"{safe(memory.id)} is shown",
    )
