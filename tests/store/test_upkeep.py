"""migrate: forward only, a copy kept, nothing half done."""

from __future__ import annotations

from pathlib import Path

import pytest

from memento_cli.actions.store.profile import set_settings
from memento_cli.actions.store.upkeep import STEPS, migrate
from memento_cli.errors import Failed, Refused
from memento_cli.store.directory.store import Store
from memento_cli.store.settings.values import SCHEMA_VERSION
from tests.store.helpers import changed_lines, new_store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s")


def text(store: Store) -> str:
    return Path(store.settings_file).read_text()


def names(store: Store) -> set[str]:
    return {path.name for path in Path(store.root).iterdir()}


def test_every_older_version_has_its_step() -> None:
    """From each format before the present one there is a step to the next, and no other step."""
    assert sorted(STEPS) == list(range(1, SCHEMA_VERSION))


def test_a_store_of_this_version_has_nothing_to_do(store: Store) -> None:
    """In a store of the present format migrate changes no setting and keeps no copy."""
    before = text(store)
    assert migrate(store) == (SCHEMA_VERSION, SCHEMA_VERSION, (), ())
    assert text(store) == before and not {n for n in names(store) if ".v" in n}


OLDER = "\n[maintain]\n# The night archives.\nprune = true\nnote = true\n"
"""A part of a file as an older memento wrote it."""


def without(store: Store, *tables: str) -> str:
    """The settings without the tables that a test writes by itself."""
    parts = text(store).split("\n[")
    return "\n[".join(part for part in parts if not part.startswith(tables))


def test_a_setting_counts_by_its_older_name(store: Store) -> None:
    """A file that says maintain.prune means tidy.prune, and nobody is told of an unknown setting;
    who says both means the newer name."""
    path = Path(store.settings_file)
    path.write_text(without(store, "maintain]", "tidy]") + OLDER)
    older = Store(store.root).settings
    assert older["tidy.prune"] is True and older["maintain.note"] is True and not older.unknown
    path.write_text(path.read_text() + "\n[tidy]\nprune = false\n")
    assert Store(store.root).settings["tidy.prune"] is False


def test_migrate_renames_settings(store: Store) -> None:
    """migrate writes a setting by its name of today and says so; all else stays as it was."""
    path = Path(store.settings_file)
    path.write_text(without(store, "maintain]", "tidy]") + OLDER)
    before = Store(store.root).settings
    assert migrate(Store(store.root)).renamed == ("maintain.prune -> tidy.prune",)
    after = Store(store.root).settings
    assert after.values == before.values and after.unknown == ()
    assert "[tidy]\nprune = true" in path.read_text() and path.read_text().count("prune =") == 1
    assert migrate(Store(store.root)).renamed == ()


def test_setting_an_older_name_again_leaves_one(store: Store) -> None:
    """Who sets tidy.prune in a file with maintain.prune has it there once, by its name of today."""
    path = Path(store.settings_file)
    path.write_text(without(store, "maintain]", "tidy]") + OLDER)
    set_settings(Store(store.root), {"tidy.prune": False})
    assert Store(store.root).settings["tidy.prune"] is False
    assert path.read_text().count("\nprune =") == 1


def test_a_newer_store_is_refused(store: Store) -> None:
    """A store of format 9 is not taken back to an older one, and the refusal names the format."""
    path = Path(store.settings_file)
    path.write_text(text(store).replace("schema_version = 1", "schema_version = 9"))
    with pytest.raises(Refused, match="format 9"):
        migrate(Store(store.root))


def test_steps_run_in_turn_and_copies_are_kept(store: Store) -> None:
    """From 1 to 3 both steps run once, each after a copy of memento.toml, whose version rises."""
    before, seen = text(store), list[int]()

    def to_two(store: Store) -> None:
        seen.append(2)
        path = Path(store.settings_file)
        path.write_text(path.read_text() + "\n[mine]\nkey = 1\n")

    result = migrate(store, steps={1: to_two, 2: lambda store: seen.append(3)}, version=3)
    assert (result.before, result.after, seen) == (1, 3, [2, 3])
    assert [Path(copy).name for copy in result.copies] == ["memento.toml.v1", "memento.toml.v2"]
    assert Path(result.copies[0]).read_text() == before
    assert changed_lines(before, text(store)) == [
        "-schema_version = 1", "+schema_version = 3", "+[mine]", "+key = 1", "+",
    ]  # fmt: skip


def test_a_step_that_fails_leaves_the_version_and_can_be_run_again(store: Store) -> None:
    """After a failed step memento.toml is as it was, and the next run keeps a copy of its own."""
    before = text(store)

    def broken(store: Store) -> None:
        raise Failed("disk full")

    with pytest.raises(Failed):
        migrate(store, steps={1: broken}, version=2)
    assert text(store) == before
    result = migrate(store, steps={1: lambda store: None}, version=2)
    assert result.after == 2 and [Path(c).name for c in result.copies] == ["memento.toml.1.v1"]


def test_a_missing_step_is_an_error(store: Store) -> None:
    """If no step leads on from the store's format, migrate fails and names both versions."""
    with pytest.raises(Failed, match="from format 1 to 2"):
        migrate(store, steps={}, version=2)
