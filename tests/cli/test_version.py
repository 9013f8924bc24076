"""`memento --version`: a first line for scripts; below it what a report of a fault should say."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import __version__
from memento_cli.cli.commands.help import version
from tests.conftest import ROOT, Ran

Call = Callable[..., Ran]
METADATA = """Metadata-Version: 2.5
Requires-Dist: rich<16,>=13.9
Provides-Extra: mcp
Requires-Dist: mcp<3,>=2.1; extra == 'mcp'
Provides-Extra: hub
Requires-Dist: not-here[binary,pool]<4; (sys_platform == 'linux') and extra == 'hub'
Provides-Extra: tui
Requires-Dist: Text-ual~=1.0; extra == 'tui'

Requires-Dist: not-a-field; extra == 'readme'
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of memento's metadata, as an installer leaves it, where no checkout is."""
    info = tmp_path / "memento_keep-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA)
    for name in ("mcp-2.1.0.dist-info", "text.ual-1.2.dist-info"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(version, "PACKAGE", str(tmp_path / "memento_cli"))
    return info


def test_the_first_line_is_the_version_alone(call: Call) -> None:
    """Scripts read that line; the others say which Python this is, and where it is from."""
    first, *others = call("--version").stdout.splitlines()
    assert first == f"memento {__version__}"
    assert f"Python   {platform.python_version()}, {sys.executable}" in others
    assert any(line.startswith(f"from     {ROOT}") for line in others)


@pytest.mark.parametrize("args", [("--version", "--json"), ("--json", "--version")])
def test_json_says_the_same(call: Call, args: tuple[str, ...]) -> None:
    """In either order; the values of a checkout are those of its files."""
    found = json.loads(call(*args).stdout)
    assert found["schema"] == 1 and found["version"] == __version__
    assert found["from"] == str(ROOT)
    assert set(found["extras"]).isdisjoint(found["without"])


def test_behind_other_words_it_is_the_same(call: Call) -> None:
    """Typer, which reads what is no plain question, answers alike."""
    assert call("-q", "--version").stdout == call("--version").stdout


def test_an_extra_is_there_if_its_packages_are(installed: Path) -> None:
    """By the metadata of the installed memento, whose README below is no part of them."""
    found = version.facts()
    assert (found["extras"], found["without"], found["from"]) == (["mcp", "tui"], ["hub"], None)


def test_what_pip_noted_says_where_it_is_from(installed: Path) -> None:
    """An address, with the commit if it was one of git's; a folder has none."""
    noted = {"url": "https://example.org/memento.git", "vcs_info": {"commit_id": "5dcf48719d77"}}
    (installed / "direct_url.json").write_text(json.dumps(noted))
    found = version.facts()
    assert (found["from"], found["commit"]) == (noted["url"], "5dcf48719d77")
    assert version.text(found).endswith("from     https://example.org/memento.git, commit 5dcf4871")
    (installed / "direct_url.json").write_text(json.dumps({"url": "file:///x", "dir_info": {}}))
    assert version.facts()["commit"] is None


@pytest.mark.parametrize("packed", [False, True])
def test_a_checkout_names_its_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    """By git's own files, without git; a branch stands in a file of its own, or among others."""
    git = tmp_path / ".git"
    (git / "refs/heads/a").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/a/b\n")
    if packed:
        (git / "packed-refs").write_text("# pack-refs\n1234567890 refs/heads/a/b\n")
    else:
        (git / "refs/heads/a/b").write_text("1234567890\n")
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(version, "PACKAGE", str(tmp_path / "memento_cli"))
    assert version.facts()["commit"] == "1234567890"
