"""Hits in the order in which they are told to an agent: who is asked about speaks first."""

from __future__ import annotations

from memento_cli.core.recall.query import sort_of
from memento_cli.core.recall.ranking import total
from memento_cli.core.recall.rescoring import said_by_others
from memento_cli.index.recall.search import rows_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.recall.query import Query
    from memento_cli.core.recall.ranking import Ranked, Scheme
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.index.recall.finding import Finding

TURN = 1_000
"""The most signs of a turn; a longer text is told as it is ranked, whoever speaks."""
SAID = f"substr(summary || char(10) || detail, 1, {TURN + 1})"
MOST_TOLD = 200
"""The number of best hits whose speakers are compared with the names in a question."""
BY_OTHERS = 0.8
"""What the relevance of a turn is worth that somebody else says than who is asked about."""


def with_speakers(index: Strengths, finding: Finding, query: Query, scheme: Scheme) -> Finding:
    """The finding with less relevance for turns of a session that others say than who is asked
    about; in another order than by score, as it is.

    The best hits have the words of a question, whoever says them. Of what has few of them, where
    people talk, who is asked about says nearly all that answers.
    """
    if not finding.ranks or sort_of(query) != "score":
        return finding
    keys = [row.key for row in finding.rows[:MOST_TOLD] if row.session is not None]
    read = rows_of(index.database, keys, SAID)
    turns = {key: text for key, (text,) in read.items() if len(text) <= TURN}
    others = said_by_others(" ".join(query.sought), turns)
    if not others:
        return finding
    ranks = dict(finding.ranks)
    ranks |= {key: _less(ranks[key], scheme) for key in others & ranks.keys()}
    rows = sorted(finding.rows, key=lambda row: -ranks[row.key].score)
    return finding._replace(rows=rows, ranks=ranks)


def _less(rank: Ranked, scheme: Scheme) -> Ranked:
    parts = rank.parts._replace(relevance=BY_OTHERS * rank.parts.relevance)
    return rank._replace(score=total(parts, scheme), parts=parts)
