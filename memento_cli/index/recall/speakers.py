"""Hits in the order in which they are told to an agent: who is asked about speaks first."""

from __future__ import annotations

from memento_cli.core.recall.query import sort_of
from memento_cli.core.recall.ranking import total
from memento_cli.core.recall.rescoring import shares_said
from memento_cli.index.recall.search import rows_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.recall.query import Query
    from memento_cli.core.recall.ranking import Ranked, Scheme
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.index.recall.finding import Finding

SAID = "substr(summary || char(10) || detail, 1, 1000)"
"""The beginning of a text, by which a long one is judged."""
MOST_TOLD = 200
"""The number of best hits whose speakers are compared with the names in a question."""
BY_OTHERS = 0.8
"""What the relevance of a turn is worth that somebody else says than who is asked about."""
AS_RANKED = 5
"""The number of best hits that stand as they are: they have the words of a question, whoever says
them."""


def with_speakers(index: Strengths, finding: Finding, query: Query, scheme: Scheme) -> Finding:
    """The finding with less relevance for turns of a session that others say than who is asked
    about, behind the five best; in another order than by score, as it is.

    Of what has few words of a question, where people talk, who is asked about says nearly all that
    answers it.
    """
    if not finding.ranks or sort_of(query) != "score":
        return finding
    keys = [row.key for row in finding.rows[:MOST_TOLD] if row.session is not None]
    read = rows_of(index.database, keys, SAID)
    shares = shares_said(" ".join(query.sought), {key: text for key, (text,) in read.items()})
    best = {row.key for row in finding.rows[:AS_RANKED]}
    ranks = dict(finding.ranks)
    ranks |= {
        key: _less(ranks[key], share, scheme)
        for key, share in shares.items()
        if share < 1 and key not in best
    }
    rows = sorted(finding.rows, key=lambda row: -ranks[row.key].score)
    return finding._replace(rows=rows, ranks=ranks)


def _less(rank: Ranked, share: float, scheme: Scheme) -> Ranked:
    worth = BY_OTHERS + (1 - BY_OTHERS) * share
    parts = rank.parts._replace(relevance=worth * rank.parts.relevance)
    return rank._replace(score=total(parts, scheme), parts=parts)
