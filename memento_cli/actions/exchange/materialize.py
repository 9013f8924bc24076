"""agent materialize: keep a host's file of memories, and take in what was changed in it.

What the file says that the store does not becomes acts of the store first, in one batch; then the
file is written, if anything in it is to change. A kill between the two leaves nothing to repair:
the same run again finds the store as the file says.
"""

from __future__ import annotations

from memento_cli.actions.exchange.block_choice import candidates, chosen_hits, is_fit, weakest
from memento_cli.actions.exchange.block_reading import SOURCE, read_block, tag_of
from memento_cli.actions.exchange.memory_files import bytes_of, replace_file
from memento_cli.actions.exchange.targets import listed_targets
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import reinforce
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.exchange.block import Kept, text_in_file
from memento_cli.core.exchange.block_lines import Layout, fitting, laid_out
from memento_cli.core.exchange.shown_text import Notes, collapsed, content_of, edited_content
from memento_cli.core.memory.memory import Draft, Tags, strength_at
from memento_cli.core.recall.explanation import misses
from memento_cli.core.recall.query import hit_of
from memento_cli.core.security.trust import AGENT, TRUST, USER
from memento_cli.errors import Conflict, MementoError
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from datetime import datetime

    from memento_cli.actions.exchange.block_reading import Reading
    from memento_cli.actions.exchange.targets import Target
    from memento_cli.core.exchange.block import Line
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Hit
    from memento_cli.store.directory.store import Store

    Act = Callable[[int, Line], list[str]]

ATTEMPTS = 3
FILE = "file:"
"""How the source of a memory begins that was imported from a file."""
GENERAL = ("memory", "memories", "gemini added memories", "notes")
"""Headings that are no topics."""


