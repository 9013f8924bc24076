"""An index session: the memories in an index with their strengths at any `now`.

A page shows ten memories of up to 500 that are ranked, as rows: only these ten are read as
memories.
"""

from __future__ import annotations

from math import inf

from memento_cli.core.fading.strength import bare_strength, strength_now
from memento_cli.core.memory.memory import DERIVED, SUPERSEDES
from memento_cli.core.recall.query import Query, Standing
from memento_cli.core.security.trust import privacies_from, trusts_from
from memento_cli.core.time.when import micros
from memento_cli.index.database.database import meta, rows_among
from memento_cli.index.fading.numbers import COLUMNS, FADING, fade_of, rows_at, strength_and_fade
from memento_cli.index.journal.refolded import Refolded
from memento_cli.index.recall.links import near, opposing, places
from memento_cli.index.recall.search import where_of
from memento_cli.index.refresh.freshness import differing
from memento_cli.standard import cached_property

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections import Counter
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.fading.strength import Strength
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.tidy.supersession import DatedClaim, Pair
    from memento_cli.index.fading.numbers import Row
    from memento_cli.index.fading.order import Placed
    from memento_cli.index.recall.links import Opposing
    from memento_cli.store.directory.store import Store

OTHER = f"SELECT id, pinned, {FADING} FROM memory WHERE key = ?"


