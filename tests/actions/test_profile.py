"""Profiles: what init writes, where a store differs, and how it is set."""

from __future__ import annotations

from pathlib import Path

import pytest

from memento_cli import Draft, Store, differences, init, open_store, record, set_settings
from memento_cli.actions.store.profile import (
    parsed_setting,
    settings_of_profile,
    settings_to_change,
)
from memento_cli.core.fading.laws import DAILY, EBBINGHAUS, HALF_LIFE, Law
from memento_cli.core.recall.ranking import PROFILES as SCHEMES
from memento_cli.core.time.when import EPOCH
from memento_cli.errors import BadData, BadValue, MementoError, Usage
from memento_cli.store.settings.fields import ABOUT, PROFILE_NAMES, PROFILES, SETTINGS


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return init(str(tmp_path / "store"), person="alex").store


def again(store: Store) -> Store:
    return open_store(store.root)


@pytest.mark.parametrize("profile", PROFILE_NAMES)
def test_a_profile_is_written_out(tmp_path: Path, profile: str) -> None:
    """Every setting of it stands in memento.toml, and the store is as the profile has it."""
    store = again(init(str(tmp_path / "store"), profile=profile).store)
    assert store.settings["profile"] == profile and differences(store) == []
    known = {field.path for field in SETTINGS}
    assert PROFILES[profile].keys() <= known and profile in ABOUT
    assert store.settings.scheme == SCHEMES[profile]


@pytest.mark.parametrize(
    ("profile", "kind", "law", "floor"),
    [
        ("half-life", "semantic", Law(HALF_LIFE, 90), 0.1),
        ("ebbinghaus", "semantic", Law(EBBINGHAUS, 1), 0.0),
        ("agent", "semantic", Law(HALF_LIFE, 180), 0.0),
        ("agent", "working", Law(HALF_LIFE, 2), 0.0),
        ("companion", "semantic", Law(HALF_LIFE, 90), 0.1),
        ("tiers", "semantic", Law(DAILY, 5), 0.0),
    ],
)
def test_how_a_new_memory_fades(
    tmp_path: Path, profile: str, kind: str, law: Law, floor: float
) -> None:
    """By the law and to the floor that its document says (DESIGN, section 3)."""
    store = init(str(tmp_path / "store"), profile=profile).store
    made = record(store, Draft("s", kind=kind), EPOCH).memory
    assert made.fade[:2] == (law, floor)
    assert store.memories.read(made.id).value.fade == made.fade


def test_a_setting_that_is_missing_is_the_profile_s(store: Store) -> None:
    """Who deletes a line gets what the profile says, not the default of another one."""
    set_settings(store, {"profile": "tiers"})
    path = Path(store.settings_file)
    lines = [line for line in path.read_text().splitlines() if not line.startswith("limit =")]
    path.write_text("\n".join(lines))
    assert again(store).settings["recall.limit"] == PROFILES["tiers"]["recall.limit"] == 5


def test_another_profile_leaves_what_was_changed_here(store: Store) -> None:
    """Settings that stood as the old profile has them follow; one's own stay."""
    set_settings(store, {"recall.limit": 7})
    changed = set_settings(again(store), settings_to_change(again(store), "tiers"))
    assert {one.key for one in changed} >= {"profile", "fade.law", "recall.hide_tiers"}
    now = again(store).settings
    assert (now["recall.limit"], now["fade.law"], now["list.hide_below"]) == (7, "daily", 0.3)
    assert [one.key for one in differences(again(store))] == ["recall.limit"]
    assert differences(again(store), "half-life")


def test_there_and_back_is_as_before(store: Store) -> None:
    """Setting a profile and then the old one again changes no setting."""
    before = store.settings.values
    for profile in (*PROFILE_NAMES, "half-life"):
        set_settings(again(store), settings_to_change(again(store), profile))
    assert again(store).settings.values == before


