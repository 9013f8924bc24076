"""A memory written to a file and read again is the same memory."""

from __future__ import annotations

import tomllib
from datetime import UTC

import pytest
from hypothesis import HealthCheck, given, settings

from memento_cli.core.fading.laws import HALF_LIFE, NEVER, Law
from memento_cli.core.memory.memory import LogEntry, Memory, strength_from
from memento_cli.errors import BadData
from memento_cli.store.records.memories import log_tables, memory_codec
from memento_cli.store.toml.changes import flat
from memento_cli.store.toml.parse import Document, parsed
from memento_cli.store.toml.splice import REMOVED, edited
from memento_cli.store.toml.writer import path_of, rendered, value_text
from tests.conftest import examples
from tests.store.helpers import ALEX, NOW
from tests.store.values import memories, texts

CODEC = memory_codec(UTC)
quick = settings(
    max_examples=examples(80), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def read(text: str) -> Memory:
    return CODEC.value("a", parsed(text.encode(), "a.toml").data)


@quick
@given(memories)
def test_any_memory_comes_back_from_its_text(memory: Memory) -> None:
    """Whatever a memory holds, its file is TOML 1.0 and reads back as the same memory."""
    text = rendered(CODEC.data(memory))
    tomllib.loads(text)
    assert read(text) == memory


@quick
@given(texts)
def test_any_text_comes_back_from_its_value(text: str) -> None:
    """Any text is written with no raw control sign but newline and tab, and read back as it was."""
    written = f"x = {value_text(text)}\n"
    assert tomllib.loads(written) == {"x": text}
    assert not {sign for sign in written if ord(sign) < 32 and sign not in "\n\t"}
    assert parsed(written.encode(), "x").data == {"x": text}


@quick
@given(memories, memories)
def test_any_edit_arrives_and_keeps_comments_and_unknown_keys(one: Memory, other: Memory) -> None:
    """An edit from any memory to any other leaves comments and tables of others in the file."""
    text = decorated(rendered(CODEC.data(one)))
    old, new = flat(CODEC.data(one)), flat(CODEC.data(other))
    changes = {
        path_of(key): new.get(key, REMOVED)
        for key in {**old, **new}
        if old.get(key) != new.get(key)
    }
    after = edited(Document(text, tomllib.loads(text)), changes)
    assert read(after) == other
    assert tomllib.loads(after)["memory"]["mine"] == {"k": [1, 2], "t": "x"}
    assert "# at the top" in after and "k = [ 1,2 ] # kept" in after


def decorated(text: str) -> str:
    """The text with comments and a table that memento does not know."""
    return "# at the top\n\n" + text + '\n[memory.mine]\nk = [ 1,2 ] # kept\nt = "x"\n'


def test_a_new_file_says_what_a_plain_file_says() -> None:
    """What a short file leaves out is the default: strength 1.0, half-life 90 days."""
    memory = read(f'[memory]\nid="a"\nperson="alex"\ncreated="{NOW.isoformat()}"\n'
                  '[memory.content]\nsummary="s"\n')  # fmt: skip
    assert memory.person == ALEX
    assert memory.fade.law == Law(HALF_LIFE, 90.0)
    assert memory.strength == strength_from(1.0, NOW)
    assert rendered(CODEC.data(memory)).startswith('[memory]\nid = "a"\n')


def test_a_memory_that_never_fades_says_so() -> None:
    """A file whose fade has the law "never" is a memory that has no half-life."""
    memory = read('[memory]\nid="a"\nperson="alex"\ncreated="2025-02-01"\n'
                  '[memory.content]\nsummary="s"\n[memory.fade]\nlaw="never"\n')  # fmt: skip
    assert memory.fade.law == Law(NEVER)


def test_half_a_character_is_refused_before_it_is_written() -> None:
    """The bytes of a lone surrogate in a file are bad data, not UTF-8."""
    with pytest.raises(BadData, match="not UTF-8"):
        parsed(b'x = "\xed\xa0\x80"', "x.toml")


def test_an_entry_of_the_log_is_written_whole() -> None:
    """A tool of document 001 finds all four keys of it, also where two of them say nothing."""
    (entry,) = log_tables((LogEntry(NOW, "set"),))
    assert list(entry) == ["timestamp", "event", "note", "strength_delta"]
