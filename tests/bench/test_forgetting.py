"""python -m tests.bench --forgetting: which memories are needed again, by each law."""

from __future__ import annotations

import json
import os
import shutil
import string
from collections.abc import Callable, Sequence
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.actions.replay.judging import (
    CONSTANT,
    LAST_USE,
    MOST_USED,
    Contender,
    JudgedUse,
    figures,
    judge,
    standing,
    stride,
)
from memento_cli.core.fading.laws import (
    BASE_LEVEL,
    DAILY,
    EBBINGHAUS,
    HALF_LIFE,
    Law,
    law_of,
    retention,
)
from memento_cli.core.fading.strength import DAY_MICROS, Fade
from memento_cli.errors import NotFound
from tests.bench.forgetting import contenders, law_contender
from tests.bench.histories import History, histories_in, history, repository
from tests.bench.savings import error, fitted
from tests.bench.sets import data_folder
from tests.conftest import Ran
from tests.git.helpers import git

Call = Callable[..., Ran]
HOURS = DAY_MICROS // 24
CORPORA = os.path.join(data_folder(os.environ), "corpora")
TEN, FIFTEEN, TWENTY = (string.ascii_lowercase[:count] for count in (10, 15, 20))
USES = st.text(TWENTY, max_size=40)

NEEDS_GIT = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
BY_BASE_LEVEL = law_contender("base-level", Law(BASE_LEVEL, 0.5))


def touched(*files: str, hours: float = 24) -> History:
    """A history in which each commit touches the files of one letter each, so many hours apart."""
    return history("made", ((round(n * hours * HOURS), list(one)) for n, one in enumerate(files)))


def shares(found: History, contender: Contender) -> list[float]:
    """How much of each file that was touched again was within the strongest tenth."""
    return [round(one.share, 9) for one in judge(found.past, contender)]


HISTORIES = st.lists(
    st.tuples(st.integers(0, 300), st.sets(st.sampled_from(TWENTY), min_size=1)),
    max_size=40,
).map(lambda rows: history("any", ((hour * HOURS, sorted(files)) for hour, files in rows)))
SETTLED = HISTORIES.map(  # twenty files are known before anything else is touched
    lambda found: history(
        "settled",
        [(-HOURS, list(TWENTY))]
        + [(moment.at, [act.memory for act in moment.acts]) for moment in found.past],
    )
)


@pytest.mark.parametrize(
    ("commits", "contender", "wanted"),
    [
        ((*TEN, "j"), LAST_USE, [1.0]),  # one of ten is a tenth, and j was the last
        ((*TEN, "i"), LAST_USE, [0.0]),
        ((*TEN, "a"), MOST_USED, [0.1]),  # none was used more than another
        ((*TEN, "a", "a", "b"), MOST_USED, [0.1, 1.0, 0.0]),
        ((*TEN, "a"), CONSTANT, [0.1]),
        ((*TEN, "ij"), LAST_USE, [0.0, 1.0]),  # both are ranked before either counts
        ((*FIFTEEN, "o"), LAST_USE, [1.0]),  # of fifteen, the tenth is two
        ((*FIFTEEN, "n"), LAST_USE, [1.0]),
        ((*FIFTEEN, "m"), LAST_USE, [0.0]),
        ((FIFTEEN, "a"), LAST_USE, [2 / 15]),  # all at once: equal ones share the tenth
        ((TEN, "a", "b", "a"), BY_BASE_LEVEL, [0.1, 0.0, 0.0]),  # two days ago: b is fresher
        ((TEN, "a", *"bcdefghij", "a"), BY_BASE_LEVEL, [0.1, *[0.0] * 9, 0.0]),
        ((*"abcdefghi", "a"), LAST_USE, []),  # fewer than ten have no tenth
        ((*TEN, "k"), LAST_USE, []),  # what is new is not needed again
    ],
)
def test_shares_by_hand(
    commits: Sequence[str], contender: Contender, wanted: Sequence[float]
) -> None:
    """A use counts by how much of its file was within the strongest tenth just before."""
    assert shares(touched(*commits), contender) == pytest.approx(wanted)


def test_often_used_stands_above_just_used_by_base_level() -> None:
    """A file of many uses stands above one of a single later use; by the last use it does not."""
    found = touched(TEN, *"aaaaaa", "b", "a")
    assert shares(found, BY_BASE_LEVEL)[-1] == 1.0
    assert shares(found, LAST_USE)[-1] == 0.0


@pytest.mark.parametrize(
    ("order", "own", "share", "place"),
    [
        (range(10), 9, 1.0, 0.0),
        (range(10), 0, 0.0, 1.0),
        (range(20), 18, 1.0, 1 / 19),
        (range(20), 17, 0.0, 2 / 19),
        ([1] * 10, 1, 0.1, 0.5),
        ([0] * 8 + [1] * 2, 1, 0.5, 0.5 / 9),
        ([0] * 19 + [1], 0, 1 / 19, 10 / 19),
    ],
)
def test_standing(order: Sequence[float], own: float, share: float, place: float) -> None:
    """Equal values share what they take up of the tenth, and stand in the middle of it."""
    assert standing(list(order), own) == pytest.approx((share, place))


