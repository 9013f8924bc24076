"""A mood in words: how it is, how it has changed, and since when.

The words divide each axis of a feeling (`Vad`) into bands; pleasant and excited is lively, but
unpleasant and excited is tense (the circumplex of Russell 1980).
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import timedelta

from memento_cli.core.events.affect import AXES
from memento_cli.core.security.trust import marked
from memento_cli.core.time.when import in_zone
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime, tzinfo

    from memento_cli.core.events.affect import Vad
    from memento_cli.core.events.mood import Felt, Mood

    Moods = Sequence[tuple[Felt, Mood]]


class Bands(NamedTuple):
    """An axis in words: where each band but the first begins, and what each is called; "" is
    nothing to tell of. `up` and `down` say how one mood differs from another."""

    begins: tuple[float, ...]
    names: tuple[str, ...]
    up: str
    down: str

    def name_at(self, value: float) -> str:
        """What the band of a value is called."""
        return self.names[bisect_right(self.begins, value)]


SIX, FOUR = (-0.6, -0.3, -0.1, 0.1, 0.3, 0.6), (-0.5, -0.15, 0.15, 0.5)
BANDS: Mapping[str, Bands] = dict(
    zip(
        AXES,
        (
            Bands(
                SIX,
                (
                    *("very low", "low", "a little low", "even"),
                    *("rather cheerful", "cheerful", "very cheerful"),
                ),
                "more cheerful",
                "lower",
            ),
            Bands(
                FOUR,
                ("very calm", "calm", "", "lively", "very lively"),
                "livelier",
                "calmer",
            ),
            Bands(
                FOUR,
                ("helpless", "unsure", "", "in control", "firmly in control"),
                "more in control",
                "less in control",
            ),
        ),
        strict=True,
    )
)
VALENCE, AROUSAL, DOMINANCE = AXES
TENSE = {"lively": "tense", "very lively": "very tense"}
"""What an excitement is called that is unpleasant."""
NOTICED = 0.1
"""The least change of an axis that is told."""
WEEK = timedelta(days=7)
AFTER_SIGNS = 40
ENDINGS = " .,:;"


def vad_words(vad: Vad) -> str:
    """A feeling in words: rather cheerful, calm, in control."""
    pleasant, excited, able = (
        BANDS[axis].name_at(value) for axis, value in zip(AXES, vad, strict=True)
    )
    if vad.valence < BANDS[VALENCE].begins[2]:
        excited = TENSE.get(excited, excited)
    return ", ".join(filter(None, (pleasant, excited, able)))


def change_words(now: Vad, before: Vad) -> str:
    """How a mood differs on the axis that changed most: lower; "" if nothing did that is told."""
    changes = [new - old for new, old in zip(now, before, strict=True)]
    axis = max(range(len(AXES)), key=lambda place: abs(changes[place]))
    if abs(changes[axis]) < NOTICED:
        return ""
    bands = BANDS[AXES[axis]]
    return bands.up if changes[axis] > 0 else bands.down


def felt_words(felt: Felt) -> str:
    """What was felt, in the words of whoever told it, with their mark; of what was erased, none."""
    labels = ", ".join(felt.affect.labels)
    words = ": ".join(filter(None, (labels, " ".join(felt.affect.text.split())))) or "(erased)"
    return marked(words, felt.trust)


def mood_sentence(moods: Moods, now: datetime, zone: tzinfo) -> str:
    """How a person is at `now`, what is usual, how that differs from last week, and since when.

    `moods` are the feelings until `now` in order, with the mood after each (`moods_after`).
    """
    if not moods:
        return "Nothing is known of it."
    _, last = moods[-1]
    vad = last.vad_at(now)
    words, usual = vad_words(vad), vad_words(last.baseline)
    parts = [words[0].upper() + words[1:], f"usually {usual}" if usual != words else ""]
    week_ago = next((mood for felt, mood in reversed(moods) if felt.moment <= now - WEEK), None)
    if week_ago:
        change = change_words(vad, week_ago.vad_at(now - WEEK))
        parts.append(f"{change} than a week ago" if change else "much as a week ago")
    felt = _cause(moods) if usual == words else moods[-1][0]
    day = f"{in_zone(felt.moment, zone):%Y-%m-%d}"
    parts.append(f"since {day}, after {_shortened(felt)}")
    return "; ".join(filter(None, parts)) + "."


def _cause(moods: Moods) -> Felt:
    """The first feeling since which the usual mood is called as it is now."""
    words = vad_words(moods[-1][1].baseline)
    cause = moods[-1][0]
    for felt, mood in reversed(moods):
        if vad_words(mood.baseline) != words:
            break
        cause = felt
    return cause


def _shortened(felt: Felt) -> str:
    """The beginning of what somebody told, or the labels, with the mark of whose it is."""
    words = " ".join(felt.affect.text.split()) or ", ".join(felt.affect.labels) or "(erased)"
    if len(words) > AFTER_SIGNS:
        words = words[: AFTER_SIGNS - 2].rpartition(" ")[0] or words[: AFTER_SIGNS - 2]
        words = words.rstrip(ENDINGS) + ".."
    elif not words.endswith(".."):
        words = words.removesuffix(".")  # the sentence around the words has its own
    return marked(f'"{words}"', felt.trust)
