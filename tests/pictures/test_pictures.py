"""The pictures of the README are what a terminal shows now, and ask for nothing."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytest.importorskip("pyte", reason="no pyte: pip install -e '.[dev]'")

from tests.pictures.recording import Run, Session, Style, recorded
from tests.pictures.sessions import FOLDER, SESSIONS, pictures
from tests.pictures.svg import THEMES, svg

README = (ROOT / "README.md").read_text(encoding="utf-8")
ASKS = "A program that asks"


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.name)
def test_a_picture_is_what_is_shown_now(session: Session) -> None:
    """`python -m tests.pictures` changes nothing: the commands are run and their screens read."""
    for path, text in pictures(session):
        assert path.read_text(encoding="utf-8") == text, f"python -m tests.pictures: {path.name}"


def test_the_readme_shows_each_in_light_and_dark() -> None:
    """It names both files of a session, and tells those who see none of them what is there."""
    for session in SESSIONS:
        dark, light = (f".pictures/{session.name}-{theme}.svg" for theme in ("dark", "light"))
        assert f'media="(prefers-color-scheme: dark)" srcset="{dark}"' in README
        assert f'src="{light}" alt="{session.about}"' in README
    assert {path.name for path in FOLDER.iterdir()} == {
        f"{session.name}-{theme}.svg" for session in SESSIONS for theme in THEMES
    }


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.name)
def test_a_picture_has_text_and_nothing_else(session: Session, theme: str) -> None:
    """No script, no font and no address but the one that names the format; its words are text."""
    path = FOLDER / f"{session.name}-{theme}.svg"
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    kinds = {each.tag.rpartition("}")[2] for each in root.iter()}
    assert kinds <= {"svg", "title", "rect", "g", "text"}
    assert not re.search(r"(?:href|url\(|@font|style)", path.read_text(encoding="utf-8"))
    words = " ".join(each.text or "" for each in root.iter() if each.tag.endswith("}text"))
    assert (session.until or session.commands[-1]) in words


def test_keys_are_typed_once_what_they_answer_is_shown(tmp_path: Path) -> None:
    """And the picture is taken once the last text is there, though the program goes on."""
    keys = (("who?", "ana\n"), ("how old?", "7\n"))
    program = "printf 'who? '; read a; printf 'how old? '; read b; echo $a is $b; sleep 60"
    lines = recorded(Session("x", ASKS, (program,), keys, "is 7"), tmp_path)
    assert lines[-1] == [Run(0, 8, "ana is 7", Style())]


def test_what_a_store_says_is_text_in_a_picture() -> None:
    """Markup in it is none, and colours are those of the theme."""
    line = [Run(0, 14, "<b>&'\"</b> red", Style(fore="red")), Run(20, 3, "big", Style(bold=True))]
    for theme, colours in THEMES.items():
        root = ET.fromstring(svg([line], 40, "<about>", theme))
        first, second = root.iter("{http://www.w3.org/2000/svg}text")
        assert first.text == "<b>&'\"</b> red" and first.get("fill") == colours["red"]
        assert second.get("font-weight") == "700"
