"""A store that strangers have written: each of many texts stands in every field that has a text.

The files are written as anybody could write them, without memento, which would refuse some.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from memento_cli import init
from memento_cli.core.events.threads import thread_id
from memento_cli.core.facts.blocks import block_id
from memento_cli.core.facts.kv import kv_id
from memento_cli.core.facts.preferences import preference_id
from memento_cli.core.facts.timeline import facts_id
from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.store.toml.writer import rendered

AT, LATER, OWN = "2026-11-01T08:00:00Z", "2026-11-20T08:00:00Z", "ctx://person/alex"
FOLDER = "<img src=x onerror=ran('name')>'\"&amp;"
"""A name of a store; a folder's has no slash."""
Table = dict[str, Any]


def memory_id(nth: int) -> str:
    """The id of the memory that says the nth text in each of its fields."""
    return f"memory-{nth:03}"


def strange_store(root: Path, texts: Sequence[str]) -> Path:
    """Makes the store in a folder; answers the folder."""
    init(str(root), person="alex")
    for nth, text in enumerate(texts):
        for path, table in _files(nth, text):
            file = root / path
            file.parent.mkdir(exist_ok=True)
            file.write_text(rendered(table), newline="")
    _log(root / "journal", [line for nth, text in enumerate(texts) for line in _acts(nth, text)])
    _log(root / "events", [_event(nth, text) for nth, text in enumerate(texts)])
    return root


def _log(folder: Path, lines: list[Table]) -> None:
    month = folder / AT[:7]
    month.mkdir(parents=True, exist_ok=True)
    (month / "stranger-0000000a.jsonl").write_text(
        "".join(f"{json.dumps(line)}\n" for line in lines)
    )


def _files(nth: int, text: str) -> Iterator[tuple[str, Table]]:
    """Each file, by its path in the store, whose texts are this one."""
    yield f"memories/{memory_id(nth)}.toml", _memory(memory_id(nth), nth, text)
    yield f"archive/archived-{nth:03}.toml", _memory(f"archived-{nth:03}", nth, text)
    times = {"person": text, "body": text, "created": AT}
    yield (
        f"states/state-{nth:03}.toml",
        {
            "state": {
                "id": f"state-{nth:03}",
                "kind": "task",
                **times,
                "payload": {"status": "open", "due": LATER},
            }
        },
    )
    liked = {"status": "confirmed", "confirmed_at": AT, "note": text}
    yield (
        f"states/{preference_id(text, 'topic', text)}.toml",
        {"preference": {"person": text, "domain": "topic", "subject": text, "like": liked}},
    )
    fact = {text or "x": [{"value": text, "from": AT, "recorded": AT}]}
    subject = f"ctx://person/{text}"
    yield f"states/{facts_id(subject)}.toml", {"facts": {"subject": subject}, "fact": fact}
    yield (
        f"blocks/{block_id(text, text)}.toml",
        {
            "block": {
                "name": text,
                "content": text,
                "description": text,
                "persona": text,
                "updated": AT,
            }
        },
    )
    yield (
        f"kv/{kv_id(text, text)}.toml",
        {"kv": {"key": text, "value": text, "set": AT, "person": text}},
    )
    edge = {"predicate": text, "object": f"other {text}", "since": AT, "evidence": [memory_id(nth)]}
    yield (
        f"graph/{filed_name(text)}.toml",
        {"entity": {"name": text, "aliases": [f"alias {text}"], "kind": text}, "edge": [edge]},
    )


def _memory(id: str, nth: int, text: str) -> Table:
    other = memory_id(max(0, nth - 1))
    own = {"id": id, "person": f"ctx://person/{text}", "created": AT, "source": text}
    texts = dict.fromkeys(("project", "agent", "session"), text)
    return {
        "memory": {
            **own, **texts, "kind": "episodic",
            "content": {"summary": text, "detail": text, "significance": "low"},
            "tags": {"topics": [text], "people": [f"ctx://person/{text}"]},
            "affect": {"valence": 0.4, "arousal": 0.1, "labels": [text], "text": text},
            "fade": {"law": "half-life", "half_life_days": 1 + nth % 50},
            "review": {"question": text},
            "origin": dict.fromkeys(("tool", "file", "url", "conversation"), text),
            "links": [{"rel": "derived_from", "target": text},
                      {"rel": "contradicts", "target": other}],
            "log": [{"timestamp": AT, "event": "created", "note": text, "strength_delta": 1.0}],
        },
        "mine": {text or "x": text},
    }  # fmt: skip


def _acts(nth: int, text: str) -> Iterator[Table]:
    """What was done, as the journal has it, with the text wherever one stands."""
    about = {"at": LATER, "by": text, "via": text}
    event = f"events/0event{nth:03}"
    yield {**about, "id": f"0a{nth:03}", "act": "reinforced", "memory": memory_id(nth),
           "text": {"reason": text}}  # fmt: skip
    yield {**about, "id": f"0b{nth:03}", "act": "edited", "memory": memory_id(nth), "text": {
        "reason": text, "before": {"memory.content.summary": f"was {text}", text: text},
        "after": {"memory.content.summary": text, text: f"is {text}"}}}  # fmt: skip
    yield {**about, "id": f"0c{nth:03}", "act": text, "memory": text, "batch": text}
    yield {**about, "id": f"0d{nth:03}", "act": "felt", "memory": event, "moment": LATER,
           "person": OWN, "valence": 0.5, "arousal": 0.1, "dominance": 0.1, "confidence": 0.9,
           "text": {"text": text, "labels": [text], "reason": text}}  # fmt: skip
    yield {**about, "id": f"0e{nth:03}", "act": "threaded", "memory": event, "confidence": 0.9,
           "thread": thread_id(text), "text": {"title": text, "reason": text}}  # fmt: skip


def _event(nth: int, text: str) -> Table:
    said = dict.fromkeys(("by", "person", "client", "session", "project"), text)
    words = {**dict.fromkeys(("user", "assistant", "said", "speaker"), text), "images": [text]}
    return {
        "id": f"0event{nth:03}",
        "at": AT,
        "source": "chat",
        **said,
        "with": [text],
        "text": words,
    }