@given(HISTORIES, st.sampled_from(contenders()))
def test_shares_are_shares(found: History, contender: Contender) -> None:
    """Shares and places lie within 0 and 1, and no use comes before the last."""
    for one in judge(found.past, contender):
        assert 0 <= one.share <= 1 and 0 <= one.place <= 1 and one.days >= 0


@given(HISTORIES)
def test_a_constant_has_a_tenth(found: History) -> None:
    """Who knows nothing has a tenth of every use, rounded up, and places it in the middle."""
    for one in judge(found.past, CONSTANT):
        assert 0.1 <= one.share + 1e-12 <= 2 / 11 + 2e-12
        assert isclose(one.place, 0.5)


@given(USES)
def test_an_oracle_has_all(uses: str) -> None:
    """Who has on top what is used next has all of it."""
    found = touched(TWENTY, *uses)
    used = {moment.at: float(ord(moment.acts[0].memory)) for moment in found.past[1:]}
    oracle = Contender(
        "oracle",
        lambda id: Fade(Law(DAILY, float(ord(id)))),
        lambda _, fade, at: used[at] == fade.law.parameter,
    )
    assert [(one.share, one.place) for one in judge(found.past, oracle)] == [(1, 0)] * len(uses)


@given(SETTLED, st.floats(0.5, 50))
def test_daily_orders_as_the_last_use_does(found: History, percent: float) -> None:
    """Whatever the percent: a use makes it whole again, so only the time since tells."""
    by_law = list(judge(found.past, law_contender("daily", Law(DAILY, percent))))
    assert by_law == list(judge(found.past, LAST_USE))


@given(USES, st.integers(1, 5))
def test_a_stride_leaves_moments_out(uses: str, every: int) -> None:
    """Every so many moments are judged, as they would be with the others."""
    past = touched(TWENTY, *uses).past
    whole = list(judge(past, BY_BASE_LEVEL))
    assert list(judge(past, BY_BASE_LEVEL, step=every)) == whole[::every]


def test_a_long_past_is_judged_in_strides() -> None:
    """At most so many strengths are computed; what is short is judged whole."""
    found = touched(TEN, *"abcdefgh" * 5)  # 40 moments that ask for ten strengths each
    assert [stride(found.past, CONSTANT, most) for most in (1000, 400, 399, 100)] == [1, 1, 2, 4]


def test_figures_are_told_apart_by_a_day() -> None:
    """Uses a day or more after the last have a mean of their own; none have none."""
    found = figures([JudgedUse(1.0, 0.0, 0.5), JudgedUse(0.0, 1.0, 1.0), JudgedUse(0.5, 0.5, 2.0)])
    assert (found.all, found.long, found.place) == ((0.5, 3), (0.25, 2), 0.5)
    assert figures([]) == ((None, 0), (None, 0), None)


@pytest.mark.skipif(not os.path.isdir(CORPORA), reason=f"no data at {CORPORA}")
def test_base_level_knows_best_on_a_real_history() -> None:
    """Of the laws base-level has most of what is touched again near the top, all or after a day."""
    [found] = histories_in(CORPORA)
    reached = {one.name: figures(list(judge(found.past, one))) for one in contenders()}
    laws = ("half-life", "ebbinghaus", "daily", "base-level")
    assert max(laws, key=lambda name: reached[name].all.mean or 0) == "base-level"
    assert max(laws, key=lambda name: reached[name].long.mean or 0) == "base-level"


