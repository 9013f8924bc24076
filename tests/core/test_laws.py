"""Laws of forgetting, the strength that they leave, and when it reaches a threshold."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from math import e, exp, floor, inf, isinf, log, nan

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memento_cli.core.fading.laws import (
    BASE_LEVEL,
    CODES,
    DAILY,
    EBBINGHAUS,
    GREATEST_PARAMETER,
    HALF_LIFE,
    LAWS,
    LEAST_PARAMETER,
    NEVER,
    PARAMETERS,
    TTL,
    Law,
    law_of,
    retention,
    stability_after,
)
from memento_cli.core.fading.strength import DAY_MICROS, Fade, Strength, ages_of, days_until
from memento_cli.core.fading.wording import law_text, retention_text
from memento_cli.core.memory.memory import (
    calculate_strength,
    days_below,
    default_half_life,
    fade_of,
    split_content,
    strength_at,
    strength_from,
)
from memento_cli.core.time.when import micros
from memento_cli.errors import BadValue
from tests.core.values import START, day, fades, fading_laws, laws, memory, moments, numbers

lengths = st.floats(0, 1e6)
gaps = st.lists(st.integers(0, 10**6 * DAY_MICROS), max_size=5)
Ago = tuple[float, int, Sequence[float]]
"""Days since the last use, how many uses there were, and the days since the opening and each."""


def last_use(more: int, gaps: list[int]) -> Strength:
    """The numbers at a use; before it, uses so far apart, and more that only a count tells."""
    uses = tuple(accumulate(gaps, initial=0))
    return Strength(1.0, uses[-1], more + len(gaps), uses if gaps else ())


def after(days: float, last: Strength) -> Ago:
    """What there is so many days after the last use."""
    ages = [age + days for age in ages_of(last.uses, last.last)]
    return days, last.reinforcement_count, ages


last_uses = st.builds(last_use, st.integers(0, 5), gaps)


@pytest.mark.parametrize(
    ("law", "days", "left"),
    [
        (Law(HALF_LIFE, 90), 0, 1.0),
        (Law(HALF_LIFE, 90), 45, 0.7071067811865476),
        (Law(HALF_LIFE, 90), 90, 0.5),
        (Law(HALF_LIFE, 90), 270, 0.125),
        (Law(EBBINGHAUS, 5), 5, 0.36787944117144233),
        (Law(EBBINGHAUS, 1), 2, 0.1353352832366127),
        (Law(DAILY, 5), 7, 0.6983372960937497),
        (Law(DAILY, 0), 1000, 1.0),
        (Law(TTL, 2), 1.999, 1.0),
        (Law(TTL, 2), 2, 0.0),
        (Law(NEVER), 1e9, 1.0),
        (Law(BASE_LEVEL, 0.5), 0, 1.0),
        (Law(BASE_LEVEL, 0.5), 1, 1 / (1 + exp(-1))),
        (Law(BASE_LEVEL, 0.5), 100, 0.1 / (0.1 + exp(-1))),
    ],
)
def test_curves(law: Law, days: float, left: float) -> None:
    """The figures of documents 001, 000 and 004; a time to live ends at its end; ACT-R's curve."""
    assert retention(law, days) == pytest.approx(left, abs=1e-12)


def test_uses_make_a_stability_longer() -> None:
    """By half of it each, up to a year; one that is longer from the first stays as it is."""
    assert [stability_after(1, uses) for uses in (0, 1, 2, 15, 99)] == [1, 1.5, 2.25, 365, 365]
    assert stability_after(400, 3) == 400


@given(lengths, st.floats(0.01, 4000), last_uses)
def test_the_curves_are_those_of_the_documents(days: float, number: float, last: Strength) -> None:
    """Documents 001, 000, 004 and 002 give the formulas, Anderson & Schooler that of base-level."""
    ago = after(days, last)
    uses, percent, decay = ago[1], min(number, 99.9), min(number, 5.0)
    stability = max(number, min(365.0, number * 1.5**uses))
    times = [*ago[2], *[ago[2][0]] * (1 + uses - len(ago[2]))] if ago[2] else [days] * (1 + uses)
    near = pytest.approx
    assert retention(Law(HALF_LIFE, number), *ago) == near(2 ** -(days / number), abs=1e-12)
    assert retention(Law(EBBINGHAUS, number), *ago) == near(e ** -(days / stability), abs=1e-12)
    assert retention(Law(DAILY, percent), *ago) == near((1 - percent / 100) ** days, abs=1e-9)
    assert retention(Law(TTL, number), *ago) == (days < number)
    assert retention(Law(NEVER), *ago) == 1
    if days > 1e-6:
        activation = log(sum(age**-decay for age in times))
        assert retention(Law(BASE_LEVEL, decay), *ago) == near(1 / (1 + exp(-1 - activation)))


