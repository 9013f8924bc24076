"""What answers a found question: the next turn of its session, which seldom has its words."""

from __future__ import annotations

from memento_cli.core.recall.query import sort_of
from memento_cli.core.text.words import ends_in_question
from memento_cli.index.recall.ranked import TEXT
from memento_cli.index.recall.search import rows_of, seen_of, where_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.core.recall.query import Query
    from memento_cli.index.fading.numbers import Row
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.index.recall.finding import Finding

MOST_ASKED = 10
"""The number of best hits among which questions are followed by their answers."""
NEXT = (
    "SELECT key FROM memory WHERE session = ?"
    " AND (created, coalesce(opened, x''), id) > (?, ?, ?) AND ({})"
    " ORDER BY created, opened, id LIMIT 1"
)


def with_answers(index: Strengths, finding: Finding, query: Query) -> Finding:
    """The finding with the answer of each question among the best hits right behind it, as good as
    that; where a text is required, or another order, as it is."""
    if query.required or query.phrases or not finding.ranks or sort_of(query) != "score":
        return finding
    answers = dict(_answers(index, finding, query))
    placed: set[int] = set()
    rows: list[Row] = []
    ranks = dict(finding.ranks)
    for row in finding.rows:
        answer = answers.get(row.key)
        for one in (row, answer) if answer else (row,):
            if one.key not in placed:
                placed.add(one.key)
                rows.append(one)
                if one is answer:
                    ranks[one.key] = ranks[row.key]._replace(key=one.key)
    return finding._replace(rows=rows, ranks=ranks)


def _answers(index: Strengths, finding: Finding, query: Query) -> Iterator[tuple[int, Row]]:
    """The questions among the best hits by key, each with the row of its answer if that meets the
    query's filters."""
    best = [row for row in finding.rows[:MOST_ASKED] if row.session is not None]
    texts = rows_of(index.database, [row.key for row in best], TEXT)
    seen, where = seen_of(query), where_of(query)
    next_one = NEXT.format(seen.sql)
    following = dict[int, int]()
    for row in best:
        if ends_in_question(texts[row.key][0]):
            place = (row.session, row.created, row.opened, row.id)
            if found := index.database.execute(next_one, (*place, *seen.args)).fetchone():
                following[row.key] = found[0]
    keys = ", ".join(map(str, following.values()))
    rows = index.rows(f"key IN ({keys}) AND ({where.sql})", where.args) if keys else []
    by_key = {row.key: row for row in rows}
    for question, answer in following.items():
        if answer in by_key:
            yield question, by_key[answer]
