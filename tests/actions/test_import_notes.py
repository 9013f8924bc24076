"""import from basic-memory and mem0: what their notes and rows become."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Store, memory_at, undo
from memento_cli.actions.exchange.imports import Imported, import_memories
from memento_cli.actions.exchange.sources.opened import source_of
from memento_cli.core.memory.memory import Memory
from memento_cli.core.security.trust import trust_of

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
NOTE = """\
---
title: Coffee Brewing Methods
type: note
tags: [coffee, brewing]
permalink: coffee-brewing-methods
created: 2026-01-02
---

# Coffee Brewing Methods

An introduction to how it is made.

## Observations

- [method] Pour over gives more clarity than a French press
- [technique] Water at 95 °C extracts the most #heat #water (measured twice)
- [ ] buy a kettle
- [a link](https://example.com) is no observation
```
- [code] nor is this
```

## Relations

- relates_to [[Coffee Bean Origins]]
- requires [[Proper Grinding Technique|grinding]] (for the taste)
- [[Tea]]
"""
MEM0 = {
    "results": [
        {
            "id": "f38b689d-6b24-45b7-bced-17fbb4d8bac7",
            "memory": "Is vegetarian and allergic to nuts.",
            "hash": "bae54550d0dc1b7b6d9e8c6e8c5c5e0a",
            "metadata": {"category": "food"},
            "score": 0.68,
            "created_at": "2024-07-26T10:29:36.630547-07:00",
            "updated_at": None,
            "user_id": "alex",
            "agent_id": "diet-assistant",
            "run_id": "r-1",
        },
        {
            "id": "0a14d8f0", "memory": "Plays tennis", "categories": ["sport", "hobby"],
            "created_at": "2024-07-26", "user_id": "alex",
        },
        {"id": "1", "memory": "", "user_id": "alex"},
    ],
    "relations": [
        {"source": "alex", "relationship": "plays", "target": "tennis"},
        {"source": "alex"},
    ],
}  # fmt: skip


def taken(store: Store, path: Path, text: str, **how: Any) -> Imported:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return import_memories(store, source_of(str(path)).items, NOW, **how)


def all_of(store: Store) -> dict[str, Memory]:
    found = (memory_at(store, id, NOW) for id in store.memories.ids())
    return {memory.content.summary: memory for memory in found}


def edges_of(store: Store) -> list[tuple[str, str, str]]:
    folder = store.held("graph")
    entities = (folder.read(id).value for id in folder.ids())
    return [(one.name, edge.predicate, edge.object) for one in entities for edge in one.edges]


def test_a_note_of_basic_memory(store: Store, tmp_path: Path) -> None:
    """Each observation is a memory about the note, each relation an edge, the rest a memory."""
    done = taken(store, tmp_path / "notes" / "coffee.md", NOTE)
    assert not done.skipped
    memories = all_of(store)
    assert set(memories) == {
        "Coffee Brewing Methods",
        "Pour over gives more clarity than a French press",
        "Water at 95 °C extracts the most #heat #water (measured twice)",
    }
    whole = memories["Coffee Brewing Methods"]
    assert whole.content.detail.startswith("An introduction") and "kettle" in whole.content.detail
    assert "- [code] nor is this" in whole.content.detail
    assert "a link" in whole.content.detail and "## " not in whole.content.detail
    water = memories["Water at 95 °C extracts the most #heat #water (measured twice)"]
    topics = ("Coffee Brewing Methods", "technique", "heat", "water", "coffee", "brewing")
    assert water.tags.topics == topics and water.kind == "semantic"
    assert {one.created.date().isoformat() for one in memories.values()} == {"2026-01-02"}
    assert {trust_of(one) for one in memories.values()} == {"imported"}
    assert {one.privacy for one in memories.values()} == {"private"}
    assert edges_of(store) == [
        ("Coffee Brewing Methods", "relates_to", "Coffee Bean Origins"),
        ("Coffee Brewing Methods", "requires", "Proper Grinding Technique"),
        ("Coffee Brewing Methods", "links_to", "Tea"),
    ]


def test_twice_the_same_note_adds_nothing(store: Store, tmp_path: Path) -> None:
    """Nor does a dry run; one undo takes all of it back."""
    path = tmp_path / "notes" / "coffee.md"
    assert len(taken(store, path, NOTE, dry=True).added) == 10
    assert not store.memories.ids()
    done = taken(store, path, NOTE)
    assert not taken(store, path, NOTE).added
    undo(store, done.batch, NOW)
    assert not store.memories.ids() and not store.held("graph").ids()


def test_a_page_with_a_permalink_alone_is_a_page(store: Store, tmp_path: Path) -> None:
    """Pages of Jekyll have one, too; without observations they are read as any Markdown."""
    taken(store, tmp_path / "p.md", "---\ntitle: About\npermalink: /about/\n---\nWords\n")
    assert list(all_of(store)) == ["About"] and not store.held("graph").ids()


@pytest.mark.parametrize("form", ["whole", "list", "lines"])
def test_memories_of_mem0(store: Store, tmp_path: Path, form: str) -> None:
    """An answer with results, a list, or a memory a line: each under its own time and person."""
    rows: Any = MEM0["results"]
    text = json.dumps(MEM0 if form == "whole" else rows, indent=1)
    name = "mem0.json"
    if form == "lines":
        name, text = "mem0.jsonl", "".join(json.dumps(row) + "\n" for row in rows)
    done = taken(store, tmp_path / name, text)
    told = {"whole": 2, "list": 1, "lines": 1}
    assert len(done.skipped) == told[form] and all(name in bad.where for bad in done.skipped)
    memories = all_of(store)
    food = memories["Is vegetarian and allergic to nuts."]
    assert (food.person, food.agent, food.session) == ("ctx://person/alex", "diet-assistant", "r-1")
    assert food.tags.topics == ("food",) and food.created == datetime(
        2024, 7, 26, 17, 29, 36, 630547, tzinfo=UTC
    )
    assert food.source.startswith("mem0:f38b") and trust_of(food) == "imported"
    assert memories["Plays tennis"].tags.topics == ("sport", "hobby")
    assert edges_of(store) == ([("alex", "plays", "tennis")] if form == "whole" else [])
    assert not taken(store, tmp_path / name, text).added
