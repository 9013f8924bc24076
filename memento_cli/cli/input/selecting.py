"""How a person names a memory: by its id or a part of it, a number of the last list, or its words.

Scripts name memories by ids, and parts of them: a number means what a screen shows, and tomorrow
words are another memory's. Verbs that only read take words in scripts, too, where they fit one.
"""

from __future__ import annotations

from memento_cli.cli.input.choosing import MEMORIES, by_part, by_words, is_script
from memento_cli.cli.input.last_list import last_list
from memento_cli.cli.output.out import can_ask
from memento_cli.cli.output.values import safe
from memento_cli.core.journal.event_types import RECORDED
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import EVENTS, STATES
from memento_cli.errors import Ambiguous, NotFound, Refused, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memento_cli.cli.call import Call
    from memento_cli.core.memory.memory import Memory
    from memento_cli.errors import MementoError
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection as Folder

DIGITS = 3
LAST, ID_SCHEME, MARK = "@", "id:", "/"
TAB = "\t"
ACTS, PROPOSALS, LIKES = "acts", "proposals", "likes"
"""Nouns of rows: what the last list has. States, events and threads go by their folders."""
FACTS = "facts"
SHOWN_BY = {
    ACTS: "`memento log ID --changes` tells what it changed; `memento undo` takes it back",
    PROPOSALS: "`memento tidy show` shows it",
    FACTS: "`memento fact history` shows it",
    LIKES: "`memento fact confirm` and `fact revoke` take it",
}
"""What a row of a list is for that no other command takes."""
LISTED_BY = {
    ACTS: "`memento log`",
    PROPOSALS: "`memento tidy list`",
    FACTS: "`memento fact list`",
    LIKES: "`memento fact list --likes`",
    "states": "`memento state list`",
    "events": "`memento event list`",
    "threads": "`memento event thread list`",
}
"""The commands that number rows of a noun, other than memories."""


def selected(call: Call, words: Sequence[str], *, reading: bool = False) -> str:
    """The one memory that all these words name together; `reading` changes nothing.

    Usage for what only a person at a screen may say, NotFound and Ambiguous for what is none or
    several.
    """
    first, *others = words
    if others and (first == LAST or is_row_number(first) or _is_memory(call, first)):
        hint = "a text of several words stands in quotes, also behind an option"
        raise Usage(f"{first} already names a memory; what is {' '.join(others)!r}?", hint)
    return _ids(call, " ".join(words), reading=reading)[0]


def reference(call: Call, words: Sequence[str], *, reading: bool = True) -> str:
    """What words name of all that can be shown: the id at a number of the last list, of whatever
    sort, or else the words as they are. Who is not `reading` is asked about an old list."""
    text = " ".join(words)
    if text == LAST:
        return selected(call, words)
    if not _is_row(call, text, call.store.memories):
        return text.removeprefix(ID_SCHEME)
    _for_a_screen(call, text)
    shown = last_list(call.store.root)
    if shown and shown.noun in SHOWN_BY:
        raise _of_another_list(text, shown.noun)
    return _rows(call, text, several=False, reading=reading)[0]


def named(call: Call, words: Sequence[str], find: Callable[[Store, str], str]) -> str:
    """What words name for a command that only reads, and that `known` finds by an id or a part of
    one: a number of the last list, an id, or the words of a memory."""
    from memento_cli.core.memory.record_kinds import event_in, held

    id = reference(call, words)
    try:
        return find(call.store, id)
    except (NotFound, Ambiguous) as unknown:
        if held(id) or event_in(id):
            raise
        return by_words(call, id, unknown)


def row_named(call: Call, text: str, noun: str) -> str:
    """The id at a number of the last list, which must have such rows, or else the text as it is.

    Usage for a number in a script; Refused for one of another list.
    """
    return rows_named(call, [text], noun, several=False)[0]


def rows_named(call: Call, texts: Sequence[str], noun: str, *, several: bool = True) -> list[str]:
    """The ids at numbers of the last list, which must have such rows, and other texts as they are;
    `3-5` are `several`."""
    ids: list[str] = []
    for text in texts:
        if is_row_number(text):
            _for_a_screen(call, text)
            ids += _rows(call, text, several=several, noun=noun)
        else:
            ids.append(text)
    return ids


