"""Checks of settings, folders, and the files of memories."""

from __future__ import annotations

import os
import re
import shlex
import time
from functools import partial
from shlex import quote

from memento_cli.actions.checkup.findings import WHO_MAY, fault, fixable, note
from memento_cli.actions.checkup.repair import rewriting
from memento_cli.actions.checkup.swapped import is_of_another
from memento_cli.core.memory.ids import folded
from memento_cli.core.memory.record_kinds import FOLDERS
from memento_cli.core.memory.refs import names_a_person, person_ref
from memento_cli.errors import BadData, BadRef, Conflict, Failed, NotFound
from memento_cli.store.directory.creation import (
    CLOSE,
    GIT_FILES,
    add_lines,
    exposure,
    missing_lines,
)
from memento_cli.store.directory.folders import PRIVATE, settings_in, zone_of
from memento_cli.store.files.files import TEMPORARY, os_errors, read_regular
from memento_cli.store.files.names import SUFFIX
from memento_cli.store.git.git import run_git
from memento_cli.store.settings.fields import SCHEMA_VERSION
from memento_cli.store.settings.settings import near_setting
from memento_cli.store.toml.careful_reader import MARKERS
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.reader import START
from memento_cli.store.toml.splice import edited
from memento_cli.store.toml.writer import value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memento_cli.actions.checkup.findings import Repairable
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import Broken, LoadedRecord

HOUR = 3600
LATIN = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
MOJIBAKE = re.compile(f"[\u00c2-\u00f4][\u0080-\u00bf{LATIN}]+")
ZONED = re.compile(r"(?:[zZ]|[+-]\d\d:?\d\d)$")
OUT = "is a link, which leads out of the store"
IN_EDITOR = "correct it in an editor; `memento store schema` describes the format"

BY_HAND = "take git's lines out by hand, and keep one side of each conflict"


def settings_cases(store: Store) -> Iterator[Repairable]:
    """Cases of memento.toml, .gitattributes and .gitignore."""
    path = store.settings_file
    try:
        settings = settings_in(store.root)
        zone_of(settings["timezone"], path)
    except BadData as problem:
        for text in problem.problems:
            advice = problem.hint or _advice(text)
            yield fault(path, f"{text}; the default settings were used here", advice)
    except NotFound:
        again = f"`memento init {shlex.quote(store.root)}`"
        yield fault(path, "is missing; the default settings were used here", again)
    else:
        yield from _person_cases(path, settings["person"])
        for key in settings.unknown:
            near = near_setting(key) or "; `memento help settings` lists them all"
            yield fault(path, f"unknown setting {key}", near.removeprefix("; "))
        if settings["schema_version"] > SCHEMA_VERSION:
            newer = f"has format {settings['schema_version']}, newer than this memento's"
            yield fault(path, newer, "upgrade memento; until then nothing is written here")
    for name in GIT_FILES:
        yield from _git_cases(store, name)


def _person_cases(path: str, person: str) -> Iterator[Repairable]:
    """The case of a `person` setting that is no valid reference."""
    try:
        person_ref(person)
    except BadRef as problem:
        yield fault(path, f"person: {problem.message}", "`memento config set person=NAME`")


def _git_cases(store: Store, name: str) -> Iterator[Repairable]:
    path = os.path.join(store.root, name)
    try:
        missing = missing_lines(store.root, name)
    except BadData:
        yield fault(path, "cannot be read", "git needs it to be a plain file")
        return
    except OSError as problem:
        yield fault(path, f"cannot be read: {problem.strerror}", WHO_MAY)
        return
    if missing:
        yield fixable(
            path,
            f"lacks {', '.join(missing)}",
            "--fix adds it: without it git merges logs badly or keeps what is private",
            lambda: add_lines(store.root, name),
        )


def folder_cases(store: Store) -> Iterator[Repairable]:
    """Cases of folders: readable by others, links out of the store, temporary files that a killed
    write left, and entries that are not files of values."""
    if exposed := exposure(store.root):
        yield note(store.root, exposed, CLOSE)
    private = os.path.join(store.root, PRIVATE)
    if os.path.islink(private):
        yield fault(private, OUT, "make it a folder, not a link; until then nothing is written")
    values = (
        *(each.folder for each in (store.memories, store.archive, store.proposals)),
        *(os.path.join(store.root, folder) for folder in FOLDERS),
    )
    logs = [store.journal.folder, store.events.folder]
    logs += [entry.path for folder in logs for entry in entries_of(folder) if entry.is_dir()]
    for folder in (store.root, *values, private, *logs):
        for entry in entries_of(folder):
            if entry.name.startswith(TEMPORARY) and _age(entry) > HOUR:
                yield fixable(
                    entry.path,
                    "left by a write that was killed",
                    "--fix removes it: it was never part of the store",
                    partial(_removed, store, entry.path),
                )
            elif folder in values:
                yield from _entry_cases(entry)


