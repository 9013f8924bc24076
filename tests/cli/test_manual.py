"""The manual, the man page and the schemas say what the code does."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from math import floor
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Draft, Store, Tags, edit, forget, pin, record, reinforce, restore, undo
from memento_cli.cli.reference.chapters import chapter
from memento_cli.cli.reference.markdown import ENVIRONMENT
from memento_cli.cli.reference.pages import PAGES
from memento_cli.cli.reference.topics import FOLDER, TOPICS
from memento_cli.cli.reference.tree import commands, common_options
from memento_cli.core.fading.laws import HALF_LIFE, Law
from memento_cli.core.fading.strength import Fade
from memento_cli.core.fields.checks import MISSING, checked, lookup
from memento_cli.core.memory.memory import days_below, default_half_life
from memento_cli.core.text.strict_json import loaded
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.errors import EXIT_CODES, BadTime
from memento_cli.store.journal.jsonl import KEYS
from memento_cli.store.records.memory_fields import FIELDS
from memento_cli.store.records.schema import KINDS, LINE_FIELDS, schema_of
from memento_cli.store.settings.fields import SETTINGS
from memento_cli.store.settings.settings import DEFAULTS, settings_text
from tests.conftest import ROOT, Ran
from tests.core.values import memory

NOW = datetime(2025, 3, 2, 9, tzinfo=UTC)
Call = Callable[..., Ran]


def test_topics_are_listed_with_a_line_each(call: Call) -> None:
    """`memento help topics` lists every page and chapter; a chapter has a title."""
    told = call("help", "topics").stdout.splitlines()
    assert {line.split()[0] for line in told} == {*TOPICS, *PAGES}
    for topic in TOPICS:
        text = chapter(topic)[1]
        assert (
            text.startswith(("# ", "What ")) and "{{" not in text and len(text.splitlines()) > 5
        ), topic


def test_every_chapter_is_a_topic() -> None:
    """No chapter lies in the package that no topic leads to."""
    assert {path.stem for path in Path(FOLDER).iterdir()} == set(TOPICS)


def test_a_topic_may_be_shortened(call: Call) -> None:
    """The unique start of a topic's name is enough, and a command's name gives its reference."""
    assert call("help", "exit").stdout == call("help", "exit-codes").stdout
    assert call("help", "recall").stdout.startswith("# memento recall\n")


def test_an_unknown_topic_is_not_found(call: Call) -> None:
    """An unknown topic ends with 3 and says which one may have been meant."""
    done = call("help", "promisses")
    assert done.code == 3 and not done.stdout
    assert "did you mean promises?" in done.stderr
    assert call("help", "s").code == 3, "start, settings or strength"


def test_json_has_the_same_text(call: Call) -> None:
    """With --json, topics are records and a chapter is one text."""
    topics = json.loads(call("help", "topics", "--json").stdout)["topics"]
    assert {topic["id"] for topic in topics} == {*TOPICS, *PAGES}
    found = json.loads(call("help", "times", "--json").stdout)
    assert found["topic"] == "times" and found["text"].startswith("# Times\n")


def test_every_setting_is_explained() -> None:
    """The settings' chapter has every setting with its documentation, below its table's name."""
    text = chapter("settings")[1]
    for field in SETTINGS:
        assert re.search(rf"- `{field.keys[-1]}` \(.*\): {re.escape(field.doc)}", text), field.path


def test_every_exit_code_is_explained() -> None:
    """The exit codes' chapter has every promised code."""
    text = chapter("exit-codes")[1]
    assert all(f"| {number} | {name} | {when} |" in text for number, name, when in EXIT_CODES)


def test_every_command_and_option_is_explained() -> None:
    """The commands' chapter has every command with its usage, arguments and options."""
    text = chapter("commands")[1]
    for command in commands():
        assert f"### memento {command.name}\n\n    {command.usage}\n" in text
        section = text.partition(f"### memento {command.name}\n")[2].partition("\n#")[0]
        for option in command.own:
            assert all(f"`{name}" in section for name in option.names), (command.name, option)
    assert all(f"`{option.names[0]}" in text for option in common_options())


