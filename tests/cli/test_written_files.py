"""Files that a command writes for its user: what is somebody's own is never lost by it."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_cli import Draft, Store, record
from memento_cli.actions.store.init import init
from tests.conftest import Ran

Call = Callable[..., Ran]
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
HISTORY = ("state", "mood", "--history", "--html")
PAGES = [("fade", "forecast", "--html"), ("fade", "curve", "ana", "--html"), HISTORY]
EXPORT, MANUAL = ("export", "-o"), ("help", "--html")


@pytest.fixture
def ana(store: Store) -> Store:
    """A store with a memory named ana."""
    record(store, Draft("Met Ana", "ana"), NOW)
    return store


def test_the_manual_spares_the_files_of_others(call: Call, tmp_path: Path) -> None:
    """A page of the same name that memento did not make is left, and so is all beside it."""
    own = tmp_path / "index.html"
    own.write_text("<title>my own</title>")
    told = call(*MANUAL, str(tmp_path))
    assert told.code == 6 and "index.html" in told.stderr and "Hint: " in told.stderr
    assert own.read_text() == "<title>my own</title>" and os.listdir(tmp_path) == ["index.html"]


def test_the_manual_replaces_its_own_pages(call: Call, tmp_path: Path) -> None:
    """Its older pages give place to the new ones; what has another name stays."""
    (tmp_path / "CNAME").write_text("example.org")
    assert call(*MANUAL, str(tmp_path)).code == 0
    page = tmp_path / "index.html"
    page.write_text(page.read_text().replace("<main", "<main old"))
    assert call(*MANUAL, str(tmp_path)).code == 0
    assert "<main old" not in page.read_text()
    assert (tmp_path / "CNAME").read_text() == "example.org"


def test_the_manual_follows_no_link(call: Call, tmp_path: Path) -> None:
    """A link in the place of a page is none of its pages, whatever it leads to."""
    pages = tmp_path / "pages"
    assert call(*MANUAL, str(pages)).code == 0
    (pages / "index.html").rename(tmp_path / "real.html")
    (pages / "index.html").symlink_to(tmp_path / "real.html")
    assert call(*MANUAL, str(pages)).code == 6


@pytest.mark.parametrize("words", [*PAGES, EXPORT, MANUAL], ids=" ".join)
def test_an_empty_name_is_a_usage_error(
    ana: Store, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """A variable that a script forgot to set writes nothing, least of all into the folder here."""
    (here := tmp_path / "here").mkdir()
    monkeypatch.chdir(here)
    told = call(*words, "")
    assert told.code == 2 and " needs a " in told.stderr and os.listdir(here) == []


@pytest.mark.parametrize(
    "words", [*((*words, "--force") for words in PAGES), (*EXPORT, "-y"), MANUAL], ids=" ".join
)
def test_nothing_is_written_into_a_store(
    ana: Store, call: Call, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """Neither over one of its files nor beside them, by a link neither, and in no other store."""
    other = init(str(tmp_path / "other")).store.root
    (tmp_path / "link").symlink_to(ana.root)
    names = sorted(os.listdir(ana.root))
    settings = Path(ana.root, "memento.toml").read_bytes()
    at = next(n for n, word in enumerate(words) if word in ("--html", "-o")) + 1
    for place in (ana.root, other, str(tmp_path / "link")):
        for name in ("new.html", "memento.toml"):
            told = call(*words[:at], os.path.join(place, name), *words[at:])
            assert told.code == 6 and "is inside the store" in told.stderr, told
    assert Path(ana.root, "memento.toml").read_bytes() == settings
    assert sorted(os.listdir(ana.root)) == names


@pytest.mark.parametrize(
    ("words", "yes"), [(EXPORT, "-y"), (PAGES[1], "--force")], ids=["export", "page"]
)
class TestWrittenOver:
    """What stands in the place of an export or a page, and may be written over."""

    def test_the_mode_is_kept(
        self, ana: Store, call: Call, tmp_path: Path, words: tuple[str, ...], yes: str
    ) -> None:
        """Whoever could read the old one can read the new one; a new one is its owner's alone."""
        path = tmp_path / "a"
        assert call(*words, str(path)).code == 0
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        path.chmod(0o644)
        assert call(*words, str(path), yes).code == 0
        assert stat.S_IMODE(path.stat().st_mode) == 0o644

    def test_a_link_leads_to_the_file(
        self, ana: Store, call: Call, tmp_path: Path, words: tuple[str, ...], yes: str
    ) -> None:
        """The link stays, and the file that it leads to is the new one."""
        real, link = tmp_path / "real", tmp_path / "link"
        real.write_text("old")
        link.symlink_to("real")
        assert call(*words, str(link), yes).code == 0
        assert link.is_symlink() and not real.is_symlink() and "Met Ana" in real.read_text()

    def test_a_link_to_nowhere_is_refused(
        self, ana: Store, call: Call, tmp_path: Path, words: tuple[str, ...], yes: str
    ) -> None:
        """Who put it there may have wanted a file to be made in a place of their choice."""
        (tmp_path / "link").symlink_to(tmp_path / "made")
        assert call(*words, str(tmp_path / "link"), yes).code == 6
        assert not (tmp_path / "made").exists()
