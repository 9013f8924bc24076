"""What an erasure takes of what holds beside memories, and what was stated since and stays."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from memento_cli.core.graph.entities import Edge, edge_ref
from memento_cli.core.journal.event_types import (
    CREATED,
    DROPPED,
    ERASED,
    KEPT,
    RELATED,
    REMOVED,
    REVISED,
    STATED,
    UNDONE,
    UNRELATED,
)
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.redaction.erased_records import erased_entries_of_records, remainder

AT = datetime(2025, 2, 5, tzinfo=UTC)
OLD, NEW = "2025-02-01T00:00:00Z", "2025-02-09T00:00:00Z"
FACTS, STATE, FACT, ALEX = "states/alex-facts", "states/tea", "kv/port", "graph/alex"
EDGE = edge_ref("alex", Edge("knows", "mei", AT))
OLD_ROW, NEW_ROW = {"value": "Rome", "recorded": OLD}, {"value": "Oslo", "recorded": NEW}
OLD_EDGE, NEW_EDGE = (
    {"predicate": "knows", "object": "mei", "since": at, "weight": 1.0} for at in (OLD, NEW)
)


def line(id: str, act: str, name: str = STATE, undoes: str = "", **said: Any) -> JournalEntry:
    """A line; one that says nothing else has some words."""
    more = {"after": said.pop("set")} if "set" in said else {}
    return JournalEntry(
        id, AT, act, name, "alex", undoes=undoes, text=said or {"x": "words"}, more=more
    )


def erased(name: str, id: str = "5") -> dict[str, list[JournalEntry]]:
    return {name: [JournalEntry(id, AT, ERASED, name, "alex")]}


@pytest.mark.parametrize(
    ("name", "later", "gone"),
    [
        (STATE, [line("6", REVISED)], "6"),
        (STATE, [line("6", REMOVED)], "6"),
        (STATE, [line("6", CREATED), line("7", REVISED)], ""),
        (STATE, [line("6", REVISED), line("7", CREATED), line("8", REMOVED)], "6"),
        (STATE, [line("6", CREATED), line("7", UNDONE, undoes="6"), line("8", REVISED)], "78"),
        (FACTS, [line("6", STATED, FACTS)], ""),
        (FACT, [line("6", DROPPED, FACT), line("7", KEPT, FACT), line("8", DROPPED, FACT)], "6"),
        (ALEX, [line("6", RELATED, EDGE), line("7", REVISED, ALEX)], "7"),
        (ALEX, [line("6", RELATED, EDGE, head={"entity.name": "alex"}),
                line("7", REVISED, ALEX)], ""),
        (ALEX, [line("6", UNRELATED, EDGE)], "6"),
        (EDGE, [line("6", UNRELATED, EDGE), line("7", REVISED, ALEX)], "6"),
        (EDGE, [line("6", RELATED, EDGE), line("7", UNRELATED, EDGE)], ""),
        (ALEX, [line("6", RELATED, "graph/alexandra/0a"), line("7", REVISED, "graph/al")], ""),
    ],
)  # fmt: skip
def test_later_lines_stay_if_they_say_something_by_themselves(
    name: str, later: list[JournalEntry], gone: str
) -> None:
    """What was stated since, and what follows a file that was made anew; all older goes."""
    older = [line(str(id), CREATED, name) for id in range(1, 5)]
    found = erased_entries_of_records([*later, *older, *erased(name)[name]], erased(name))
    assert {each.id for each in found} == {*"1234", *gone}


def test_the_newest_of_several_erasures_counts() -> None:
    """What was stated between two of them goes with the second."""
    told = {STATE: [*erased(STATE, "2")[STATE], *erased(STATE, "5")[STATE]]}
    lines = [line("3", CREATED), line("6", CREATED)]
    assert [each.id for each in erased_entries_of_records(lines, told)] == ["3"]


def test_what_its_writer_knew_of_is_older_whatever_the_clocks_say() -> None:
    """The clock of who erased was ahead: what was stated since has a smaller id, and stays."""
    known = JournalEntry("3", AT, CREATED, STATE, "mei", text={"x": "words"}, more={"since": "5"})
    older = known._replace(more={"since": "2"})
    assert erased_entries_of_records([known], erased(STATE)) == [] and erased_entries_of_records(
        [older], erased(STATE)
    ) == [older]
    data = {"state": {"id": "tea"}}
    assert remainder(STATE, data, erased(STATE)[STATE], [known]) == data
    assert remainder(STATE, data, erased(STATE)[STATE], [older]) is None


def test_lines_about_memories_are_not_judged_here() -> None:
    """An id without a folder is a memory's."""
    assert erased_entries_of_records([line("1", CREATED, "tea")], erased("tea")) == []


