"""How git treats a store, and checks of its files before a commit.

A file may be broken, have erased words, or be more private than the repository; git may ignore a
part of the store, or keep it in a submodule.
"""

from __future__ import annotations

import os

from memento_cli.core.memory.record_kinds import EVENTS, GRAPH, ref_of, whole_ref
from memento_cli.core.memory.record_kinds import FOLDERS as HELD
from memento_cli.core.security.trust import is_open
from memento_cli.errors import BadData, BadId, Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.names import FILE, SUFFIX, WAITING, stem_of
from memento_cli.store.git.git import DETACHED, command_to_finish, run_git
from memento_cli.store.journal.event_lines import event_in_line
from memento_cli.store.journal.jsonl import entry_of
from memento_cli.store.journal.logs import SUFFIX as LOG
from memento_cli.store.records.registry import ref_in_data
from memento_cli.store.redaction.erasure import erased_behind_proposal
from memento_cli.store.redaction.logs import event_ids, events_with_words
from memento_cli.store.redaction.words import is_erased
from memento_cli.store.settings.settings import settings_of
from memento_cli.store.toml.merge import sides
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.reader import START

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.codec import Codec

PROPOSALS = "proposals"
FOLDERS = ("memories", "archive", PROPOSALS)
EVERY = (*FOLDERS, *HELD)
"""The folders of files that each hold one value."""
LOGS = ("journal", EVENTS)
"""The folders of logs."""
PROBES = {
    FILE: FILE,
    **{f"{folder}/probe{SUFFIX}": folder for folder in EVERY},
    **{f"{folder}/2026-01/probe{LOG}": folder for folder in LOGS},
}
"""A sample path of each sort of file in a store, and the name of that sort."""
SHOWN = 4
LIFTED = "change that rule: `git check-ignore -v PATH` tells which one hides a file"


def problems_of(store: Store, path: str, raw: bytes, erased: Erasures) -> Iterator[str]:
    """The reasons not to commit a file; `path` is relative to the store."""
    folder, _, name = path.rpartition("/")
    try:
        if path == "memento.toml":
            settings_of(raw, path)
        elif path.endswith(LOG) and folder.startswith("journal/"):
            yield from _bad_lines(raw, entry_of)
        elif path.endswith(LOG) and folder.startswith("events/"):
            yield from _bad_lines(raw, event_in_line)
            refs = events_with_words(raw, event_ids(erased))
            yield from (f"has words of {ref}, which was erased" for ref in refs)
        elif folder in FOLDERS and name.endswith(SUFFIX + WAITING):
            yield "waits for a place of its own; `memento doctor --fix` gives it one"
        elif folder in EVERY and name.endswith(SUFFIX):
            yield from erased_problems(store, erased, path, raw)
            yield from _file_problems(store, folder, stem_of(name), raw)
    except BadData as problem:
        yield from problem.problems
    except BadId as problem:
        yield problem.message


def erased_problems(store: Store, erased: Erasures, path: str, raw: bytes) -> Iterator[str]:
    """The problem of a file of an erased memory or record, or of a proposal about one."""
    folder, name = os.path.split(path)
    if folder == PROPOSALS:
        id = erased_behind_proposal(store, erased, raw)
        problem = f"is about {id}, which was erased"
    else:
        own = ref_of(folder, stem_of(name)) if folder in HELD else stem_of(name)
        id = own if is_erased(store, erased, own, raw) else ""
        problem = "has what was erased" if folder in HELD else "was erased"
    if id:
        times = (entry.at for name in erased if whole_ref(name) == id for entry in erased[name])
        yield f"{problem} on {min(times):%Y-%m-%d}; `memento doctor --fix` takes it out"


def read_file(store: Store, folder: str, id: str, raw: bytes) -> tuple[Any, list[str]]:
    """What the file of a memory, record or proposal says, and why it cannot be the one of that
    name; BadData or BadId if it cannot be read."""
    document, is_record, problems = parsed(raw, id), folder in HELD, list[str]()
    codec: Codec[Any] = store.held(folder).codec if is_record else store.memories.codec
    value = codec.value(id, document.data)
    own = ref_in_data(document.data) if is_record else document.data["memory"]["id"]
    if is_record and folder != GRAPH and own != ref_of(folder, id):
        problems.append(f"says that it is {own}")
    if not is_record and own != id:
        problems.append(f"says that its id is {own!r}")
    if START in document.text and sides(document.text):
        problems.append("has git's conflict markers in its text")
    return value, problems


