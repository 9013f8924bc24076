"""A text keeps the indentation of its first line, by every door; blank lines around it go."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from mcp import Client

from memento_cli import Store
from tests.conftest import Ran
from tests.mcp.clients import talk, value_of

Run = Callable[..., Ran]
CODE = "    def f():\n        return 1"
PIPED = f"\n  \nA helper\n \n{CODE}\n\n \n"


def detail(store: Store) -> str:
    """The detail of the only memory."""
    (id,) = store.memories.ids()
    return store.memories.read(id).value.content.detail


def writes(tmp_path: Path, text: str) -> str:
    """An editor that writes this text into its file."""
    (tmp_path / "text").write_text(text)
    path = tmp_path / "editor"
    path.write_text(f'#!/bin/sh\ncat "{tmp_path}/text" > "$1"\n')
    path.chmod(0o755)
    return str(path)


def test_a_piped_memory_keeps_its_indentation(store: Store, run: Run) -> None:
    """The first line is the summary, without the white space around it; the detail is as it is."""
    assert run("record", "-", input=PIPED).code == 0
    assert detail(store) == CODE


def test_text_that_begins_with_code_keeps_what_is_below(store: Store, run: Run) -> None:
    """The summary is one line, and has no indentation; the lines below have theirs."""
    assert run("record", "-", input=f"{CODE}\n").code == 0
    assert detail(store) == "        return 1"


def test_a_piped_detail_keeps_its_indentation(store: Store, run: Run) -> None:
    """Of record and of edit."""
    id = run("record", "A helper", "--detail", "-", input=f" \n{CODE}\n").stdout.strip()
    assert detail(store) == CODE
    assert run("edit", id, "--detail", "-", input=f"\n\t{CODE}\n \n").code == 0
    assert detail(store) == f"\t{CODE}"


def test_a_given_detail_keeps_its_indentation(store: Store, run: Run) -> None:
    """By an option, and as a key."""
    id = run("record", "A helper", "--detail", CODE).stdout.strip()
    assert detail(store) == CODE
    assert run("edit", id, "--detail", f"  {CODE}").code == 0
    assert detail(store) == f"  {CODE}"
    assert run("edit", id, "--set", f"content.detail={CODE}").code == 0
    assert detail(store) == CODE


def test_an_editor_keeps_the_indentation(store: Store, run: Run, tmp_path: Path) -> None:
    """Of the detail that is written there, and of one that was given before."""
    env = {"EDITOR": writes(tmp_path, PIPED)}
    assert run("record", "-e", env=env).code == 0 and detail(store) == CODE
    assert run("record", "Another", "-d", CODE, "-e", env={"EDITOR": "true"}).code == 0
    assert {store.memories.read(id).value.content.detail for id in store.memories.ids()} == {CODE}


@pytest.mark.parametrize("how", ["piped", "given"])
def test_an_event_keeps_its_indentation(store: Store, run: Run, how: str) -> None:
    """Events are kept unchanged."""
    args, input = (["-"], f"{CODE}\n") if how == "piped" else ([CODE], "")
    assert run("event", "add", *args, input=input).code == 0
    assert json.loads(run("event", "list", "--json").stdout)["events"][0]["said"] == CODE


def test_of_what_is_edited_only_the_help_is_left_out(
    store: Store, run: Run, tmp_path: Path
) -> None:
    """Headings and comments are text; the line of help says that it goes, and does."""
    words = "# Plans\n\n# One\n#two\n  # three"
    saying = writes(tmp_path, f"{words}\n")
    Path(saying).write_text(
        f'#!/bin/sh\ngrep "^#" "$1" >> "{tmp_path}/text"\n'
        f'cp "$1" "{tmp_path}/offered"; cat "{tmp_path}/text" > "$1"\n'
    )
    assert run("record", "-e", env={"EDITOR": saying}).code == 0
    assert detail(store) == "# One\n#two\n  # three"
    assert "This line is left out" in (tmp_path / "offered").read_text()
    (id,) = store.memories.ids()
    assert store.memories.read(id).value.content.summary == "# Plans"


def test_a_note_keeps_its_indentation(store: Store, run: Run, tmp_path: Path) -> None:
    """What stands under the heading of an imported note."""
    note = tmp_path / "note.md"
    note.write_text(f"# A helper\n  \n{CODE}\n")
    assert run("import", str(note)).code == 0
    assert detail(store) == CODE


def test_an_agent_keeps_the_indentation(store: Store) -> None:
    """The tool remember reads content as a pipe does."""

    async def work(client: Client) -> None:
        value_of(await client.call_tool("remember", {"content": PIPED}))

    talk(store, work)
    assert detail(store) == CODE