STATED_ANEW = line("6", STATED, FACTS, entry=NEW_ROW)
SUBJECT = {"subject": "ctx://person/alex"}


@pytest.mark.parametrize(
    ("name", "data", "lines", "left"),
    [
        (FACTS, {"facts": SUBJECT, "fact": {"city": [NEW_ROW]}}, [], None),
        (FACTS, {"facts": SUBJECT, "fact": {"city": [OLD_ROW, NEW_ROW], "x": [OLD_ROW]}},
         [STATED_ANEW], {"facts": SUBJECT, "fact": {"city": [NEW_ROW]}}),
        (FACTS, {"facts": SUBJECT, "fact": {"city": [OLD_ROW]}},
         [line("6", STATED, FACTS, entry=OLD_ROW)],
         {"facts": SUBJECT, "fact": {"city": [OLD_ROW]}}),
        (FACTS, {"facts": SUBJECT, "fact": {"city": [NEW_ROW]}},
         [line("2", STATED, FACTS, entry=NEW_ROW), line("6", STATED, FACTS, entry={"value": 1})],
         {"facts": SUBJECT}),
        (FACTS, {"facts": SUBJECT, "fact": {"city": "Rome", "x": ["y", {"recorded": 7}]}},
         [STATED_ANEW], {"facts": SUBJECT}),
        (FACTS, {"facts": SUBJECT, "fact": {"city": [NEW_ROW]}},
         [STATED_ANEW, line("7", UNDONE, FACTS, undoes="6")], None),
        (STATE, {"state": {"id": "tea"}}, [line("6", REVISED)], None),
        (STATE, {"state": {"id": "tea"}}, [line("6", CREATED)], {"state": {"id": "tea"}}),
        (FACT, {"kv": {"key": "port", "value": 1, "set": OLD}}, [], None),
        (FACT, {"kv": {"key": "port", "value": 2, "set": NEW, "replaced": {"set": OLD}}},
         [line("6", KEPT, FACT, set={"set": NEW})],
         {"kv": {"key": "port", "value": 2, "set": NEW}}),
        (FACT, {"kv": {"key": "port", "replaced": {"value": 2, "set": NEW}}},
         [line("6", KEPT, FACT, set={"set": NEW})],
         {"kv": {"key": "port", "replaced": {"value": 2, "set": NEW}}}),
        (FACT, {"kv": {"key": "port", "value": 1, "set": OLD, "ttl": "2h"}},
         [line("6", KEPT, FACT, set={"set": NEW})], None),
        (ALEX, {"entity": {"name": "alex", "aliases": ["al"]}, "edge": [OLD_EDGE, NEW_EDGE]},
         [line("6", RELATED, EDGE, entry=NEW_EDGE)],
         {"entity": {"name": "alex"}, "edge": [NEW_EDGE]}),
        (ALEX, {"entity": {"name": "alex", "aliases": ["al"]}, "edge": [OLD_EDGE]},
         [line("6", CREATED, ALEX)], {"entity": {"name": "alex", "aliases": ["al"]}}),
        (EDGE, {"entity": {"name": "alex"}, "edge": [OLD_EDGE, OLD_EDGE | {"object": "bo"}]}, [],
         {"entity": {"name": "alex"}, "edge": [OLD_EDGE | {"object": "bo"}]}),
        (EDGE, {"entity": {"name": "alex"}, "edge": [OLD_EDGE]}, [], {"entity": {"name": "alex"}}),
        (EDGE, {"entity": {"name": "alex"}, "edge": [OLD_EDGE]},
         [line("6", RELATED, EDGE, entry=OLD_EDGE)],
         {"entity": {"name": "alex"}, "edge": [OLD_EDGE]}),
        (EDGE, {"entity": {"name": "alex"}, "edge": ["odd", {}]}, [],
         {"entity": {"name": "alex"}, "edge": ["odd", {}]}),
        (EDGE, {}, [], {}),
    ],
)  # fmt: skip
def test_of_a_file_what_was_stated_since_is_left(
    name: str, data: Mapping[str, Any], lines: list[JournalEntry], left: Mapping[str, Any] | None
) -> None:
    """Nothing if nothing was; else entries of since, and no name that was given before."""
    assert remainder(name, data, erased(name)[name], lines) == left