def _file_problems(store: Store, folder: str, id: str, raw: bytes) -> Iterator[str]:
    value, problems = read_file(store, folder, id, raw)
    yield from problems
    least = store.settings["git.privacy"]
    if folder not in HELD and not is_open(value.privacy, least):
        yield f"is {value.privacy}; only what is {least} goes into this repository (git.privacy)"


def _bad_lines(raw: bytes, read: Callable[[bytes], object]) -> Iterator[str]:
    for nth, line in enumerate(raw.split(b"\n"), start=1):
        try:
            if line.strip():
                read(line)
        except BadData as problem:
            yield f"line {nth}: {problem.problems[0]}"


class Standing(NamedTuple):
    """A problem with git that the user of a store should know; `loses`: commits lack a part of the
    store."""

    problem: str
    advice: str
    loses: bool = False


def standings(root: str, *, every: bool = False) -> list[Standing]:
    """The problems of a store in git; none without git.

    `every`: check every file, and not only one sample path of each sort.
    """
    try:
        kind = run_git(root, "rev-parse", "--is-inside-work-tree")
        if kind.code:
            return []
        if kind.out.strip() != b"true":
            problem = "is inside a bare clone, or git's own folder: without a work tree git keeps"
            advice = "put the store into a clone that has a work tree"
            return [Standing(f"{problem} none of it", advice)]
        return [*_ignored(root, every), *_submodule(root)]
    except Failed:  # no git, so no clone
        return []


def _ignored(root: str, every: bool) -> Iterator[Standing]:
    """The problem that git ignores all of the store, or a part of it."""
    rules = _rules(root)
    names = list(dict.fromkeys(PROBES[path] for path in rules))
    if len(rules) == len(PROBES):
        yield Standing(f"is ignored by git ({_listed(rules)}): none of it is committed", LIFTED)
        return
    if every and not rules:
        names = _ignored_files(root)
    if names:
        shown = ", ".join(names[:SHOWN]) + (" …" if len(names) > SHOWN else "")
        why = f" ({_listed(rules)})" if rules else ""
        problem = f"is kept in git but for {shown}, which git ignores{why}: commits lack these"
        yield Standing(problem, LIFTED, loses=True)


def _listed(rules: dict[str, str]) -> str:
    return ", ".join(list(dict.fromkeys(rules.values()))[:SHOWN])


def _rules(root: str) -> dict[str, str]:
    """The sample paths that git ignores, each with its rule."""
    names = b"".join(os.fsencode(path) + b"\0" for path in PROBES)
    answer = run_git(root, "check-ignore", "--stdin", "-z", "--verbose", input=names)
    parts = [os.fsdecode(part) for part in answer.out.split(b"\0")]
    rows = zip(*(parts[nth::4] for nth in range(4)), strict=False)
    return {
        path: f"{source}:{line} `{pattern}`"
        for source, line, pattern, path in rows
        if path in PROBES and not pattern.startswith("!")
    }


def _ignored_files(root: str) -> list[str]:
    """The existing files of the store that git ignores."""
    command = ("ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--")
    answer = run_git(root, "--literal-pathspecs", *command, FILE, *EVERY, *LOGS)
    paths = map(os.fsdecode, answer.out.split(b"\0"))
    return [path for path in paths if path.endswith((SUFFIX, LOG))]


def _submodule(root: str) -> Iterator[Standing]:
    """The problem that a store is in a submodule, and worse, in one without a branch."""
    over = run_git(root, "rev-parse", "--show-superproject-working-tree")
    place = os.fsdecode(over.out.rstrip(b"\n"))
    if over.code or not place:
        return
    head = run_git(root, "symbolic-ref", "--quiet", "HEAD")
    if head.code == DETACHED and not command_to_finish(root):
        problem = f"is in a submodule of {place}, on no branch: what is committed is soon lost"
        yield Standing(problem, "`git switch` to a branch before you commit")
    else:
        problem = f"is in a submodule of {place}, which only notes which of its commits is meant"
        yield Standing(problem, f"after a commit here commit there, too: `git -C {place} add` it")