def test_every_variable_is_explained() -> None:
    """Every variable of memento's own that the code reads is in the manual."""
    named = {word for names, _ in ENVIRONMENT for word in names.split(", ")}
    read = set()
    for path in (ROOT / "memento_cli").rglob("*.py"):
        read |= set(re.findall(r'"(MEMENTO_[A-Z]+)"', path.read_text()))
        read |= set(re.findall(r'environ(?:\.get\(|\[)"([A-Z]+)"', path.read_text()))
    assert read - {"USER", "LOGNAME", "COMPUTERNAME"} <= named
    assert all(f"`{names}`" in chapter("start")[1] for names, _ in ENVIRONMENT)


def test_the_example_file_is_right_and_full() -> None:
    """The example of the file format loads, is what its schema says, and shows every key."""
    example = re.search(r"```toml\n(.*?)```", chapter("file-format")[1], re.S)
    assert example
    document = tomllib.loads(example[1])
    assert checked(FIELDS, document)[1] == []
    assert problems(schema_of("memory"), document) == []
    missing = [field.path for field in FIELDS if lookup(document, field.keys)[0] is MISSING]
    assert missing == [], "the example in manual/file-format.md should show every key"


def test_the_times_of_the_manual_can_be_typed() -> None:
    """Every time that the manual gives as an example is read; those it calls refused are not."""
    text = chapter("times")[1]
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    typed = [time for row in rows for time in re.findall(r"`([^`]+)`", row)]
    assert len(typed) > 15
    for time in typed:
        typed_moment(time, NOW, UTC)
    for time in ("01/02/2025", "5m", "12", "soon"):
        with pytest.raises(BadTime):
            typed_moment(time, NOW, UTC)


def test_the_crossings_of_the_manual_are_right() -> None:
    """The table of days until a memory is hidden and pruned is what the theory says."""
    text = chapter("strength")[1]
    for name in ("high", "medium", "low"):
        days = default_half_life(name)
        hidden, pruned = (
            floor(days_below(memory(fade=Fade(Law(HALF_LIFE, days), 0.0)), limit)) + 1
            for limit in (0.2, 0.15)
        )
        assert f"| {name} | {days:g} days | {hidden} days | {pruned} days |" in text


def test_the_man_page_is_clean(call: Call, tmp_path: Path) -> None:
    """groff finds nothing to warn of in the man page, and no command is missing in it."""
    groff = shutil.which("groff")
    if not groff:
        pytest.skip("groff is not installed")
    page = tmp_path / "memento.1"
    page.write_text(call("help", "--man").stdout)
    made = subprocess.run(
        [groff, "-man", "-Tutf8", "-ww", str(page)], capture_output=True, text=True, check=True
    )
    assert made.stderr == ""
    text = re.sub(r"\x1b\[[\d;]*m|.\x08", "", made.stdout)
    assert all(f"\n   {command.name}" in text for command in commands())
    assert "--if-duplicate ask|keep" in text


def test_schemas_are_printed(call: Call) -> None:
    """`memento store schema` prints each kind's JSON Schema; an unknown kind is a usage error."""
    for kind in KINDS:
        assert json.loads(call("store", "schema", kind).stdout) == schema_of(kind)
    assert json.loads(call("store", "schema").stdout)["title"].startswith("A memory")
    assert call("store", "schema", "dream").code == 2


def test_a_new_store_is_what_the_schemas_say(store: Store) -> None:
    """Files, settings and lines that memento writes are valid by its own schemas."""
    draft = Draft("Lunch at Roma", person="ctx://person/alex", tags=Tags(("food",)))
    memory, _ = record(store, draft, NOW)
    reinforce(store, memory.id, NOW.replace(month=5), "went again")
    edit(store, memory.id, {"memory.strength.initial": 0.5}, NOW)
    pin(store, memory.id, NOW)
    pin(store, memory.id, NOW, pinned=False)
    forget(store, [memory.id], NOW, "moved away")
    restore(store, [memory.id], NOW)
    undo(store, None, NOW)
    undo(store, None, NOW)
    found = [*Path(store.root).glob("memories/*.toml"), *Path(store.root).glob("archive/*.toml")]
    for file in found:
        assert problems(schema_of("memory"), tomllib.loads(file.read_text())) == []
    settings = tomllib.loads(Path(store.settings_file).read_text())
    assert problems(schema_of("settings"), settings) == []
    lines = [line for log in store.journal.files() for line in Path(log).read_text().splitlines()]
    assert len(lines) >= 8
    for line in lines:
        assert problems(schema_of("journal"), loaded(line)) == [], line


