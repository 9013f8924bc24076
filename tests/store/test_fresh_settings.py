"""The memento.toml of a fresh store: short, and what it leaves out stays what it is."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from memento_cli.actions.store.upkeep import migrate, writing_old_defaults
from memento_cli.cli.reference.chapters import chapter
from memento_cli.store.directory.store import Store
from memento_cli.store.settings.fields import PROFILE_NAMES, PROFILES, SETTINGS
from memento_cli.store.settings.settings import DEFAULTS, filed_setting
from memento_cli.store.settings.values import SCHEMA_VERSION
from tests.store.helpers import new_store, say

NUMBERS = Path(__file__).with_name(f"settings-{SCHEMA_VERSION}.json")
"""What each profile says of each setting, by this version of the format."""
TEN, LARGEST = 10, 1400
NOT_FOR_YOU = {"schema_version", "erasure.salt"}


def flat(table: dict[str, object], prefix: str = "") -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in table.items():
        here = flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
        found |= here
    return found


def as_it_is() -> dict[str, dict[str, object]]:
    """What each profile says of each setting now, as a file has it."""
    left_out = {*NOT_FOR_YOU, "profile", "person", "timezone"}
    return {
        name: {
            field.path: filed_setting(field, {**DEFAULTS.values, **PROFILES[name]}[field.path])
            for field in SETTINGS
            if field.path not in left_out
        }
        for name in PROFILE_NAMES
    }


@pytest.mark.parametrize("profile", PROFILE_NAMES)
def test_a_fresh_file_has_ten_settings_each_with_a_comment(tmp_path: Path, profile: str) -> None:
    """And what is not for people; it is about 1 KB, and says where the others are told."""
    store = new_store(tmp_path / "s", profile=profile)
    text = Path(store.settings_file).read_text()
    said = flat(tomllib.loads(text))
    assert len(said.keys() - NOT_FOR_YOU) == TEN and said.keys() >= NOT_FOR_YOU
    assert len(text.encode()) <= LARGEST and "`memento help settings`" in text
    lines = text.splitlines()
    for place, line in enumerate(lines):
        assert " = " not in line or line[0] == "#" or lines[place - 1][0] == "#", line
    wanted = {**DEFAULTS.values, **PROFILES[profile], "profile": profile}
    own = NOT_FOR_YOU | {"timezone", "person"}
    settings = Store(store.root).settings
    assert {key: settings[key] for key in wanted.keys() - own} == {
        key: wanted[key] for key in wanted.keys() - own
    }


def test_what_is_given_is_written(tmp_path: Path) -> None:
    """A setting that a store is made with stands in its file."""
    store = new_store(tmp_path / "s", recall__counts="view")
    assert flat(tomllib.loads(Path(store.settings_file).read_text()))["recall.counts"] == "view"


def test_the_help_tells_every_setting() -> None:
    """`help settings` has the ones that a fresh file leaves out, too."""
    text = chapter("settings")[1]
    assert all(f"`{field.keys[-1]}`" in text for field in SETTINGS)


def test_a_profiles_numbers_belong_to_the_version_of_the_format() -> None:
    """A store that does not say a setting goes by what this memento has: who changes a number, or
    adds a setting to a profile, counts SCHEMA_VERSION up, and adds a step `writing_old_defaults` of
    the version before (tests/store/settings-N.json) to STEPS. A new setting is a row there, too."""
    older = json.loads(NUMBERS.read_text())
    now = json.loads(json.dumps(as_it_is()))
    assert {name: {key: now[name].get(key) for key in older[name]} for name in older} == older
    assert {*now} == {*older} and all({*now[name]} == {*older[name]} for name in older)


def test_a_step_keeps_the_numbers_by_which_a_store_went(tmp_path: Path) -> None:
    """What its file does not say is written out; what it says, and another profile's, is not."""
    store = new_store(tmp_path / "s")
    say(store.root, recall__limit=4)
    numbers = {
        "half-life": {"recall.limit": 12, "list.hide_below": 0.25},
        "tiers": {"recall.limit": 3},
    }
    done = migrate(Store(store.root), steps={1: writing_old_defaults(numbers)}, version=2)
    assert (done.before, done.after) == (1, 2)
    said = flat(tomllib.loads(Path(store.settings_file).read_text()))
    assert (said["recall.limit"], said["list.hide_below"], said["schema_version"]) == (4, 0.25, 2)
