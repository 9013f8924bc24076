"""The store of whoever names none: `memento init` makes it, and every folder finds it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home and a folder to work in, without a store and without settings."""
    place = tmp_path / "home"
    (place / "work").mkdir(parents=True)
    monkeypatch.delenv("MEMENTO_STORE", raising=False)
    monkeypatch.setenv("HOME", str(place))
    monkeypatch.setenv("XDG_DATA_HOME", str(place / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(place / "config"))
    monkeypatch.chdir(place / "work")
    return place


def test_init_alone_makes_the_store_that_every_folder_finds(
    home: Path, run: Callable[..., Ran]
) -> None:
    """It fills neither the current folder nor the home, and what is recorded there is found."""
    work = home / "work"
    done = run("init", cwd=work)
    assert done.code == 0 and "MEMENTO_STORE" not in done.stderr
    assert (home / "data" / "memento" / "memento.toml").exists() and not list(work.iterdir())
    assert run("record", "The tea is green", "-t", "tea", cwd=work).code == 0
    assert "The tea is green" in run("recall", "tea", cwd=home).stdout
    again = run("init", cwd=work)
    assert again.code == 4 and "is a store already" in again.stderr
    assert "`memento --store " in again.stderr


def test_init_makes_one_in_a_folder_that_is_named(home: Path, run: Callable[..., Ran]) -> None:
    """`.` is the current one; it counts for whoever works there."""
    work = home / "work"
    assert run("init", ".", cwd=work).code == 0
    assert (work / "memento.toml").exists() and not (home / "data").exists()


def test_init_makes_none_among_the_files_of_another(home: Path, run: Callable[..., Ran]) -> None:
    """A folder in which a store keeps its files is refused, and not made; any other will do."""
    work = home / "work"
    run("init", ".", cwd=work)
    for folder in ("memories", "states/deep"):
        ran = run("init", folder, cwd=work)
        assert ran.code == 6 and "is a folder of the store" in ran.stderr
    assert not (work / "states").exists() and not (work / "memories" / "memento.toml").exists()
    assert run("init", "project", cwd=work).code == 0


def test_the_users_own_settings_may_name_another_store(home: Path, run: Callable[..., Ran]) -> None:
    """`store` in config.toml is where init makes it and every command finds it; a store around the
    current folder comes before it."""
    config = home / "config" / "memento" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text('store = "~/notes"\n')
    assert run("init", cwd=home / "work").code == 0
    assert (home / "notes" / "memento.toml").exists() and not (home / "data").exists()
    run("record", "The tea is green", "-t", "tea", cwd=home / "work")
    assert list((home / "notes" / "memories").glob("*tea*.toml"))
    run("init", ".", cwd=home / "work")
    run("record", "The pot is blue", "-t", "pot", cwd=home / "work")
    assert list((home / "work" / "memories").glob("*pot*.toml"))
    config.write_text("store = 5\n")
    assert "config.toml" in run("recall", "tea", cwd=home).stderr