def _entry_cases(entry: os.DirEntry[str]) -> Iterator[Repairable]:
    if entry.name.endswith(SUFFIX) and entry.is_dir(follow_symlinks=False):
        kind = "a file" if os.path.basename(os.path.dirname(entry.path)) in FOLDERS else "a memory"
        problem = f"is a folder with the name of {kind}"
        yield fault(entry.path, problem, "rename it or move it away")
    elif entry.name.lower().endswith(SUFFIX) and not entry.name.endswith(SUFFIX):
        yield fault(entry.path, "is not read: its name does not end in .toml", "rename it")


def entries_of(folder: str) -> list[os.DirEntry[str]]:
    """The entries of a folder of the store by name; none of a link, or of an unreadable one."""
    if os.path.islink(folder):
        return []
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []


def _age(entry: os.DirEntry[str]) -> float:
    try:
        return time.time() - entry.stat(follow_symlinks=False).st_mtime
    except FileNotFoundError:
        return 0.0


def _removed(store: Store, path: str) -> None:
    with store.lock.held(), os_errors(path):
        os.unlink(path)


def broken_cases(broken: Broken) -> Iterator[Repairable]:
    """All problems of a file that cannot be read as a value."""
    where, hint = broken.problem.where, broken.problem.hint
    hint = BY_HAND if hint == MARKERS else hint
    advices = [hint or _advice(problem) for problem in broken.problem.problems]
    committed = _from_git(where) if IN_EDITOR in advices else ""
    for problem, advice in zip(broken.problem.problems, advices, strict=True):
        yield fault(where, problem, advice + committed * (advice == IN_EDITOR))


def _from_git(path: str) -> str:
    """Advice to check the file out from HEAD; "" where the committed version is no better."""
    folder, name = os.path.split(path)
    try:
        committed = run_git(folder, "cat-file", "blob", f"HEAD:./{name}")
        if committed.code:
            return ""
        parsed(committed.out, path)
        if START.encode() in read_regular(path, SIZE_LIMIT):
            return ""  # what a merge left has words of both sides
    except (BadData, Failed, OSError):
        return ""
    place = quote(os.path.join(os.path.basename(folder), name))
    return f"; or `git checkout HEAD -- {place}` takes the committed one"


def _advice(problem: str) -> str:
    if "can be no id" in problem or "an id of more" in problem or "has the id of" in problem:
        return "rename the file"
    if "not a regular file" in problem or "symbolic link" in problem:
        return "put a plain file in its place; nothing else is read"
    if problem.startswith("cannot be read"):
        return WHO_MAY
    return IN_EDITOR


def file_cases(store: Store, record: LoadedRecord[Memory], path: str) -> Iterator[Repairable]:
    """Cases of a readable file: another id than its name, invalid people, garbled characters."""
    own_id = str(record.document.data["memory"]["id"])
    if own_id != record.id and not is_of_another(store, record):
        yield _id_case(
            store, record, path, f"says that its id is {own_id!r}; its name is what counts"
        )
    for ref in dict.fromkeys((record.value.person, *record.value.tags.people)):
        if not names_a_person(ref):
            yield fault(path, f"{ref!r} names no person", "write it as ctx://person/alex")
    content = record.value.content
    garbled = next(filter(None, map(_garbled, (content.summary, content.detail))), "")
    if garbled:
        advice = "it reads like UTF-8 taken for Latin-1; edit it if it should not"
        yield note(path, f"{garbled} stands in its text", advice)


def zone_cases(record: LoadedRecord[Memory], path: str, zone: str) -> Iterator[Repairable]:
    """Times without a zone, which another `timezone` setting would change. `zone`: that setting."""
    data = record.document.data
    for keys in (("memory", "created"), ("memory", "strength", "last_reinforced")):
        time = value_at(data, keys)
        if time is not None and not ZONED.search(str(time)):
            problem = f"{'.'.join(keys)} {time} names no zone, and is taken for one in {zone}"
            yield note(path, problem, "write it with Z, or with its zone, as 2025-02-01T14:30:00Z")


def _id_case(store: Store, record: LoadedRecord[Memory], path: str, problem: str) -> Repairable:
    try:
        fresh = edited(record.document, {("memory", "id"): record.id}).encode()
    except Conflict:
        return fault(path, problem, f"set it to {record.id} in an editor")
    repair = rewriting(store, path, read_regular(path, SIZE_LIMIT), fresh, keep=False)
    return fixable(path, problem, f"--fix sets it to {record.id}", repair)


def _garbled(text: str) -> str:
    """The first run of UTF-8 decoded as Latin-1 in a text, for people to read; "" if none."""
    for run in MOJIBAKE.finditer(text):
        try:
            decoded = run[0].encode("cp1252").decode()
        except ValueError:
            continue
        return f"{run[0]!r} (perhaps {decoded!r})"
    return ""


def twin_cases(ids: Mapping[str, str], archived: Mapping[str, str]) -> Iterator[Repairable]:
    """Ids that a file system which folds case or accents takes for one. The paths by id."""
    groups: dict[str, set[str]] = {}
    for id in (*ids, *archived):
        groups.setdefault(folded(id), set()).add(id)
    for group in groups.values():
        for id in sorted(group) if len(group) > 1 else ():
            others = ", ".join(sorted(group - {id}))
            where = ids.get(id) or archived[id]
            yield fault(where, f"some file systems take it for {others}", "rename one of them")