@given(numbers, fades, moments)
def test_a_strength_is_that_of_document_001(strength: Strength, fade: Fade, now: datetime) -> None:
    """It is the greater of the floor and initial · retention; ebbinghaus weighs by importance."""
    days = max(0.0, (now - strength.last_reinforced).total_seconds() / 86_400)
    left = retention(fade.law, days, strength.reinforcement_count)
    whole = strength.initial
    if fade.law.code == EBBINGHAUS:
        whole = min(1.0, whole * fade.weight)
    expected = max(fade.min_strength, whole * left)
    assert calculate_strength(strength, fade, now) == pytest.approx(expected)
    assert strength_at(memory(strength=strength, fade=fade), now) == pytest.approx(expected)


WRONG = (-1e9, -3.0, -1e-12, nan, inf, -inf)


@pytest.mark.parametrize("number", WRONG)
@pytest.mark.parametrize("code", [HALF_LIFE, EBBINGHAUS, DAILY, TTL, BASE_LEVEL])
def test_a_law_with_a_number_that_it_cannot_have_is_an_error(code: int, number: float) -> None:
    """No retention and no strength follows from it, whoever made the value; 0 is lifted for one."""
    with pytest.raises(BadValue):
        retention(Law(code, number), 1.0)
    with pytest.raises(BadValue):
        strength_at(memory(fade=Fade(Law(code, number))), START)
    if code not in (EBBINGHAUS, DAILY):
        with pytest.raises(BadValue):
            retention(Law(code, 0.0), 1.0)
    with pytest.raises(BadValue):
        retention(Law(DAILY, 100.0), 1.0)
    assert retention(Law(EBBINGHAUS, 0.0), 1.0) == pytest.approx(exp(-100))
    assert retention(Law(DAILY, 0.0), 1.0) == 1.0
    assert retention(Law(EBBINGHAUS, 1), 3, 2) == pytest.approx(exp(-3 / 2.25))


def test_all_uses_count_by_the_base_level() -> None:
    """Each use adds to the activation by its age; those that only the count tells are the first."""
    held = 1 + 100**-0.5
    assert retention(Law(BASE_LEVEL, 0.5), 1, 1, (100, 1)) == pytest.approx(held / (held + exp(-1)))
    told = retention(Law(BASE_LEVEL, 0.5), 1, 3, (100, 100, 100, 1))
    assert retention(Law(BASE_LEVEL, 0.5), 1, 3, (100, 1)) == pytest.approx(told)
    assert retention(Law(BASE_LEVEL, 0.5), 100, 2) == pytest.approx(0.3 / (0.3 + exp(-1)))


@example(Law(BASE_LEVEL, 1.0), last_use(3, []), 1.0, 2**-52)
@given(laws, last_uses, lengths, lengths)
def test_retention_falls_from_one_to_zero(
    law: Law, last: Strength, days: float, more: float
) -> None:
    """Retention is between 1 and 0, never rises by waiting but in the last bit of a float, and is 1
    at the moment of a use."""
    ago, later = (retention(law, *after(wait, last)) for wait in (days, days + more))
    assert 0.0 <= later <= ago + 1e-15 and max(ago, later) <= 1.0
    assert retention(law, *after(0.0, last)) == 1.0


@given(fading_laws, last_uses, st.floats(0.01, 0.99))
def test_days_until_is_the_inverse_of_retention(law: Law, last: Strength, share: float) -> None:
    """After the days until a share is left, no more is left, and just before them no less.

    Base-level jumps: at the soonest moment that counts it is below 1.
    """
    days = days_until(law, share, last)
    if isinf(days):
        assert retention(law, *after(1e9, last)) > share
    else:
        before, then = (retention(law, *after(days * near, last)) for near in (1 - 1e-6, 1))
        assert then <= share * (1 + 1e-6) and before >= share * (1 - 1e-6)


def test_shares_that_are_never_reached() -> None:
    """Nothing is left after no number of days; what never fades stays whole; more than 1 is now."""
    for law in (Law(HALF_LIFE, 9), Law(EBBINGHAUS, 9), Law(DAILY, 9), Law(BASE_LEVEL, 0.5)):
        assert days_until(law, 0.0) == inf
        assert days_until(law, 1.5) == 0.0
    assert days_until(Law(NEVER), 0.99) == days_until(Law(DAILY, 0), 0.99) == inf
    assert days_until(Law(NEVER), 1.0) == 0.0
    assert days_until(Law(TTL, 2), 0.0) == days_until(Law(TTL, 2), 0.9) == 2


