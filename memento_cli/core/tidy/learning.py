"""The knowledge that sleep proposes to make of episodes: its tags, what it goes back to, and why.

What it says is taken from what they say.
"""

from __future__ import annotations

from memento_cli.core.memory.memory import CONTRADICTS, SIGNIFICANCES, Draft, Link, Tags
from memento_cli.core.memory.refs import name_of
from memento_cli.core.security.trust import AGENT, PRIVACIES, TRUST, least_of, trust_of
from memento_cli.core.tidy.episodes import common, days_of, outcome_of
from memento_cli.core.tidy.sleep_steps import SLEEP
from memento_cli.core.tidy.supersession import true_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.tidy.episodes import Episodes

DERIVED = "derived_from"


def learnt(
    episodes: Episodes, kind: str, sentences: Iterable[tuple[str, int]] = (), wrote: str = ""
) -> Draft:
    """The memory that episodes become: derived from each, contradicting those that are outdated,
    and those that contradict others with neither newer: who applies it has been told (`because`).

    Its summary is that of the most typical one that holds, and nothing denies, its detail what a
    program `wrote` of them, or else `sentences` of theirs, each with the number of its episode. It
    is as private as the most private of them, as significant and important as the most significant,
    and as little to be trusted as the least.
    """
    members, undecided = episodes.members, episodes.undecided
    first = min(episodes.current, key=lambda one: one.id in undecided)
    summary = first.content.summary
    detail = wrote or "\n".join(f"{text} [{n}]" for text, n in sentences if text not in summary)
    trusts = [*map(trust_of, members), *([AGENT] if wrote else [])]
    against = (episodes.outdated | undecided) - {first.id}
    contradicted = [id for id in episodes.ids if id in against]
    return Draft(
        summary,
        person=first.person,
        detail=detail,
        significance=min((one.content.significance for one in members), key=SIGNIFICANCES.index),
        tags=tags_of(members),
        kind=kind,
        source=SLEEP,
        privacy=min((one.privacy for one in members), key=PRIVACIES.index),
        importance=max(one.importance for one in members),
        project=first.project,
        links=(
            *(Link(DERIVED, id) for id in episodes.ids),
            *(Link(CONTRADICTS, id) for id in contradicted),
        ),
        more={TRUST: least_of(trusts)},
    )


def tags_of(members: Sequence[Memory]) -> Tags:
    """The topics and people that at least half of some memories have, and how all of them ended."""
    half = (len(members) + 1) // 2
    topics = common((one.tags.topics for one in members), half)
    people = common((one.tags.people for one in members), half)
    return Tags(tuple(topics), tuple(people), outcome_of(members))


def rule_kind(members: Sequence[Memory], support: int) -> str:
    """procedural, where it is told often enough how it ended, and it did so each time; else
    semantic."""
    told = sum(one.tags.outcome is not None for one in members)
    return "procedural" if told >= support and outcome_of(members) else "semantic"


def because(episodes: Episodes) -> str:
    """What speaks for it, in words: how many episodes, about what, with whom, when, and how each
    ended."""
    members = episodes.members
    tags = tags_of(members)
    days = sorted({f"{true_at(one):%Y-%m-%d}" for one in members})
    ended = f"each time {tags.outcome}" if tags.outcome else ""
    older, equal = len(episodes.outdated), len(episodes.undecided)
    parts = (
        f"{len(members)} episodes on {_counted(days_of(members), 'day')}",
        ", ".join(tags.topics),
        ", ".join(map(name_of, tags.people)),
        " to ".join(dict.fromkeys((days[0], days[-1]))),
        ended,
        f"a newer one contradicts {older} of them" if older else "",
        f"{equal} of them contradict each other, and none is newer" if equal else "",
    )
    return "; ".join(filter(None, parts))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s'[: number != 1]}"