def row_fields(call: Call, text: str, noun: str, count: int) -> list[str] | None:
    """What a number of the last list stands for where that has so many parts, as the subject and
    the key of a fact; None if the text is no number.

    Usage for a number in a script; Refused for one of another list.
    """
    return row_named(call, text, noun).split(TAB, count - 1) if is_row_number(text) else None


def all_selected(
    call: Call,
    words: Sequence[str],
    *,
    archived: bool = False,
    beside: list[str] | None = None,
) -> list[str]:
    """The memories that words name, each once: either numbers and whole ids, or else one set of
    words, or else parts of ids.

    `archived` are looked for in the archive. References to anything else, `events/ID`, go into
    `beside`, if it is given: a recall in a pipe prints them among the ids.
    """
    is_piped = [*words] == ["-"]
    if is_piped:
        from memento_cli.cli.input.stdin import read_stdin

        words = read_stdin("ids", keep=False).split()
    if beside is not None:
        from memento_cli.core.memory.record_kinds import is_reference

        beside += filter(is_reference, words)
        words = [text for text in words if not is_reference(text)]
    unknown = None
    if len(words) > 1 and not is_script(call) and _is_text(call, words, archived):
        try:
            return _ids(call, " ".join(words), archived=archived)
        except NotFound as problem:
            unknown = problem
    ids: list[str] = []
    try:
        for word in words:
            ids += _ids(call, word, several=True, archived=archived, worded=len(words) == 1)
    except NotFound as problem:
        if is_piped:
            problem.hint = "a pipe brings ids alone, as --format ids prints them"
        raise unknown or problem from None
    return list(dict.fromkeys(ids))


def _is_text(call: Call, words: Sequence[str], archived: bool) -> bool:
    """Whether several words may be one text: not if each is a number, @ or a whole id. Usage for
    numbers among other words, as it could be either."""
    folder = call.store.archive if archived else call.store.memories
    rows = [word for word in words if word == LAST or is_row_number(word)]
    others = [word for word in words if word not in rows]
    if all(word.removeprefix(ID_SCHEME) in folder for word in others):
        return False
    if rows:
        what = f"{rows[0]} is a row on a screen, and {others[0]} is none"
        raise Usage(what, f"name numbers and whole ids, or words in quotes: '{' '.join(words)}'")
    return True


def _ids(
    call: Call,
    text: str,
    *,
    several: bool = False,
    reading: bool = False,
    archived: bool = False,
    worded: bool = True,
) -> list[str]:
    """What one word, or one text of words, names."""
    if text == LAST:
        _for_a_screen(call, text)
        return [_last_recorded(call)]
    if _is_row(call, text, call.store.archive if archived else call.store.memories):
        _for_a_screen(call, text)
        rows = _rows(call, text, several=several, noun=MEMORIES)
        return [_by_id(call, id, archived) for id in rows]
    is_words = len(text) > len(MARK + MARK) and text[0] == text[-1] == MARK
    unknown: MementoError = NotFound(f"no memory has all of {text!r}")
    if not is_words and " " not in text:
        try:
            return [_by_id(call, text.removeprefix(ID_SCHEME), archived)]
        except (NotFound, Ambiguous) as problem:
            unknown = problem
    by_id_only = text.startswith(ID_SCHEME) or not worded or (is_script(call) and not reading)
    if by_id_only and not isinstance(unknown, Ambiguous):
        raise unknown
    if by_id_only:
        return [by_part(call, text.removeprefix(ID_SCHEME), unknown, archived)]
    return [by_words(call, text.strip(MARK) if is_words else text, unknown, archived=archived)]


def _for_a_screen(call: Call, text: str) -> None:
    if not is_script(call):
        return
    is_last = text == LAST
    hint = "in a script give the id: --format ids prints them"
    if can_ask() and call.params.get("yes"):
        rows = [_last_recorded(call)] if is_last else _rows(call, text, several=True, reading=True)
        hint = f"with --yes, give the id: {safe(' '.join(rows))}"
    raise Usage(
        f"{text} is {'the last one that you recorded' if is_last else 'a row on a screen'}", hint
    )