@pytest.mark.parametrize(
    ("name", "bad", "said"),
    [
        *(
            ("half-life", days, "half_life_days must be > 0")
            for days in (0.0, -1.0, nan, inf, -inf)
        ),
        ("half-life", 1e10, "half_life_days must be <= 1e"),
        ("ebbinghaus", 0.0, "stability_days must be > 0"),
        ("daily", -1.0, "must be >= 0 and < 100"),
        ("daily", 100.0, "must be >= 0 and < 100"),
        ("daily", nan, "must be >= 0 and < 100"),
        ("ttl", 0.0, "ttl_days must be > 0"),
        ("base-level", 5.1, "decay must be <= 5"),
        ("linear", 9.0, "unknown law 'linear'"),
    ],
)
def test_impossible_laws(name: str, bad: float, said: str) -> None:
    """A number that a law cannot have is an error that names it; so is a law that there is not."""
    with pytest.raises(BadValue, match=said):
        law_of(name, bad)


def test_names_of_laws() -> None:
    """Every law has the name that a file gives it, and the number in the index."""
    assert [law_of(name, 2.0).name for name in LAWS] == list(LAWS)
    assert [law_of(name, 2.0).code for name in LAWS] == list(CODES)
    assert {
        len(rows) for rows in (CODES, LAWS, LEAST_PARAMETER, GREATEST_PARAMETER, PARAMETERS)
    } == {6}


def test_laws_of_one_number_differ() -> None:
    """A half-life of 90 days is no time to live of 90 days."""
    every = [law_of(name, 2.0) for name in LAWS]
    assert len(set(every)) == len(every) == len({Fade(law) for law in every})
    assert all((one == other) is (one is other) for one in every for other in every)


def test_default_half_lives() -> None:
    """High, medium and low significance are 180, 90 and 30 days; another is an error."""
    assert [default_half_life(name) for name in ("high", "medium", "low")] == [180, 90, 30]
    with pytest.raises(BadValue, match="significance"):
        default_half_life("huge")


@given(numbers, fades, moments)
def test_strength_keeps_between_floor_and_initial(
    strength: Strength, fade: Fade, now: object
) -> None:
    """A strength is never below its floor nor above both its floor and its initial strength."""
    shown = strength_at(memory(strength=strength, fade=fade), now)  # type: ignore[arg-type]
    assert fade.min_strength <= shown <= max(fade.min_strength, strength.initial)


def test_time_before_the_last_reinforcement_is_no_time() -> None:
    """Before its clock a memory has its initial strength, not more."""
    for law in (
        Law(HALF_LIFE, 1),
        Law(EBBINGHAUS, 1),
        Law(DAILY, 5),
        Law(TTL, 1),
        Law(BASE_LEVEL, 1),
    ):
        assert calculate_strength(strength_from(0.8, day(10)), Fade(law), day(0)) == 0.8


def test_pinned_memories_do_not_fade() -> None:
    """A pin keeps the initial strength; unpinned, the memory has faded all the while."""
    old = memory(pinned=True)
    assert strength_at(old, day(900)) == 1.0
    assert strength_at(old._replace(pinned=False), day(900)) == 0.1


@given(st.floats(0.2, 3), st.floats(1, 2000), st.floats(0.01, 0.2))
def test_first_whole_day_below(initial: float, half_life: float, threshold: float) -> None:
    """On the first whole day the curve is strictly below, and on the day before it is not."""
    one = memory(strength=strength_from(initial, START), fade=Fade(Law(HALF_LIFE, half_life), 0.0))
    day_ = floor(days_below(one, threshold)) + 1
    assert strength_at(one, START + timedelta(days=day_)) < threshold * (1 + 1e-9)
    assert strength_at(one, START + timedelta(days=day_ - 1)) >= threshold * (1 - 1e-9)


def test_thresholds_at_the_edge() -> None:
    """A threshold of 0 is never passed, one above the initial strength at once."""
    weak = memory(strength=strength_from(0.5, START))
    assert isinf(days_below(weak, 0.0))
    assert days_below(weak, 0.6) == 0.0
    assert days_below(memory(strength=strength_from(0.0, START)), 0.1) == 0.0