def test_the_schema_finds_what_the_loader_finds() -> None:
    """What is out of range, of the wrong type or missing is so by the schema as well."""
    good: dict[str, Any] = {
        "id": "a", "person": "alex", "created": "2025-01-01", "content": {"summary": "One"},
    }  # fmt: skip
    schema = schema_of("memory")
    assert problems(schema, {"memory": good}) == []
    for bad in (
        {"kind": "dream"}, {"importance": 2}, {"importance": "1"}, {"pinned": 1},
        {"created": "yesterday"}, {"content": {"summary": " "}}, {"tags": {"topics": [1]}},
        {"fade": {"half_life_days": 0}}, {"links": [{"rel": "cause_of"}]}, {"content": 1},
    ):  # fmt: skip
        document = {"memory": good | bad}
        assert checked(FIELDS, document)[1] and problems(schema, document), bad
    assert problems(schema, {"memory": {**good, "mood": "fine"}}) == [], "unknown keys are allowed"
    assert problems(schema, {}) and problems(schema, {"memory": {}})


def test_the_line_fields_are_the_lines_keys() -> None:
    """The keys that the manual and the schema give for a journal line are those of the codec."""
    assert tuple(dict.fromkeys(field.keys[0] for field in LINE_FIELDS)) == KEYS


def test_the_settings_file_of_a_new_store_has_every_setting() -> None:
    """A `memento.toml` written out in full is valid by its schema."""
    assert problems(schema_of("settings"), tomllib.loads(settings_text(DEFAULTS.values))) == []


def problems(schema: dict[str, Any], value: Any, where: str = "$") -> list[str]:
    """What is wrong with a value by a schema: as much of JSON Schema as ours use, and no more."""
    known = {
        "$schema", "$id", "title", "description", "default", "type", "properties", "required",
        "additionalProperties", "items", "enum", "pattern",
        "minimum", "maximum", "exclusiveMinimum",
    }  # fmt: skip
    assert set(schema) <= known, set(schema) - known
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(_is_a(name, value) for name in types):
        return [f"{where}: {value!r} is no {schema['type']}"]
    found = []
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where}: {value!r} is not one of {schema['enum']}")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{where}: {value!r} does not match")
    if "minimum" in schema and value < schema["minimum"]:
        found.append(f"{where}: too small")
    if "maximum" in schema and value > schema["maximum"]:
        found.append(f"{where}: too great")
    if "exclusiveMinimum" in schema and value <= schema["exclusiveMinimum"]:
        found.append(f"{where}: too small")
    found += [f"{where}: no {key}" for key in schema.get("required", ()) if key not in value]
    for key, inner in schema.get("properties", {}).items():
        found += problems(inner, value[key], f"{where}.{key}") if key in value else []
    rest = schema.get("additionalProperties", True)
    for key in value.keys() - schema["properties"] if isinstance(rest, dict) else ():
        found += problems(rest, value[key], f"{where}.{key}")
    for place, entry in enumerate(value) if "items" in schema else ():
        found += problems(schema["items"], entry, f"{where}[{place}]")
    return found


def _is_a(name: str, value: Any) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    types: dict[str, Any] = {
        "object": dict, "array": list, "string": str, "integer": int, "number": (int, float),
        "boolean": bool,
    }  # fmt: skip
    return isinstance(value, types[name])


def test_what_a_sleep_merges_unasked_is_what_its_help_says(
    store: Store, call: Callable[..., Ran]
) -> None:
    """Equal episodes of half a day, and equal knowledge of any time; not episodes of other days."""
    for kind in ("episodic", "semantic"):
        for date in ("03", "05", "05"):
            said = f"The {kind} market was closed"
            day = f"2026-01-{date}"
            call("record", said, "--kind", kind, "--now", day, "--if-duplicate", "keep")
    assert call("tidy", "propose", "--apply-safe", "--now", "2026-01-06").code == 0
    kinds = [store.memories.read(id).value.kind for id in store.memories.ids()]
    assert sorted(kinds) == ["episodic", "episodic", "semantic"]
    for told in (call("tidy", "propose", "--help"), call("help", "sleep")):
        assert "half a day" in " ".join(told.stdout.split())