class Materialized(NamedTuple):
    """What was taken in, by ids, and what the file has now.

    `doubled` were changed in the file and in the store; the file's text became a memory of its own.
    `waiting` are for a person to decide. `problems` are texts that could not be taken in, each with
    the reason; they stay in the file. `outside` counts memories that stand around the block.
    `written` says that the file has changed, `kept` how many memories it has.
    """

    path: str
    edited: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    forgotten: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    kept: int = 0
    outside: int = 0
    written: bool = False
    batch: str = ""

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to tell."""
        return not (self.written or self.batch or self.waiting or self.problems)


def materialize(
    store: Store,
    target: Target,
    now: datetime,
    *,
    via: str = "cli",
    by: str = USER,
    agreed: Collection[str] = (),
    dry: bool = False,
) -> Materialized:
    """Take in what a file says that the store does not, and write its block anew.

    `agreed` are the memories that a person lets be forgotten, or changed in their own words; others
    wait, and so does their place in the file. Conflict if another program changes the file again
    and again. With `dry` nothing is written, and what would be added has no ids.
    """
    for attempt in range(ATTEMPTS):
        reading = read_block(store, target.path)
        work = _Work(store, target, reading, now, via, by, agreed, dry=dry)
        if dry:
            return work.outcome(work.layout())
        with store.lock.held():
            store.writer()  # a store that may not be written fills no file
            with store.one_act():
                work.take_in()
        content = work.layout()
        try:
            if content != reading.file.raw and (work.kept or reading.block.is_there):
                replace_file(reading.file, content)
            return work.outcome(content)
        except (Conflict, FileExistsError):
            if attempt == ATTEMPTS - 1:
                raise
    raise AssertionError


def materialize_listed(
    store: Store, now: datetime, *, via: str = "cli", dry: bool = False
) -> list[Materialized]:
    """Keep each listed file; what a person has to decide waits. One that cannot be kept is warned
    of."""
    done = []
    for target in listed_targets(store):
        try:
            done.append(materialize(store, target, now, via=via, dry=dry))
        except MementoError as problem:
            store.warn(problem.message)
    return done


class _Work:
    """One run over a file: what it has done, and the lines that stay in the file."""

    def __init__(
        self, store: Store, target: Target, reading: Reading, now: datetime, via: str, by: str,
        agreed: Collection[str], *, dry: bool,
    ) -> None:  # fmt: skip
        self.store, self.target, self.reading, self.now = store, target, reading, now
        self.via, self.by, self.agreed, self.dry = via, by, agreed, dry
        self.lines = reading.block.lines
        self.ids: dict[int, str] = {}  # the memory of each entry that was added
        self.held = set(reading.changes.held)
        self.done: dict[str, list[str]] = {
            name: [] for name in ("edited", "added", "doubled", "confirmed", "forgotten")
        }
        self.waiting, self.problems = list[str](), list[str]()
        self.batch, self.kept, self.outside = "", 0, 0
        changes = reading.changes
        self.waiting += (id for id in changes.deleted if id not in agreed)
        asked = reading.of_persons
        for place in changes.edits:
            id = self.lines[place].id
            if id in asked and id not in agreed:
                self.waiting.append(id)
                self.held.add(place)

    def take_in(self) -> None:
        """Do what the file asks for, in the store."""
        changes, before = self.reading.changes, len(self.store.journal.done)
        for place in changes.edits:
            if place not in self.held:
                self._try(place, "edited", self._edit)
        for name, places in (("added", changes.added), ("doubled", changes.doubled)):
            for place in places:
                self._try(place, name, self._add)
        for place in changes.confirmed:
            if place not in self.held:
                self._try(place, "confirmed", self._confirm)
        if deleted := [id for id in changes.deleted if id in self.agreed]:
            reason = f"deleted in {self.reading.file.name}"
            forget(self.store, deleted, self.now, reason, via=self.via)
            self.done["forgotten"] += deleted
        done = self.store.journal.done[before:]
        self.batch = done[-1].act_id if done else ""

    def _try(self, place: int, name: str, act: Act) -> None:
        """Do an act for an entry; what cannot be done leaves it in the file as it is."""
        line = self.lines[place]
        try:
            self.done[name] += act(place, line)
        except MementoError as problem:
            self.held.add(place)
            self.problems.append(f"{line.id or line.raw[0].strip()[:40]}: {problem.message}")

    def _edit(self, place: int, line: Line) -> list[str]:
        memory = self.reading.memories[line.id]
        summary, detail = edited_content(line.text, memory.content)
        keys = {"memory.content.summary": summary, "memory.content.detail": detail or None}
        is_agreed = line.id in self.agreed
        edit(
            self.store, line.id, keys, self.now, f"edited in {self.reading.file.name}",
            via=self.via, by=self.by if is_agreed else AGENT, agreed=is_agreed,
        )  # fmt: skip
        self._confirm(place, line)
        return [line.id]

    def _add(self, place: int, line: Line) -> list[str]:
        summary, detail = content_of(line.text)
        if same := self._same(line, summary):
            self.ids[place] = same.id
            if strength_at(same, self.now) < weakest(self.store):  # else it would go at once
                self._confirm(place, line._replace(id=same.id))
            return []
        query = self.target.query
        headings = [heading for heading in line.headings if heading.lower() not in GENERAL]
        topics = tuple(dict.fromkeys((*headings[::-1], *query.topics)))
        draft = Draft(
            summary,
            query.person or "",
            detail,
            tags=Tags(topics, query.people),
            kind=query.kinds[0] if query.kinds else "semantic",
            source=SOURCE,
            project=query.projects[0] if query.projects else None,
            more={TRUST: AGENT},
        )
        id = record(self.store, draft, self.now, via=self.via, by=AGENT).memory.id
        self.ids[place] = id
        return [id]

    def _same(self, line: Line, summary: str) -> Memory | None:
        """A memory of the query that says what an entry says, and has no line in the block."""
        known = {line.id for line in self.lines} | {*self.ids.values()}
        bare = self.target.query._replace(min_trust=None, trusts=())
        with open_index(self.store, self.now) as index:
            past = index.superseded()
            alike = list(index.memories("summary = ?", (summary,)))
        return next(
            (
                memory
                for memory in alike
                if memory.id not in {*known, *past}
                and not misses(hit_of(memory, self.now), bare) and memory.id in self.store.memories
                and collapsed(text_in_file(memory.content)) == collapsed(line.text)
            ),
            None,
        )  # fmt: skip

    def _confirm(self, place: int, line: Line) -> list[str]:
        reason = f"confirmed in {self.reading.file.name}"
        use = reinforce(self.store, line.id, self.now, reason, via=self.via)
        return [line.id] if use.result.applied else []

    def layout(self) -> bytes:
        """The bytes of the file with its new block."""
        block, room, tag = self.reading.block, self.target.room, tag_of(self.store)
        fixed = {place: self._held(self.lines[place]) for place in self.held}
        places = self._places()
        but = {*self.waiting, *(self.lines[place].id for place in self.held)}
        inside = {id: self.lines[place] for id, place in places.items()}
        says = [id for id, place in places.items() if self._may_stay(id, place)]
        query = self.target.query._replace(limit=room.most + len(block.outside))
        hits = chosen_hits(self.store, query, self.now, says, but)
        hits = self._not_outside(hits, places)
        stays = [] if room.is_firm else [hit for hit in hits if hit.id in places]
        others = [hit for hit in hits if hit not in stays][: max(0, room.most - len(stays))]
        wanted = candidates(self.store, [*stays, *others], inside, self.now)
        chosen, wanted = wanted[: len(stays)], wanted[len(stays) :]
        there = [*fixed.values(), *(one.kept for one in chosen)]
        chosen += fitting(block, there, wanted, tag, room)
        self.kept = len(chosen) + len(fixed)
        old = {places[one.kept.id]: one.kept for one in chosen if one.kept.id in places}
        fresh = [one for one in chosen if one.kept.id not in places]
        gone = [id for id in self.waiting if id in self.reading.changes.deleted]
        lines = laid_out(block, Layout({**fixed, **old}, fresh, gone), tag)
        return bytes_of(self.reading.file, lines)

    def _not_outside(self, hits: Sequence[Hit], places: Collection[str]) -> list[Hit]:
        """The hits without those that stand in the file already, around the block, and those whose
        own file the host is pointed to."""
        outside = self.reading.block.outside

        def is_there(hit: Hit) -> bool:
            place = hit.memory.source.partition("#")[0].rpartition("/")[2]
            is_pointed = hit.memory.source.startswith(FILE) and place in outside
            return is_pointed or collapsed(text_in_file(hit.memory.content)) in outside

        inside = [hit for hit in hits if hit.id in places or not is_there(hit)]
        self.outside = len(hits) - len(inside)
        return inside

    def _may_stay(self, id: str, place: int) -> bool:
        """Whether a memory stays in the file whatever its trust: it says what the file says, or was
        first written in a file, and is fit for one as it is now."""
        if place not in self.reading.changes.older:
            return True
        memory = self.reading.memories[id]
        return memory.source == SOURCE and is_fit(memory)

    def _held(self, line: Line) -> Kept:
        """An entry that stays as it is."""
        notes = Notes()
        return Kept(line.id, line.raw, notes, self.reading.block.was_written(line.id))

    def _places(self) -> dict[str, int]:
        """The place in the block of each memory that has an entry there. Of a text that both sides
        have changed, the file's has it, and the store's is shown anew."""
        changes, places = self.reading.changes, dict[str, int]()
        for place, line in enumerate(self.lines):
            id = self.ids.get(place) or line.id
            if id and place not in self.held and place not in changes.dropped:
                places.setdefault(id, place)
        for place in changes.doubled:
            places.pop(self.lines[place].id, None)
        return places

    def outcome(self, content: bytes) -> Materialized:
        """What was done, or would be."""
        changes, file = self.reading.changes, self.reading.file
        done = {name: tuple(ids) for name, ids in self.done.items()}
        if self.dry:
            done = self._foreseen()
        is_written = content != file.raw and (bool(self.kept) or self.reading.block.is_there)
        is_written = is_written or (self.dry and not changes.nothing)
        return Materialized(
            self.target.path, **done,
            waiting=tuple(self.waiting), problems=tuple(self.problems),
            kept=self.kept, outside=self.outside, written=is_written, batch=self.batch,
        )  # fmt: skip

    def _foreseen(self) -> dict[str, tuple[str, ...]]:
        """What would be done; what has no id yet is told by its words."""
        changes = self.reading.changes
        edits = [place for place in changes.edits if place not in self.held]
        confirmed = [place for place in changes.confirmed if place not in self.held]
        return {
            "edited": tuple(self.lines[place].id for place in edits),
            "added": tuple(content_of(self.lines[place].text)[0] for place in changes.added),
            "doubled": tuple(content_of(self.lines[place].text)[0] for place in changes.doubled),
            "confirmed": tuple(self.lines[place].id for place in confirmed),
            "forgotten": tuple(id for id in changes.deleted if id in self.agreed),
        }
