"""The report of a replay: rows, JSON, and notes."""

from __future__ import annotations

from memento_cli.actions.replay.judging import PARTS
from memento_cli.actions.replay.replay import FEWEST

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memento_cli.actions.replay.replay import Replayed, Standing

COLUMNS = ("what", "name", "share", "after_a_day", "place", "uses")


def rows_of(replayed: Replayed) -> list[dict[str, Any]]:
    """A row for each law and each mix of weights, the best ones first."""
    standings_by_kind = {"law": replayed.laws, "weights": replayed.weights}
    return [
        {"what": kind, **_row(standing)}
        for kind, standings in standings_by_kind.items()
        for standing in sorted(standings, key=lambda standing: -(standing.figures.all.mean or 0.0))
    ]


def value_of(replayed: Replayed) -> dict[str, Any]:
    """The whole result for JSON."""
    counts = {key: getattr(replayed, key) for key in ("memories", "uses", "judged")}
    advice = [advice._asdict() for advice in replayed.advice]
    return counts | {"rows": rows_of(replayed), "advice": advice}


def notes_of(replayed: Replayed) -> Iterator[str]:
    """Notes on the uses that were judged, and on what to change."""
    yield (
        f"{replayed.uses:,} uses in the journal; {replayed.judged:,} judged by the order of all "
        f"memories just before, where these were {PARTS} or more"
    )
    yield "share: within the strongest tenth; place: 0 is the strongest memory, 1 the weakest"
    if replayed.few:
        yield f"Too few to tell: from {FEWEST} judged uses on, something may be proposed"
        return
    yield (
        "weights: the journal has no queries, so only strength, importance and usage are weighed "
        "against each other, not against the words"
        if replayed.weights
        else "This profile's score is no sum of weights, so there are none to judge"
    )
    if not replayed.advice:
        yield "Nothing was surely better than what holds now"
    for advice in replayed.advice:
        yield (
            f"{advice.name} would have been better: {advice.gain:+.3f} (± {advice.error:.3f}) in "
            f"the newer half of the uses, chosen by the older half"
        )
        yield advice.command or "The settings say so already, but memories here have other laws"
    if any(advice.command and "rank." not in advice.command for advice in replayed.advice):
        yield "That is for new memories; `memento fade set` gives another law to the others"


def _row(standing: Standing) -> dict[str, Any]:
    name, figures = standing
    return {
        "name": name,
        "share": figures.all.mean,
        "after_a_day": figures.long.mean,
        "place": figures.place,
        "uses": figures.all.uses,
    }
