"""The door itself: its clock, its arguments, its streams, several ids at once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memento_cli import Store
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.line_ids import line_id
from memento_cli.errors import Refused
from tests.conftest import Ran

Call = Callable[..., Ran]


def test_every_time_is_seen_from_now(store: Store, call: Call) -> None:
    """With --now, `2w` and `yesterday` are two weeks and a day before that moment."""
    call("record", "A walk", "--topic", "walk", "--at", "yesterday", "--now", "2026-03-10")
    assert store.memories.ids() == ["alex-walk-2026-03"]
    assert "A walk" in call("recall", "--now", "2026-03-12", "--since", "2w").stdout
    assert call("recall", "--now", "2026-03-12", "--until", "4d").stdout == ""


def test_the_environment_sets_the_clock(
    store: Store, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """$MEMENTO_NOW is the clock: --now +1mo is a month after it."""
    monkeypatch.setenv("MEMENTO_NOW", "2025-02-01T12:00:00Z")
    call("record", "A walk", "--topic", "walk", "--now", "+1mo")
    assert store.memories.ids() == ["alex-walk-2025-03"]


def test_nothing_from_after_now_is_recalled(store: Store, call: Call) -> None:
    """What was recorded later is not known at a --now in the past."""
    call("record", "A walk", "--topic", "walk", "--at", "2025-05-01")
    assert call("recall", "--now", "2025-04-01").stdout == ""
    assert "A walk" in call("recall", "--now", "2025-06-01").stdout


def test_the_bare_command_is_help(call: Call) -> None:
    """`memento` and `memento help` print the help."""
    assert call().stdout.startswith("memento: notes that fade")
    assert call("help").stdout == call().stdout
    assert call("record", "--help").stdout.startswith("memento record [TEXT...]")


def test_several_ids_are_one_act_and_one_document(store: Store, call: Call) -> None:
    """`pin A B` is undone by one undo, and its JSON is one document."""
    ids = [call("record", f"Walk {n}", "--topic", f"w{n}").stdout.strip() for n in (1, 2)]
    told = json.loads(call("pin", *ids, "--json").stdout)
    assert [row["id"] for row in told["pinned"]] == ids
    call("undo")
    assert not any(store.memories.read(id).value.pinned for id in ids)


def test_an_act_of_an_earlier_day_is_asked_about(store: Store, call: Call) -> None:
    """A minute before midnight is another day; what was done today is taken back at once."""
    id = call("record", "A walk", "--topic", "walk").stdout.strip()
    assert call("undo").code == 0
    midnight = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    store.journal.append([line_at(midnight - timedelta(minutes=1), id)])
    refused = call("undo")
    assert refused.code == Refused.code and "nobody is there to ask" in refused.stderr
    assert call("undo", "--yes").code == 0
    store.journal.append([line_at(midnight, id)])
    assert call("undo").code == 0


def line_at(moment: datetime, id: str) -> JournalEntry:
    """A use, as it was written at that moment of the wall clock."""
    return JournalEntry(
        line_id(int(moment.timestamp() * 1000), 1), moment.astimezone(UTC), "used", id, "t"
    )


def test_explaining_keeps_to_the_format_that_is_asked_for(store: Store, call: Call) -> None:
    """With --format ids a script gets ids and nothing else; with tsv, a line a hit."""
    id = call("record", "A walk", "--topic", "walk").stdout.strip()
    assert call("recall", "walk", "--explain", "--format", "ids").stdout == f"{id}\n"
    told = call("recall", "walk", "--explain", "--format", "tsv").stdout
    assert told.startswith(f"{id}\t") and told.count("\n") == 1


def test_a_dry_run_writes_nothing(store: Store, call: Call) -> None:
    """Dry runs leave the store as it is, the lock's folder included."""
    id = call("record", "A walk", "--topic", "walk").stdout.strip()
    private = Path(store.root, ".memento")
    for path in private.iterdir():
        path.unlink()
    private.rmdir()
    late = ("--now", "+3y")
    for args in (("prune",), ("reinforce", id), ("forget", id), ("record", "Other")):
        assert call(*args, "--dry-run", *late).code == 0
    assert not private.exists()


def test_half_characters_are_refused(store: Store, run: Call) -> None:
    """An argument that is not UTF-8 is a mistake on the command line, and nothing is kept of it."""
    done = run("record", "bad \udcff")
    assert done.code == 2 and "not UTF-8" in done.stderr and store.memories.ids() == []


def test_a_link_does_not_silence_the_near_duplicate(store: Store, call: Call) -> None:
    """Only what says that it supersedes or duplicates another is not asked about."""
    id = call("record", "Had lunch with Viktor").stdout.strip()
    again = ("record", "Had lunch with Viktor", "--link")
    assert "Nearly the same" in call(*again, f"cause_of:{id}").stderr
    assert "Nearly the same" not in call(*again, f"duplicates:{id}").stderr


@pytest.mark.parametrize(
    "args",
    [
        ("log", "--limit", "-2"),
        ("recall", "--like", "x", "--limit", "-1"),
        ("recall", "--where", "strength:nan"),
        ("recall", "--limit", "-1"),
        ("record", "x", "--importance", "2"),
        ("record", "x", "--fade", "half-life=0"),
        ("record", "x", "--set", "tags.outcome=positive"),
        ("record", "x", "--set", "affect.valence=nan"),
        ("edit", "alex-x", "--set", "id=y"),
    ],
)
def test_values_out_of_range_are_usage_errors(
    store: Store, call: Call, args: tuple[str, ...]
) -> None:
    """What no option may be is code 2, with a word about it, and changes nothing."""
    call("record", "x", "--topic", "x")
    done = call(*args)
    assert done.code == 2 and done.stderr.startswith("Error: ")
    assert len(store.memories.ids()) == 1


def test_names_that_nearly_fit_are_offered(store: Store, call: Call) -> None:
    """A filter that fits nothing but for a letter says which name may be meant."""
    call("record", "x", "--topic", "postgres", "--with", "Zoë")
    assert "did you mean postgres?" in call("recall", "--topic", "Postgers").stderr
    assert "did you mean Zoë?" in call("recall", "--with", "zoëe").stderr


@pytest.mark.parametrize("line", ["status", "status --full", 'init "$(dirname "$1")/new"', "list"])
def test_a_folder_that_is_gone_is_no_matter_with_a_store(
    store: Store, tmp_path: Path, line: str
) -> None:
    """In a deleted folder a store that is named still works, and nothing is said of output."""
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f'cd "$1" && rmdir "$1" && exec "$2" -m memento_cli {line}'
    done = subprocess.run(
        ["sh", "-c", script, "sh", str(gone), sys.executable],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "cannot write the output" not in done.stderr and "Traceback" not in done.stderr
    assert done.returncode == 0, done.stderr
