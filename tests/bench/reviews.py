"""How well a card's recall is predicted: log-loss on real reviews, by FSRS and by plain formulas.

A review log is a CSV file with the columns card_id, review_rating (1 to 4), review_time. Whether a
card was recalled (its rating above 1) is predicted before each review that comes a whole day or
more after the one before it: what is asked again within a day is practice. The last 40 % of all
reviews, by time, are the ones that are judged.
"""

from __future__ import annotations

import csv
from datetime import datetime
from math import log
from statistics import fmean
from typing import TYPE_CHECKING

from memento_cli.core.fading.laws import EBBINGHAUS, HALF_LIFE, Law, retention
from memento_cli.core.fading.review import RATINGS, rated, recall_probability, simple_intervals
from memento_cli.core.fading.review import spaced_recall_probability as spaced_recall
from memento_cli.core.time.when import days_between, utc
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from memento_cli.core.fading.review import Schedule

LEARNT = 0.6
"""The share of the reviews, by time, from which the constant is learnt."""
SURE = 0.001
"""No prediction counts as surer than this: one mistake of a formula that says 0 would be all."""
CONSTANT, FSRS = "constant", "FSRS-6"


class Review(NamedTuple):
    """One answer to a card: 1 is again, 2 hard, 3 good, 4 easy."""

    at: datetime
    card: str
    rating: int


class Trial(NamedTuple):
    """A review to be predicted: what was known of the card before, and whether it was recalled.

    `days` have passed since its last review, of `reviews` so far; it is `judged` if it is among the
    last ones.
    """

    card: str
    at: datetime
    days: float
    reviews: int
    schedule: Schedule
    recalled: bool
    judged: bool


class Loss(NamedTuple):
    """The log-loss in nats, 0 at best, of the predictions of so many reviews."""

    name: str
    log_loss: float
    reviews: int


FORMULAS: Mapping[str, Callable[[Trial], float]] = {
    "half-life 90 d": lambda trial: retention(Law(HALF_LIFE, 90.0), trial.days),
    "ebbinghaus S × 1.5": lambda trial: retention(
        Law(EBBINGHAUS, 1.0), trial.days, trial.reviews - 1
    ),
    "document 002": lambda trial: spaced_recall(
        trial.days, simple_intervals(0.5, 0.0, trial.reviews)[-1]
    ),
    FSRS: lambda trial: recall_probability(trial.schedule, trial.at),
}


def review_rows(path: str) -> list[Loss]:
    """The log-loss of each formula on the reviews in a file, the constant's first, FSRS's last."""
    found = list(trials(reviews_in(path)))
    learnt, judged = ([t for t in found if t.judged == is_last] for is_last in (False, True))
    if not learnt or not judged:
        raise BadData(path, ["too few reviews to learn from and to judge"])
    mean = fmean(trial.recalled for trial in learnt)
    predictors = {CONSTANT: lambda trial: mean, **FORMULAS}
    return [
        Loss(name, log_loss([(predict(t), t.recalled) for t in judged]), len(judged))
        for name, predict in predictors.items()
    ]


def distance(path: str) -> float:
    """How far the predictions of FSRS here are from those of its own library at the most."""
    import fsrs

    library, cards, farthest = fsrs.Scheduler(enable_fuzzing=False), dict[str, fsrs.Card](), 0.0
    reviews = reviews_in(path)
    ours = {(trial.card, trial.at): FORMULAS[FSRS](trial) for trial in trials(reviews)}
    for at, key, rating in reviews:
        card = cards.get(key, fsrs.Card(card_id=0, due=at))
        if (key, at) in ours:
            theirs = library.get_card_retrievability(card, at)
            farthest = max(farthest, abs(ours[key, at] - theirs))
        cards[key], _ = library.review_card(card, fsrs.Rating(rating), at)
    return farthest


def reviews_in(path: str) -> list[Review]:
    """The reviews of a log, in their order of time."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        try:
            return sorted(Review(_moment(row), row["card_id"], _rating(row)) for row in rows)
        except (csv.Error, KeyError, TypeError, ValueError) as problem:
            raise BadData(path, [f"line {rows.line_num} is no review: {problem}"]) from None


def trials(reviews: Sequence[Review]) -> Iterator[Trial]:
    """The reviews that can be predicted, each as things stood before it."""
    schedules: dict[str, Schedule] = {}
    counts: dict[str, int] = {}
    first_judged = int(len(reviews) * LEARNT)
    for place, (at, card, rating) in enumerate(reviews):
        before, count = schedules.get(card), counts.get(card, 0)
        if before is not None and (at - before.last).days >= 1:
            days = days_between(before.last, at)
            yield Trial(card, at, days, count, before, rating > 1, place >= first_judged)
        schedules[card], counts[card] = rated(before, RATINGS[rating - 1], at), count + 1


def log_loss(predictions: Iterable[tuple[float, bool]]) -> float:
    """The mean of −ln of the probability that was given to what happened."""
    return fmean(
        -log(_sure(chance if happened else 1 - chance)) for chance, happened in predictions
    )


def _sure(chance: float) -> float:
    return min(max(chance, SURE), 1 - SURE)


def _moment(row: Mapping[str, str]) -> datetime:
    moment = datetime.fromisoformat(row["review_time"])
    if moment.tzinfo is None:
        raise ValueError("its time names no zone")
    return utc(moment)


def _rating(row: Mapping[str, str]) -> int:
    rating = int(row["review_rating"])
    if not 1 <= rating <= len(RATINGS):
        raise ValueError(f"a rating is 1 to {len(RATINGS)}, not {rating}")
    return rating
