"""Slow and fast clocks at the command line: FAULTS, rows 74 and U1."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.core.journal.line_ids import line_id
from memento_cli.store.directory.store import Store
from tests.conftest import Ran

Run = Callable[..., Ran]
USED = ("agent", "feedback")
START, MONTH_ON, SLOW = "2025-01-01", "2025-02-01", "2020-01-01"


def test_a_year_has_four_digits_wherever_it_is_told(store: Store, run: Run) -> None:
    """Years before 1000, too, where a memory is shown and where it is undone."""
    run("--now", "0987-01-02T00:00Z", "record", "The tea is green", "-t", "tea")
    assert "0987-01-02 00:00" in run("show", "tea").stdout
    assert "0987-01-02 00:00" in run("undo").stdout


def at(run: Run, now: str, *args: str) -> Ran:
    """What a command does whose clock says that it is then."""
    done = run(*args, env={"MEMENTO_NOW": now})
    assert done.code == 0, done.stderr
    return done


def made(run: Run, now: str, *options: str) -> str:
    """The id of a memory that is recorded then."""
    return at(run, now, "record", "Tea at four", *options).stdout.strip()


def strength_at(run: Run, now: str, id: str) -> float:
    return float(json.loads(at(run, now, "show", id, "--json").stdout)["strength"])


def test_fault_74_a_fast_clock_holds_the_peak_until_its_date(store: Store, run: Run) -> None:
    """Recorded five years ahead, it stays whole and says so, doctor names it, an edit ends it."""
    id = made(run, "2030-01-01")
    ahead = "its clock is ahead, until 2030-01-01T00:00:00Z"
    assert at(run, START, "reinforce", id).stdout == f"{id} unchanged: {ahead}\n"
    assert at(run, START, "agent", "feedback", id, "helpful").stdout.endswith(
        f"stays 1.000: {ahead}\n"
    )
    assert f"a use now  nothing: {ahead}" in at(run, START, "fade", "why", id).stdout
    for now in (START, "2029-12-31", "2030-01-01"):
        assert strength_at(run, now, id) == 1.0
    told = at(run, START, "doctor").stdout
    assert "its clock is ahead: it stays at its peak until 2030-01-01" in told
    ends = f"memento edit {id} --set strength.last_reinforced=now"
    assert f"`{ends}`" in told
    at(run, START, *ends.split()[1:])
    assert "its clock is ahead" not in at(run, START, "doctor").stdout
    assert strength_at(run, "2025-04-01", id) == pytest.approx(0.5)
    assert "is now 1.075" in at(run, "2025-04-01", "reinforce", id).stdout


@pytest.mark.parametrize("law", ["half-life=90", "daily=5", "ebbinghaus=10", "base-level"])
def test_fault_74_recorded_hours_ahead_and_used_meanwhile(store: Store, run: Run, law: str) -> None:
    """The counts and the strength are the same before that hour and after it."""
    id = made(run, "2025-01-01T20:00:00Z", "--fade", law, "--importance", "1")
    for hour in ("12", "16"):
        at(run, f"2025-01-01T{hour}:00:00Z", *USED, id, "used")
    for now in ("2025-01-01T19:59:59Z", "2025-01-01T20:00:00Z"):
        shown = json.loads(at(run, now, "show", id, "--json").stdout)
        assert shown["strength"] == 1.0
        assert shown["memory"]["strength"]["reinforcement_count"] == (
            0 if law.startswith("half") else 2
        )


@pytest.mark.parametrize("law", ["half-life=90", "daily=5", "ebbinghaus=10", "base-level", "never"])
def test_fault_u1_no_act_of_a_slow_clock_weakens(store: Store, run: Run, law: str) -> None:
    """Uses, feedback and edits dated years before their memory are noted and take nothing."""
    id = made(run, START, "--fade", law)
    fresh, left = strength_at(run, START, id), strength_at(run, MONTH_ON, id)
    for act in (
        ("reinforce", id),
        ("agent", "feedback", id, "helpful"),
        ("edit", id, "-d", "or five"),
    ):
        at(run, SLOW, *act)
        at(run, START, "--now", SLOW, *act)
        assert strength_at(run, START, id) >= fresh
        assert strength_at(run, MONTH_ON, id) >= left
    told = at(run, MONTH_ON, "doctor").stdout
    assert "acts dated before it was there, the first 2020-01-01" in told


def test_fault_u1_nothing_is_pruned_by_a_slow_clock(store: Store, run: Run) -> None:
    """Neither a prune under such a clock nor one after its uses lets go of what is fresh."""
    id = made(run, START)
    at(run, SLOW, *USED, id, "used")
    settings = Path(store.settings_file)
    settings.write_text(settings.read_text().replace("prune = false", "prune = true"))
    assert "prune = true" in settings.read_text()
    for now in (SLOW, "2025-01-02"):
        at(run, now, "prune", "--yes")
        at(run, now, "tidy", "run")
        assert at(run, "2025-01-02", "list", "--format", "ids").stdout == f"{id}\n"


def lines_of(store: Store) -> int:
    """How many lines all logs have: tomorrow may be in the log of the next month."""
    logs = Path(store.root, "journal").glob("*/*.jsonl")
    return sum(len(log.read_text().splitlines()) for log in logs)


@pytest.mark.parametrize("verb", ["reinforce", "record", "pin"])
def test_fault_u1_a_writer_whose_clock_is_behind_says_so_once(
    store: Store, run: Run, verb: str
) -> None:
    """More than a day before its own newest line it is told once, and writes; within a day not."""
    id = made(run, START)
    (log,) = Path(store.root, "journal").glob("*/*.jsonl")
    first = json.loads(log.read_text())
    for hours, times in ((1, 0), (48, 1)):
        newest = line_id(int((time.time() + 3600 * hours) * 1000), hours)
        line = first | {"id": newest, "act": "viewed"}
        log.write_text(f"{json.dumps(first)}\n{json.dumps(line)}\n")
        before = lines_of(store)
        done = run(verb, "More tea" if verb == "record" else id)
        assert done.code == 0
        assert done.stderr.count("more than a day behind") == times
        assert lines_of(store) == before + 1
        run("pin", id, "--remove")


def test_numbers_set_under_base_level_say_that_times_are_dropped(store: Store, run: Run) -> None:
    """The edit and `why` tell that of its uses only the number is kept."""
    id = made(run, START, "--fade", "base-level")
    for now in (MONTH_ON, "2025-03-01"):
        at(run, now, *USED, id, "used")
    edit = ("edit", id, "--set", "strength.last_reinforced=2025-03-02")
    told = at(run, "2025-04-01", *edit).stderr
    assert told == "Of its 2 uses only the number is kept, not the times\n"
    assert (
        "the times of uses before are not kept" in at(run, "2025-04-01", "fade", "why", id).stdout
    )
    assert at(run, "2025-04-02", *edit).stderr == ""


def test_an_event_of_a_fast_clock_is_shown(store: Store, run: Run) -> None:
    """It is hidden only from who names a moment before it, who is told which option that was."""
    ref = at(run, "2100-01-01", "event", "add", "The tea was fine").stdout.strip()
    shown = run("show", ref)
    assert shown.code == 0 and "The tea was fine" in shown.stdout, shown.stderr
    for option in ("--as-of", "--now"):
        hidden = run("show", ref, option, "2099-01-01")
        assert hidden.code == 3 and f"2100-01-01 00:00 UTC: leave out {option}\n" in hidden.stderr
    hidden = run("show", ref, env={"MEMENTO_NOW": "2099-01-01"})
    assert hidden.code == 3 and "leave out $MEMENTO_NOW" in hidden.stderr


def test_a_moment_before_an_edit_of_a_fast_clock_is_past(store: Store, run: Run) -> None:
    """Between now and that edit the words are the earlier ones, by show, list and recall; beyond
    it, and without a moment, those of the file."""
    run("record", "Green tea", "--topic", "tea")
    at(run, "2100-01-01", "edit", "tea", "--summary", "Black tea")
    at(run, "2100-01-01", "record", "White tea", "--topic", "white")
    for option in ("--as-of", "--now"):
        for verb in (["show", "tea"], ["list", "--all"], ["recall", "tea", "--all"]):
            then = run(*verb, option, "2099-01-01")
            assert "Green tea" in then.stdout and "Black" not in then.stdout, (verb, then)
            assert "White" not in then.stdout, (verb, then)
            assert "Black tea" in run(*verb, option, "2101-01-01").stdout, (verb, option)
    for verb in (["show", "tea"], ["recall", "tea"]):
        assert "Black tea" in run(*verb).stdout
