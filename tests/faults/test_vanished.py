"""What another process moves or removes between two of our system calls: FAULTS U12."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest

from tests.faults.boxes import Box, quick_folder, tree
from tests.faults.calls import Call, failing, on_store, one_failing, refusal, traced
from tests.faults.verbs import TEA, Verb, dreamt, observed, planned

REFUSAL = refusal()
pytestmark = [pytest.mark.longer, pytest.mark.skipif(bool(REFUSAL), reason=REFUSAL)]
LOOKS = ("openat", "newfstatat", "stat", "lstat", "statx")
EVERY = os.environ.get("MEMENTO_FAULTS") == "all"
SHARE = 1 if EVERY else 4
"""One of so many calls is tried, of each file at least one of each sort."""
VERBS = (
    Verb("list --format ids"),
    Verb("recall noon OR ten"),
    Verb("status --full"),
    Verb("event list", prepare=observed),
    Verb("tidy list", prepare=dreamt),
    Verb("tidy propose --dry-run", prepare=dreamt),
    Verb("tidy list", prepare=planned),
    Verb("doctor"),
    Verb(f"forget {TEA} --erase --yes"),
    Verb("export"),
    Verb("tidy run --dry-run"),
)


def looks(box: Box, calls: list[Call]) -> Iterator[Call]:
    """The looks at single files of the store, which are there, but for what the act is about."""
    for call in on_store(box, calls):
        path = call.paths[0]
        by_name = not any(flag in call.args for flag in ("O_CREAT", "AT_EMPTY_PATH"))
        is_look = call.name in LOOKS and call.worked and by_name
        is_value = path.endswith((".toml", ".jsonl")) and "/.memento/" not in path
        own = (TEA, "/journal/erased/", "/memento.toml")
        if is_look and is_value and not any(part in path for part in own):
            yield call


@pytest.mark.parametrize("indexed", [True, False])
@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.line)
def test_fault_u12_a_file_that_vanished_is_one_that_is_not_there(verb: Verb, indexed: bool) -> None:
    """Whichever file is gone between our listing and our look: the command ends as without it."""
    with quick_folder() as folder:
        box = Box(folder, verb)
        if not indexed:
            shutil.rmtree(folder / "cache")
            box.kept = dict(tree(folder))
        undisturbed, calls = traced(box)
        box.reset()
        every = list(looks(box, calls))
        seen = dict[tuple[str, str], Call]()
        for call in every:
            seen.setdefault((call.name, call.paths[0]), call)
        chosen = list(dict.fromkeys([*seen.values(), *every[::SHARE]]))
        problems, missed = [], 0
        for call in chosen:
            ran = failing(box, one_failing(call, "ENOENT"))
            box.reset()
            if ran is None:
                missed += 1
            elif ran.code != undisturbed.code or "Error" in ran.said or "Traceback" in ran.said:
                problems.append(f"{call.where} ({call.nth}): {ran}")
        assert problems == [] and (every or indexed)
        assert missed <= len(chosen) // 10
