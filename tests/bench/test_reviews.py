"""How well recall is predicted: the formulas on small review logs, and on real ones."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from math import exp, log
from pathlib import Path

import pytest

from memento_cli.errors import BadData
from tests.bench.reviews import (
    CONSTANT,
    FSRS,
    distance,
    log_loss,
    review_rows,
    reviews_in,
    trials,
)
from tests.bench.sets import data_folder

REAL = Path(data_folder(os.environ), "forgetting", "pyfsrs_review_logs_josh.csv")
HEAD = "card_id,review_rating,review_time,review_duration\n"
START = datetime(2025, 1, 1, tzinfo=UTC)


def written(path: Path, reviews: Sequence[tuple[int, int, float]]) -> str:
    """A log of reviews: the card, the rating, and after how many days."""
    rows = (
        f"{card},{rating},{(START + timedelta(days=days)).isoformat()},1"
        for card, rating, days in reviews
    )
    path.write_text(HEAD + "".join(row + "\n" for row in rows))
    return str(path)


def test_what_is_predicted_and_judged(tmp_path: Path) -> None:
    """No first review is predicted and none within a day; the last 40 % by time are judged."""
    log_ = [(1, 3, 0), (2, 1, 0.1), (1, 3, 0.5), (1, 3, 2), (2, 3, 3), (1, 1, 5), (3, 3, 6),
            (2, 3, 6.5), (1, 4, 6.9), (2, 1, 9)]  # fmt: skip
    found = list(trials(reviews_in(written(tmp_path / "log.csv", log_[::-1]))))
    told = [(trial.card, trial.reviews, trial.recalled, trial.judged) for trial in found]
    assert told == [
        ("1", 2, True, False), ("2", 1, True, False), ("1", 3, False, False),
        ("2", 2, True, True), ("1", 4, True, True), ("2", 3, False, True),
    ]  # fmt: skip
    assert [round(trial.days, 6) for trial in found] == [1.5, 2.9, 3, 3.5, 1.9, 2.5]


def test_the_formulas_are_what_they_are_called(tmp_path: Path) -> None:
    """The constant is what was recalled before; the laws and document 002 are the product's own."""
    path = written(tmp_path / "log.csv", [(1, 3, 0), (1, 3, 2), (1, 1, 4), (1, 3, 6), (1, 3, 12)])
    losses = {row.name: row.log_loss for row in review_rows(path)}
    assert losses[CONSTANT] == pytest.approx(-log(0.5))
    assert losses["half-life 90 d"] == pytest.approx(log(2) * (2 + 6) / 2 / 90)
    stretched = [exp(-2 / 1.5**2), exp(-6 / 1.5**3)]
    assert losses["ebbinghaus S × 1.5"] == pytest.approx(log_loss((p, True) for p in stretched))
    assert losses["document 002"] == pytest.approx((2 / 8 + 6 / 10) / 2)
    assert [row.name for row in review_rows(path)][-1] == FSRS
    assert all(row.reviews == 2 for row in review_rows(path))
    assert distance(path) < 1e-12


def test_no_prediction_is_too_sure() -> None:
    """A formula that is sure and wrong loses no more than ln 1000 for it."""
    assert log_loss([(0.0, True)]) == log_loss([(1.0, False)]) == pytest.approx(log(1000))


@pytest.mark.parametrize(
    "text",
    [
        "",
        HEAD,
        HEAD + "1,3,2025-01-01T00:00:00Z,1\n",
        HEAD + "1,5,2025-01-01T00:00:00Z,1\n",
        HEAD + "1,3,yesterday,1\n",
        HEAD + "1,3,2025-01-01T00:00:00,1\n",
        "card_id,review_rating\n1,3\n",
    ],
)
def test_what_is_no_log_is_said(text: str, tmp_path: Path) -> None:
    """A file that is no review log, or one too short to judge by, is an error that names it."""
    path = tmp_path / "log.csv"
    path.write_text(text)
    with pytest.raises(BadData, match=r"log\.csv"):
        review_rows(str(path))


@pytest.mark.skipif(not REAL.exists(), reason=f"no review log at {REAL}")
def test_on_real_reviews() -> None:
    """On the real log FSRS alone predicts better than a constant, and is the library's own."""
    losses = {row.name: row.log_loss for row in review_rows(str(REAL))}
    assert losses[FSRS] <= 0.436
    assert losses[CONSTANT] == pytest.approx(0.469, abs=0.001)
    assert min(losses, key=losses.__getitem__) == FSRS
    assert sorted(losses, key=losses.__getitem__)[1] == CONSTANT
    assert distance(str(REAL)) < 1e-6