@NEEDS_GIT
def test_a_repository_is_a_history(tmp_path: Path) -> None:
    """Commits in the order of their dates; new names are new, deletions are touches, no merges."""
    place = tmp_path / "made"
    place.mkdir()
    git(place, "init", "-q", "-b", "main")
    odd = 'sp ace\tüb"er\n'
    _commit(place, 30, **{"a": "1", odd: "1"})
    _commit(place, 10, b="1")
    git(place, "checkout", "-q", "-b", "side")
    _commit(place, 40, a="2")
    git(place, "checkout", "-q", "main")
    (place / "b").rename(place / "c")
    _commit(place, 50)
    git(place, "merge", "-q", "--no-ff", "-m", "x", "side", **_at(60))
    (place / "c").unlink()
    _commit(place, 70)
    found = repository(str(place))
    told = [(m.at // 1_000_000, [(a.act, a.memory) for a in m.acts]) for m in found.past]
    assert (found.name, found.files) == ("made", 4)
    assert told == [
        (10, [("recorded", "b")]),
        (30, [("recorded", "a"), ("recorded", odd)]),
        (40, [("used", "a")]),
        (50, [("used", "b"), ("recorded", "c")]),
        (70, [("used", "c")]),
    ]


def _commit(place: Path, second: int, **files: str) -> None:
    for name, text in files.items():
        (place / name).write_text(text)
    git(place, "add", "-A")
    git(place, "commit", "-qm", "x", **_at(second))


def _at(second: int) -> dict[str, str]:
    return {f"GIT_{role}_DATE": f"@{second} +0000" for role in ("AUTHOR", "COMMITTER")}


@pytest.mark.parametrize(
    "law", [Law(HALF_LIFE, 2), Law(EBBINGHAUS, 3), Law(DAILY, 20), Law(BASE_LEVEL, 0.7)]
)
def test_a_law_fits_its_own_curve(law: Law) -> None:
    """Savings that follow a law are fitted by it, with a parameter near to its own."""
    saved = [(days, retention(law, days)) for days in (0.1, 0.5, 1.0, 3.0, 10.0)]
    best = fitted(law.name, saved)
    assert best.parameter == pytest.approx(law.parameter, rel=0.06)
    assert error(best, saved) < 0.01 < error(law_of(law.name, 0.02), saved)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of data with one made history, and savings that were halved each day."""
    folder = tmp_path / "data"
    for name in ("corpora", "forgetting"):
        (folder / name).mkdir(parents=True)
    rows = [
        {"created": f"2025-01-{n + 1:02}T10:00:00+02:00", "files": list(files)}
        for n, files in enumerate([TEN, "a", "a", "b"])
    ]
    text = "".join(json.dumps(row) + "\n" for row in reversed(rows))
    (folder / "corpora" / "commits_made.jsonl").write_text(text)
    (folder / "corpora" / "notes.jsonl").write_text('{"title": "a", "body": "b"}\n')
    curve = "# made\nhours,savings\n0,1\n24,0.5\n48,0.25\n"
    (folder / "forgetting" / "ebbinghaus_1885_savings.csv").write_text(curve)
    monkeypatch.setenv("MEMENTO_BENCH_DATA", str(folder))
    return folder


def rows_of(done: Ran) -> dict[str, Any]:
    """The rows that were printed as JSON, by name."""
    assert done.code == 0, done.stderr + done.stdout
    return {row["name"]: row for row in json.loads(done.stdout)["rows"]}


def test_the_rows_of_data(typed: Call, data: Path) -> None:
    """Each row has its figure beside the plainer ones; what is not there is said."""
    rows = rows_of(typed("--forgetting", "--json"))
    again = rows["forgetting.again.all"]
    assert again["figure"] == pytest.approx((0.1 + 1 + 0) / 3) and again["goal"] == 0.66
    assert again["baselines"]["constant"] == pytest.approx(0.1) and again["size"] == 10
    assert "3 re-accesses" in again["note"] and "commits_made" in again["note"]
    assert rows["forgetting.savings.half-life"]["figure"] < 0.01
    assert rows["forgetting.reviews"]["verdict"] == "skipped"


def test_several_histories_have_a_mean(typed: Call, data: Path) -> None:
    """With more than one history each has a row, and the goal is the mean's."""
    whole = (data / "corpora/commits_made.jsonl").read_text()
    (data / "corpora/other.jsonl").write_text("".join(whole.splitlines(keepends=True)[1:]))
    rows = rows_of(typed("--forgetting", "--only", "forgetting.again.day", "--json"))
    day = "forgetting.again.day"
    assert list(rows) == [day, f"{day}.commits_made", f"{day}.other"]
    parts = [row["figure"] for name, row in rows.items() if name != day]
    assert rows[day]["figure"] == pytest.approx(sum(parts) / 2)
    assert [row["goal"] for row in rows.values()] == [0.42, None, None]


def test_absent_data_are_said(typed: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without data every row is skipped, with the reason and what would bring them."""
    monkeypatch.setenv("MEMENTO_BENCH_DATA", str(tmp_path / "none"))
    rows = rows_of(typed("--forgetting", "--json"))
    assert {row["verdict"] for row in rows.values()} == {"skipped"}
    assert all("MEMENTO_BENCH_DATA" in row["note"] for row in rows.values())


def test_broken_data_fail_alone(typed: Call, data: Path) -> None:
    """A row whose data cannot be read has failed, and so has the command; the others are there."""
    (data / "corpora/commits_made.jsonl").write_text('{"files": ["a"], "created": "once"}\n')
    done = typed("--forgetting", "--json")
    verdicts = {row["name"]: row["verdict"] for row in json.loads(done.stdout)["rows"]}
    assert done.code == 1 and verdicts["forgetting.again"] == "failed"
    assert verdicts["forgetting.savings.half-life"] == ""


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("--repo", "."), 2, "--forgetting"),
        (("--forgetting", "--size", "10"), 2, "--size"),
        (("--forgetting", "--only", "recall"), 2, "recall"),
        (("--forgetting", "--only", "forgetting.nothing"), 3, "forgetting.nothing"),
        (("--forgetting", "--repo", "no-such-place"), 3, "no git repository"),
    ],
)
def test_what_does_not_go_together(
    typed: Call, data: Path, args: Sequence[str], code: int, said: str
) -> None:
    """What cannot be meant is refused, and says what was meant by whom."""
    done = typed(*args)
    assert done.code == code and said in done.stderr


@NEEDS_GIT
def test_a_repository_without_commits_is_none(tmp_path: Path) -> None:
    """A repository in which nothing was committed is told from one with a history."""
    git(tmp_path, "init", "-q")
    with pytest.raises(NotFound, match="no commits"):
        repository(str(tmp_path))
