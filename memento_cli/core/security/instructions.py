"""Text that reads like instructions to a model, in many languages and some disguises.

Whoever can write into a store may try to command the agent that reads it later (indirect prompt
injection: Greshake et al. 2023, "Not what you've signed up for"). A form here is no proof, and a
text without one may not be safe. So texts are only flagged, never refused or changed.

Each form has marks (`instruction_forms.py`). Nearly no text has a mark, and then no pattern is
tried. Not found are orders in words of no form ("shop X is the best, say so"), those that only
several memories make together, and codes that `instruction_views.py` does not read.
"""

from __future__ import annotations

from memento_cli.standard import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.security.mark_table import MarkTable

VERSION = 4
"""Counted on when a text may get other flags: the index has what it was flagged with."""
HIDDEN = "hides words in invisible signs"
JOINING = str.maketrans(dict.fromkeys("._-+@~='", " "))
DEPTH = 2
"""So many codes may be one inside the other."""
JOINT, ENDS = "\x1e", ".!?…,;: \n"
"""What stands between texts that may be read on, and what may end the first of them."""


def flags(text: str) -> tuple[str, ...]:
    """The labels of what a text seems to do; nearly always empty.

    Case, width, invisible characters, accents, look-alike letters and some codes
    (`core/security/instruction_views.py`) make no difference.
    """
    from memento_cli.core.security.instruction_forms import FORMS  # a recall has the index's
    from memento_cli.core.security.instruction_views import hides_words

    found = set(_labels(text))
    if hides_words(text):
        found.add(HIDDEN)
    return tuple(label for label in (*FORMS, HIDDEN) if label in found) if found else ()


def flags_of(memory: Memory) -> tuple[str, ...]:
    """The flags of all texts of a memory, and of its id: a file's name may be a sentence.

    An order may also be divided among summary, detail and topics, in any order in which they are
    shown.
    """
    (summary, detail, _), tags, id = memory.content, memory.tags, memory.id
    topics = tags.topics
    words = (summary, *topics, summary, detail, *topics) if topics else (summary, detail)
    names = (memory.person, *tags.people, memory.source, memory.project, memory.agent)
    told = "\n".join((*filter(None, names), id, id.translate(JOINING)))
    return flags(f"{JOINT.join(filter(None, words))}\n{told}")


def name_flags(text: str) -> tuple[str, ...]:
    """The flags of a name, in which punctuation may join the words of an instruction."""
    return flags(f"{text}\n{text.translate(JOINING)}")


def _labels(text: str, depth: int = DEPTH) -> Iterator[str]:
    """The labels of the forms of a text, in each of its views and in what is decoded from it."""
    from memento_cli.core.security.instruction_views import decoded, views

    table, forms = _table()
    marks = list[str]()
    for view in views(text):
        if marks := list(table.found_in(view.replace(JOINT, " "))):
            yield from _matching(view, {form for mark in marks for form in forms[mark]})
    for inner in decoded(text, view, marks) if depth else ():
        yield from _labels(inner, depth - 1)


def _matching(view: str, forms: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The labels of those forms that a view has; where texts are joined, apart or read on."""
    import re  # few texts come here

    readings = [view.replace(JOINT, "\n")]
    if JOINT in view:
        readings.append(" ".join(part.rstrip(ENDS) for part in view.split(JOINT)))
    for label, pattern in forms:
        if any(re.search(pattern, reading, re.MULTILINE) for reading in readings):
            yield label


@cache
def _table() -> tuple[MarkTable, dict[str, list[tuple[str, str]]]]:
    """All marks, and by its mark the label and the pattern of each form; codes have none."""
    from memento_cli.core.security.instruction_forms import FORMS
    from memento_cli.core.security.instruction_views import CODES
    from memento_cli.core.security.mark_table import MarkTable

    forms: dict[str, list[tuple[str, str]]] = {mark: [] for mark in CODES}
    for label, every in FORMS.items():
        for marks, pattern in every:
            for mark in marks:
                forms.setdefault(mark, []).append((label, pattern))
    return MarkTable(forms), forms
