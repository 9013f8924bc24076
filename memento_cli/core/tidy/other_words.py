"""Whether two memories that are near in meaning may say the same in other words.

Vectors hardly tell 3 from 4, Ana from Ben, or a denial from what it denies; the words do.
"""

from __future__ import annotations

from memento_cli.core.text.function_words import NAME, NEGATION, NUMBER
from memento_cli.core.text.likeness import compared
from memento_cli.core.text.statements import statement

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.text.likeness import Comparison

SAME_MEANING, MOST_SHARED = 0.8, 0.5
"""How near in meaning memories are, 0 to 1, that may say the same, and the share of common words
from which words decide it."""


def may_say_the_same(one: Memory, other: Memory) -> bool:
    """Whether two memories are of one person and project, and neither denies the other or tells of
    another number or name."""
    owners = {(memory.person, memory.project) for memory in (one, other)}
    said = [statement(memory.content.summary).words for memory in (one, other)]
    denials = {sum(word.kind == NEGATION for word in words) for words in said}
    return len(owners) == len(denials) == 1 and not names_another(one, other)


def shares_words(one: Memory, other: Memory) -> bool:
    """Whether the summaries of two memories have half of their words in common, by weight: then
    these tell whether they say the same."""
    return _comparison(one, other).share >= MOST_SHARED


def names_another(one: Memory, other: Memory) -> bool:
    """Whether each of two memories tells of a number or a name that the other has not."""
    found = _comparison(one, other)
    return all(
        any(word.kind in (NAME, NUMBER) for word in side) for side in (found.left, found.right)
    )


def _comparison(one: Memory, other: Memory) -> Comparison:
    return compared(*(statement(memory.content.summary) for memory in (one, other)))