def test_importance_weighs_by_ebbinghaus_alone() -> None:
    """Strength is importance · retention, at most 1 (document 000); no other law asks for it."""
    fade = fade_of(Law(EBBINGHAUS, 1), 0.0, 0.8)
    assert strength_at(memory(fade=fade), day(1)) == pytest.approx(0.2943035529371539)
    assert strength_at(memory(fade=fade, strength=strength_from(1.5, START)), START) == 1.0
    assert fade_of(Law(HALF_LIFE, 9), 0.0, 0.8) == Fade(Law(HALF_LIFE, 9), 0.0)


@pytest.mark.parametrize(
    ("text", "summary", "detail"),
    [
        ("", "", ""),
        ("One line", "One line", ""),
        ("One. Two.", "One.", "Two."),
        ("Really? Yes! Good. End", "Really?", "Yes! Good. End"),
        ("First line\nthe rest\nof it", "First line", "the rest\nof it"),
        ("一つ目。二つ目。", "一つ目。", "二つ目。"),
        ("Version 2.0 is out", "Version 2.0 is out", ""),
        ("Dentist with Dr. Okafor. A crown.", "Dentist with Dr. Okafor.", "A crown."),
        ("Call J. R. Hill. Soon.", "Call J. R. Hill.", "Soon."),
        ("Room No. 5 is shut. No. It is open", "Room No. 5 is shut.", "No. It is open"),
        ("No. It is open", "No.", "It is open"),
        ("Tee, z. B. Sencha. Gut", "Tee, z. B. Sencha.", "Gut"),
        ("Das sind max. 5 Stück. Gut", "Das sind max. 5 Stück.", "Gut"),
        ("I met Max. He is tall", "I met Max.", "He is tall"),
        ("Obst, d. h. Äpfel. Gut", "Obst, d. h. Äpfel.", "Gut"),
        ("Es kostet ca. 5 Euro inkl. Porto. Gut", "Es kostet ca. 5 Euro inkl. Porto.", "Gut"),
        ("So do I. He does not", "So do I.", "He does not"),
        ("Only Dr. ", "Only Dr.", ""),
        ("Ask (e.g. Mei) first. Then go", "Ask (e.g. Mei) first.", "Then go"),
    ],
)
def test_split_content(text: str, summary: str, detail: str) -> None:
    """Content given whole has its first sentence, or line, as the summary."""
    assert tuple(part.replace("\n", " ") for part in split_content(text)) == (
        summary,
        detail.replace("\n", " "),
    )


@pytest.mark.parametrize(
    ("text", "summary", "detail"),
    [
        ("\n \n  One \n\n \n    two\n  three \n \n", "One", "    two\n  three"),
        ("    one\n        two", "one", "        two"),
        ("One.  Two\n  three", "One.", "Two\n  three"),
        ("One. \n  two", "One.", "  two"),
        ("One\r\n\r\n\ttwo\r\n", "One", "\ttwo"),
        ("One\r\r\ttwo\r", "One", "\ttwo"),
    ],
)
def test_a_detail_keeps_its_indentation(text: str, summary: str, detail: str) -> None:
    """Blank lines go, and white space at the end; that before the first line's words stays."""
    assert split_content(text) == (summary, detail)


@given(st.text(max_size=300))
def test_splitting_loses_nothing(text: str) -> None:
    """Every sign that is not a space is in the summary or in the detail, in order."""
    summary, detail = split_content(text)
    whole = "".join(text.split())
    both = "".join((summary + detail).split())
    assert both == whole or "".join(detail.split()) == whole
    assert "\n" not in summary and "\r" not in summary


def test_laws_in_words() -> None:
    """A law is named with its number, and its arithmetic can be done again with a calculator."""
    words = {
        Law(HALF_LIFE, 90.0): ("half-life 90 days", "0.5^(3.0/90)"),
        Law(EBBINGHAUS, 10.0): ("ebbinghaus, stability 10 days at first", "e^(-3.0/15)"),
        Law(DAILY, 5.0): ("daily, minus 5 % a day", "0.95^3.0"),
        Law(TTL, 2.0): ("time to live 2d", "0"),
        Law(NEVER): ("never fades", "1"),
        Law(BASE_LEVEL, 0.5): (
            "base-level, decay 0.5",
            "1.155/(1.155 + 0.368) [2 times, each days^-0.5]",
        ),
    }
    for law, (name, arithmetic) in words.items():
        assert law_text(law) == name
        assert retention_text(strength_from(1.0, START, 1), law, micros(day(3))) == arithmetic
