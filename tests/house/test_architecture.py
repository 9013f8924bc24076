"""ARCHITECTURE.md names what is there."""

from __future__ import annotations

import re

from tests.conftest import ROOT

PACKAGE = ROOT / "memento_cli"
TEXT = (PACKAGE / "ARCHITECTURE.md").read_text()
PATHS = sorted(set(re.findall(r"`([\w/.]+\.(?:py|md|txt|toml)|[\w/]+/)`", TEXT)))
OF_A_STORE = ("memento.toml", "memories/", "archive/", "proposals/", "states/", "blocks/", "kv/")
OF_A_STORE += ("graph/", "sessions/", "journal/erased/")


def test_what_it_names_is_there() -> None:
    """Every file and folder of the project that it names exists."""
    files = {path.name for top in (PACKAGE, ROOT / "tests") for path in top.rglob("*")}
    gone = [
        path
        for path in PATHS
        if path not in OF_A_STORE
        and not (ROOT / path).exists()
        and not (PACKAGE / path).exists()
        and path not in files
    ]
    assert gone == []


def test_its_subjects_are_folders() -> None:
    """Each subject of the code map is a folder of the actions or of the core, or a floor."""
    rows = re.findall(r"^\| (\w+) \| [^|]+ \| `[\w/.]+`", TEXT, re.M)
    assert len(rows) > 10
    for subject in rows:
        places = (PACKAGE / "core", PACKAGE / "actions", PACKAGE)
        assert any((place / subject).is_dir() for place in places), subject
