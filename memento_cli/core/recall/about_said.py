"""The time that somebody says something is about, as they write it: 2018, 2018..2020, high school.

It is an estimate, beside the time of telling it (document 003 §6-3).
"""

from __future__ import annotations

from memento_cli.core.memory.about import About
from memento_cli.core.recall.life_stages import stage_named
from memento_cli.core.recall.query import Query
from memento_cli.core.recall.query_parser import filter_parts, is_year, joined
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.recall.query_parser import Moment


def about_said(
    text: str, confidence: float | None, stage: str | None, moment: Moment, said: str
) -> About:
    """The time: years where years are given, else moments; and a stage of life, which may stand in
    place of the time. `text` may be empty, and `said` is how it was typed, for errors.

    Usage if it names one stage, and `stage` another.
    """
    query = about_asked(text, moment, said) if text else Query()
    for also in query.about_stages:
        if stage is not None and stage_named(stage) != also:
            raise Usage(f"it is about {also}, and about {stage[:60]}", "leave one of them out")
        stage = also
    stage = stage and (stage_named(stage) or stage)
    first, dots, last = text.partition("..")
    last = last if dots else first
    if is_year(first) and is_year(last):
        return About(None, None, int(first), int(last), stage, confidence)
    return About(query.about_since, query.about_until, None, None, stage, confidence)


def about_asked(text: str, moment: Moment, said: str) -> Query:
    """The query that a filter by that time, or that stage of life, comes to; `said` is how it was
    typed, for errors."""
    return joined(filter_parts("about", text, moment, said)).query
