"""What comes first in a date in figures, such as 10/11/2026, where a person lives."""

from __future__ import annotations

DAY, MONTH, UNKNOWN = "day", "month", ""

MONTH_FIRST = (
    " en_US en_AS en_GU en_MH en_MP en_PR en_UM en_VI es_PA es_PR fil_PH chr_US "
)  # fmt: skip
YEAR_FIRST = " ja zh ko hu sv lt mn ii ug dz eo af rw en_CA fr_CA en_ZA en_SE en_DK "
"""Languages and locales in which the year comes first, so that 10/11/2026 is no date of theirs."""
UNSURE = " en_PH es_US c posix "
"""Locales whose sources disagree, and those of no person."""


def first_in_date(locale: str) -> str:
    """What comes first in a date with the year last: DAY or MONTH, by a locale such as
    `de_DE.UTF-8`; UNKNOWN if it does not say, or if the year comes first there.

    By the short dates of the Unicode CLDR.
    """
    name = locale.partition(".")[0].partition("@")[0].replace("-", "_")
    language, _, place = name.partition("_")
    if f" {name} " in MONTH_FIRST:
        return MONTH
    if not place or any(f" {one} " in YEAR_FIRST for one in (name, language)):
        return UNKNOWN
    return UNKNOWN if f" {name} " in UNSURE else DAY
