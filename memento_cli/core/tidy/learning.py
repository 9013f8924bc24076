"""The knowledge that sleep proposes to derive from episodes, in their own words."""

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


def knowledge_draft(
    episodes: Episodes, kind: str, sentences: Iterable[tuple[str, int]] = (), wrote: str = ""
) -> Draft:
    """The draft of a memory derived from episodes, with a link to each, and links `contradicts` to
    outdated and undecided ones; `evidence_text` tells a person of these.

    Its summary is that of the most typical current episode, preferably undisputed. Its detail is
    what a program `wrote`, or else the `sentences`, each with the number of its episode. It is as
    private, significant and important as the most so of the episodes, and as trusted as the least.
    """
    members, undecided = episodes.members, episodes.undecided
    first = min(episodes.current, key=lambda one: one.id in undecided)
    summary = first.content.summary
    detail = wrote or "\n".join(f"{text} [{n}]" for text, n in sentences if text not in summary)
    trusts = [*map(trust_of, members), *([AGENT] if wrote else [])]
    disputed = (episodes.outdated | undecided) - {first.id}
    contradicted = [id for id in episodes.ids if id in disputed]
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
    """The topics and people that at least half of the memories have, and their one outcome."""
    half = (len(members) + 1) // 2
    topics = common((one.tags.topics for one in members), half)
    people = common((one.tags.people for one in members), half)
    return Tags(tuple(topics), tuple(people), outcome_of(members))


def rule_kind(members: Sequence[Memory], support: int) -> str:
    """ "procedural" if `support` members have an outcome, and all the same; else "semantic"."""
    with_outcome = sum(one.tags.outcome is not None for one in members)
    return "procedural" if with_outcome >= support and outcome_of(members) else "semantic"


def evidence_text(episodes: Episodes) -> str:
    """The evidence in words: number of episodes, topics, people, days, outcome, contradictions."""
    members = episodes.members
    tags = tags_of(members)
    days = sorted({f"{true_at(one):%Y-%m-%d}" for one in members})
    outcome = f"each time {tags.outcome}" if tags.outcome else ""
    outdated, undecided = len(episodes.outdated), len(episodes.undecided)
    parts = (
        f"{len(members)} episodes on {_quantity(days_of(members), 'day')}",
        ", ".join(tags.topics),
        ", ".join(map(name_of, tags.people)),
        " to ".join(dict.fromkeys((days[0], days[-1]))),
        outcome,
        f"a newer one contradicts {outdated} of them" if outdated else "",
        f"{undecided} of them contradict each other, and none is newer" if undecided else "",
    )
    return "; ".join(filter(None, parts))


def _quantity(number: int, noun: str) -> str:
    return f"{number} {noun}{'s'[: number != 1]}"