class Strengths:
    """The memories in an index as they are at `now`.

    Memories with a line between their indexed numbers and `now` are folded again; these are few,
    unless `now` is in the past.
    """

    def __init__(self, database: sqlite3.Connection, store: Store, now: datetime) -> None:
        self.database = database
        self.store = store
        self.moment = now
        self.now = micros(now)
        self.numbers = Refolded(database, store, self.now)
        self._opposing: dict[Query | None, list[Opposing]] = {}
        database.create_function("strength_of", 10, self._strength, deterministic=True)

    @cached_property
    def others(self) -> Mapping[int, Strength]:
        """The strengths at `now` of the memories whose indexed numbers do not hold then, by key."""
        return {key: state.strength for key, state in self.numbers.items()}

    def memories(self, where: str = "1", args: Iterable[Any] = ()) -> Iterator[Memory]:
        """The memories that meet a condition, at `now`, without the fields that only files have."""
        return (memory for _, memory in self._where(where, args))

    def rows(self, where: str = "1", args: Iterable[Any] = ()) -> list[Row]:
        """The rows, for ranking, of the memories that meet a condition, at `now`."""
        query = f"SELECT key, {COLUMNS} FROM memory WHERE {where}"
        rows = self.database.execute(query, tuple(args))
        return rows_at(rows, self.now, self.numbers.get if self.numbers else None)

    def by_keys(self, keys: Iterable[int]) -> list[Memory]:
        """The memories with these keys, in this order."""
        wanted = list(keys)
        by_key = dict(self._memories(rows_among(self.database, f"{_all()} WHERE key IN", wanted)))
        return [by_key[key] for key in wanted if key in by_key]

    def by_ids(self, ids: Iterable[str]) -> list[Memory]:
        """The memories with these ids, in this order."""
        wanted = list(ids)
        query = "SELECT id, key FROM name WHERE id IN"
        keys = dict(rows_among(self.database, query, wanted))
        return self.by_keys(keys[id] for id in wanted if id in keys)

    def lines_of_ids(self) -> str:
        """A line for the id of each memory, without an order."""
        (lines,) = self.database.execute("SELECT group_concat(id, char(10)) FROM name").fetchone()
        return lines or ""

    def ids_with(self, text: str, most: int, within: Query | None) -> tuple[list[str], int]:
        """At most so many ids that have a text in lower case, those that begin with it first, the
        newest first; and how many have it."""
        where = where_of(within or Query())
        have = f"FROM memory WHERE instr(lower(id), ?) AND ({where.sql})"
        args = (text, *where.args)
        (total,) = self.database.execute(f"SELECT count(*) {have}", args).fetchone()
        order = "ORDER BY instr(lower(id), ?) > 1, created DESC, id LIMIT ?"
        rows = self.database.execute(f"SELECT id {have} {order}", (*args, text, most))
        return [id for (id,) in rows], total

    def in_time(self, ids: Iterable[str]) -> list[str]:
        """The ids of these memories that are in the index, by time, then by order of recording."""
        query = (
            "SELECT created, coalesce(opened, x''), name.id FROM name JOIN memory USING (key)"
            " WHERE name.id IN"
        )
        return [id for *_, id in sorted(rows_among(self.database, query, ids))]

    def in_order(
        self, *, rising: bool = False, low: float = 0.0, high: float = inf
    ) -> Iterator[Placed]:
        """The memories with a strength from `low` on and below `high`, the strongest first, or the
        weakest if `rising`."""
        from memento_cli.index.fading.order import in_order

        others = map(self._placed, self.others)
        but = self.others
        return in_order(
            self.database, self.now, rising=rising, low=low, high=high, others=others, but=but
        )

    def stale(self, ids: Iterable[str]) -> list[str]:
        """The names of the files of these memories that have changed since they were indexed."""
        query = "SELECT file.name FROM file JOIN name USING (key) WHERE name.id IN"
        names = (name for (name,) in rows_among(self.database, query, ids))
        return list(differing(self.database, self.store.root, names))

    def superseded(self, query: Query = Query()) -> frozenset[str]:
        """The ids of memories that another memory supersedes, which is as trusted and public as a
        query asks and within its bounds: a memory that is not visible hides nothing."""
        trusts, privacies = trusts_from(query.min_trust), privacies_from(query.min_privacy)
        links = [
            link
            for link in self.opposing(query.within)
            if link.rel == SUPERSEDES and link.trust in trusts and link.privacy in privacies
        ]
        older = frozenset(link.other for link in links)
        if older.isdisjoint(link.one for link in links):  # nearly always
            return older
        return frozenset(self._standing(links).history)

    def opposing(self, within: Query | None = None) -> list[Opposing]:
        """The links by which one of two memories is history, both within these bounds."""
        if within not in self._opposing:
            bounds = where_of(within) if within else None
            self._opposing[within] = opposing(self.database, bounds)
        return self._opposing[within]

    def linked(self, ids: Iterable[str], rels: Sequence[str]) -> list[Pair]:
        """The links of these relations to and from these memories."""
        select = "SELECT name.id, rel, target FROM link JOIN name USING (key)"
        select += f" WHERE rel IN ({', '.join('?' * len(rels))})"
        query = f"{select} AND name.id = ? UNION {select} AND target = ?"
        results = (self.database.execute(query, (*rels, id, *rels, id)) for id in ids)
        return list(dict.fromkeys(pair for rows in results for pair in rows))

    def derived(self, ids: Iterable[str]) -> list[tuple[str, str]]:
        """What was concluded from these memories, or they from what: pairs of a conclusion and
        that."""
        return [(one, other) for one, _, other in self.linked(ids, (DERIVED,))]

    def standing(self, ids: Iterable[str], within: Query | None = None) -> Standing:
        """Which of these memories are superseded, and which contradict each other with neither
        newer, by the links within these bounds."""
        wanted = set(ids)
        result = self._standing(near(self.opposing(within), wanted))
        return Standing(
            {id: newer for id, newer in result.history.items() if id in wanted},
            {id: others for id, others in result.conflicts.items() if id in wanted},
        )

    def places(self, ids: Iterable[str]) -> dict[str, DatedClaim]:
        """The dates of memories, and their order in their writer's journal, by id."""
        return places(self.database, ids)

    def _standing(self, links: Sequence[Opposing]) -> Standing:
        if not links:
            return Standing()
        from memento_cli.core.tidy.supersession import standing

        ends = {id for link in links for id in (link.one, link.other)}
        return standing(self.places(ends), [link.pair for link in links])

    def topics(self) -> set[str]:
        """Every topic that a memory has."""
        return self._distinct("value FROM tag WHERE field = 'topic'")

    def people(self) -> set[str]:
        """Everyone whom a memory names among its people."""
        return self._distinct("value FROM tag WHERE field = 'with'")

    def persons(self) -> set[str]:
        """Every person who has a memory."""
        return self._distinct("person FROM memory")

    def labels(self, field: str) -> set[str]:
        """Every project, agent or session, as `field` says, that a memory has: found by leaps in
        the index of that column, as each may have many memories."""
        query = f"""
        WITH RECURSIVE label (value) AS (
            SELECT min({field}) FROM memory WHERE {field} IS NOT NULL
            UNION ALL
            SELECT (SELECT min({field}) FROM memory WHERE {field} > value)
            FROM label WHERE value IS NOT NULL
        ) SELECT value FROM label WHERE value IS NOT NULL
        """
        return {value for (value,) in self.database.execute(query)}

    def _distinct(self, column: str) -> set[str]:
        return {value for (value,) in self.database.execute(f"SELECT DISTINCT {column}")}

    def count(self, table: str = "memory") -> int:
        """The number of memories, or of files, including broken ones."""
        return int(str(meta(self.database, f"count.{table}") or 0))

    def count_pinned(self) -> int:
        """The number of pinned memories."""
        query = "SELECT count(*) FROM memory WHERE pinned"
        return int(self.database.execute(query).fetchone()[0])

    def count_below(self, threshold: float, *, exactly: bool = False) -> int:
        """How many memories are weaker than a threshold; unless `exactly`, counted up to a limit.

        The limit is above `FEW` even without the memories whose time to live has ended.
        """
        from memento_cli.index.fading.order import FEW, count_below, is_counted_below

        most = self.count() if exactly else FEW + 1 + len(self.others) + len(self.over)
        found = count_below(self.database, self.now, threshold, most)
        for key in self.others:
            is_below = self._placed(key)[0] < threshold
            found += is_below - is_counted_below(self.database, self.now, threshold, key)
        return found

    def kinds_below(self, threshold: float) -> Counter[str]:
        """How many memories of each kind are weaker than a threshold."""
        from memento_cli.index.fading.order import is_counted_below, kinds_below

        counts = kinds_below(self.database, self.now, threshold)
        for key in self.others:
            query = "SELECT kind FROM memory WHERE key = ?"
            (kind,) = self.database.execute(query, (key,)).fetchone()
            is_below = self._placed(key)[0] < threshold
            counts[kind] += is_below - is_counted_below(self.database, self.now, threshold, key)
        return counts

    @cached_property
    def over(self) -> Mapping[int, float]:
        """The strengths of the memories whose time to live has ended, by key."""
        from memento_cli.core.memory.memory import is_over
        from memento_cli.index.fading.levels import over_keys

        indexed = over_keys(self.database, self.now)
        over = {key: floor for key, floor in indexed.items() if key not in self.others}
        for key in self.others:
            (memory,) = self.memories("key = ?", (key,))
            if is_over(memory, self.moment):
                over[key] = memory.fade.min_strength
        return over

    def may_be_below(self, threshold: float) -> Iterator[Memory]:
        """Every memory that may be below a threshold, apart from floors and pins."""
        from memento_cli.index.fading.levels import may_be_below, weak_fadings

        for fading in weak_fadings(self.database, self.now, threshold):
            for key, memory in self._where(*may_be_below(fading, self.now, threshold)):
                if key not in self.others:
                    yield memory
        yield from self.by_keys(self.others)

    def _where(self, where: str, args: Iterable[Any]) -> Iterator[tuple[int, Memory]]:
        rows = self.database.execute(f"{_all()} WHERE {where}", tuple(args))
        return self._memories(rows)

    def _memories(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, Memory]]:
        from memento_cli.index.refresh.rows import memory_of

        for key, *row in rows:
            memory = memory_of(tuple(row))
            state = self.numbers.get(key)
            yield key, memory._replace(strength=state.strength) if state else memory

    def _placed(self, key: int) -> Placed:
        row = self.database.execute(OTHER, (key,)).fetchone()
        id, pinned, law, parameter, weight, floor = row
        fade = fade_of(law, parameter, weight, floor)
        bare = bare_strength(self.others[key], fade, pinned, self.now)
        return max(floor, bare), bare, id, key

    def _strength(self, key: int, pinned: int, *row: Any) -> float:
        strength, fade = strength_and_fade(row)
        state = self.numbers.get(key)
        return strength_now(state.strength if state else strength, fade, pinned, self.now)


def _all() -> str:
    from memento_cli.index.refresh.rows import MEMORY

    return f"SELECT key, {', '.join(MEMORY)} FROM memory"