@pytest.mark.parametrize("profile", PROFILE_NAMES)
def test_the_file_is_as_that_of_a_fresh_store(store: Store, tmp_path: Path, profile: str) -> None:
    """What the profile says stays unwritten, and what was set by hand stays."""
    fresh = init(str(tmp_path / "fresh"), profile=profile, person="alex").store
    set_settings(again(store), settings_to_change(again(store), profile))

    def lines(one: Store) -> list[str]:
        said = Path(one.settings_file).read_text().splitlines()
        return [line for line in said if not line.startswith(("salt", "person", "timezone"))]

    assert lines(again(store)) == lines(fresh)
    set_settings(again(store), {"recall.limit": 7})
    set_settings(again(store), settings_to_change(again(store), "half-life"))
    assert again(store).settings["recall.limit"] == 7


def test_a_file_that_a_person_wrote_keeps_its_lines(store: Store) -> None:
    """Another profile changes the values that follow it, and adds no line."""
    path = Path(store.settings_file)
    path.write_text('# mine\nschema_version = 1\nprofile = "half-life"\nlist.hide_below = 0.2\n')
    set_settings(again(store), settings_to_change(again(store), "tiers"))
    assert path.read_text() == (
        '# mine\nschema_version = 1\nprofile = "tiers"\nlist.hide_below = 0.3\n'
    )
    assert again(store).settings["recall.limit"] == 5


def test_comments_stay(store: Store) -> None:
    """An edit changes the line of its setting and no other."""
    path = Path(store.settings_file)
    path.write_text(path.read_text().replace("limit = 10", "limit = 10 # enough"))
    before = path.read_text().splitlines()
    set_settings(again(store), {"recall.limit": 3, "half_life.low": 14.0})
    after = path.read_text().splitlines()
    different = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    assert different == [
        ("low = 30.0", "low = 14.0"),
        ("limit = 10 # enough", "limit = 3 # enough"),
    ]


def test_a_dry_run_writes_nothing(store: Store) -> None:
    """It tells what it would change, and the file stays."""
    before = Path(store.settings_file).read_bytes()
    (one,) = set_settings(store, {"recall.limit": 3}, dry=True)
    assert one == ("recall.limit", 10, 3)
    assert Path(store.settings_file).read_bytes() == before


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("fade.law=base-level", "fade.law", "base-level"),
        ("recall.limit = 5", "recall.limit", 5),
        ("recall.hide_tiers=true", "recall.hide_tiers", True),
        ("retention.episodic=never", "retention.episodic", float("inf")),
        ("retention.tags=scratch 7d, log:* 14d", "retention.tags", ("scratch 7d", "log:* 14d")),
    ],
)
def test_settings_as_they_are_typed(text: str, key: str, value: object) -> None:
    """Text needs no quotes, a list may be written with commas, a length has its unit."""
    assert parsed_setting(text) == (key, value)


@pytest.mark.parametrize(
    ("text", "problem", "said"),
    [
        ("fade.law=linear", BadValue, "not one of half-life"),
        ("recall.limit=many", BadValue, "not a number"),
        ("recall.limt=5", Usage, "did you mean recall.limit"),
        ("erasure.salt=x", Usage, "not set here"),
        ("nonsense", Usage, "has no value"),
    ],
)
def test_what_cannot_be_set(text: str, problem: type[MementoError], said: str) -> None:
    """A value out of range, and a key that is none, are errors that say what was meant."""
    with pytest.raises(problem, match=said):
        parsed_setting(text)


def test_a_policy_that_cannot_be_read_is_not_written(store: Store) -> None:
    """What would make the settings unreadable is refused, and the file stays."""
    before = Path(store.settings_file).read_bytes()
    with pytest.raises(BadValue, match=r"retention\.tags: 'scratch'"):
        set_settings(store, {"retention.tags": ("scratch",)})
    assert Path(store.settings_file).read_bytes() == before


def test_a_zone_that_there_is_not_is_not_written(store: Store) -> None:
    """Where one stands in the file, nothing is said to be so already: the file is named."""
    with pytest.raises(BadValue, match="Mars/Base"):
        set_settings(store, {"timezone": "Mars/Base"})
    path = Path(store.settings_file)
    path.write_text(path.read_text().replace('"UTC"', '"Mars/Base"'))
    with pytest.raises(BadData, match=r"memento\.toml"):
        set_settings(again(store), {"timezone": "UTC"})


def test_all_profiles_say_something_of_the_same_settings() -> None:
    """Two profiles can be compared setting by setting."""
    assert len({frozenset(settings_of_profile(name)) for name in PROFILE_NAMES}) == 1