def is_row_number(text: str) -> bool:
    """Whether a text is a number of a row, or `2-4`, as a list on a terminal has them."""
    first, hyphen, last = text.partition("-")
    numbers = [first, last] if hyphen else [first]
    return all(
        number.isascii() and number.isdigit() and len(number) <= DIGITS for number in numbers
    )


def _is_row(call: Call, text: str, folder: Folder[Memory]) -> bool:
    """Whether a number is that of a row: always at a terminal that has shown a list, so that no
    memory with a number for its id takes the place of one on the screen; `id:3` is that memory."""
    if not is_row_number(text):
        return False
    return text not in folder or not (is_script(call) or last_list(call.store.root) is None)


def _rows(
    call: Call, text: str, *, several: bool, noun: str = "", reading: bool = False
) -> list[str]:
    """The ids of these rows; Refused if they are of another noun than the one that is asked for.

    Unless only `reading`, the person is asked whether an old list is meant. NotFound for a row
    whose memory or state has gone since: no other is meant, though its id begins so.
    """
    shown = last_list(call.store.root)
    if shown is None:
        lister = LISTED_BY.get(noun, "`memento list`")
        raise NotFound(f"no list has a number {text} here", f"{lister} numbers its rows")
    first, hyphen, last = text.partition("-")
    if hyphen and int(last) < int(first):
        raise Usage(f"{text} counts down", f"write {last}-{first}")
    places = range(int(first), int(last or first) + 1)
    if not places or places[0] < 1 or places[-1] > len(shown.ids):
        raise NotFound(f"the last list has no number {text}", f"it goes to {len(shown.ids)}")
    if hyphen and not several:
        raise Usage(f"{text} are several", "this command takes one")
    ids = [shown.ids[place - 1] for place in places]
    if noun and shown.noun != noun:
        named = f"{noun}/" if noun != MEMORIES else ""
        if not all(id.startswith(named) and (named or _is_memory(call, id)) for id in ids):
            raise _of_another_list(text, shown.noun)  # else of one of all places
    if not reading and shown.is_old:
        call.out.confirmed(f"That list is old: do you mean {safe(', '.join(ids))}?", False)
    for id in ids:
        if _is_gone(call, id, shown.noun):
            raise NotFound(f"{id} is gone", "`memento log` tells what became of it")
    return ids


def _is_memory(call: Call, text: str) -> bool:
    """Whether a text is the whole id of a memory."""
    return is_safe_id(text) and text in call.store.memories


def _is_gone(call: Call, id: str, noun: str) -> bool:
    """Whether the memory or the state in a row is neither in its folder nor in the archive."""
    store = call.store
    folder, slash, name = id.rpartition("/")
    kind = folder if slash else noun
    if kind == MEMORIES:
        return name not in store.memories and name not in store.archive
    return kind == STATES and name not in store.held(STATES)


def _of_another_list(text: str, noun: str) -> Refused:
    """The error for a number of a list whose rows this command does not take."""
    use = SHOWN_BY.get(noun, "`memento show` shows it")
    if noun == EVENTS:
        use += "; events stay as they were, and `memento forget --erase` blanks what one says"
    return Refused(f"{text} is one of the {noun} in the last list", use)


def _by_id(call: Call, text: str, archived: bool) -> str:
    from memento_cli.actions.memory.reading import resolve_archived_id, resolve_id

    return (resolve_archived_id if archived else resolve_id)(call.store, text)


def _last_recorded(call: Call) -> str:
    """The memory that this writer recorded last, if it is still there."""
    from memento_cli.actions.memory.reading import readable_entries

    for read in call.store.journal.own():
        lines = [line for line in readable_entries(call.store, read) if line.act == RECORDED]
        if lines:
            return _by_id(call, max(lines, key=lambda line: line.id).memory, False)
    raise NotFound("nothing was recorded here", "`memento list` shows what there is")
