"""A store as a folder of files, as models that were taught to keep notes in files know it.

Directly in /memories each file is a block, which is always in the context. A file in a folder there
is a memory whose summary is its path and whose detail is its text. What else the store remembers is
in /memories/notes, by its id: the summary, and below a blank line the detail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.list import list_memories
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.memory.record import record
from memento_cli.core.memory.memory import Draft
from memento_cli.core.memory.refs import same_person, stored_ref
from memento_cli.core.recall.query import Query
from memento_cli.core.security.trust import AGENT, is_persons, trust_of
from memento_cli.errors import BadValue, NotFound, Refused, Unasked, Usage
from memento_cli.named_tuple import NamedTuple
from memento_cli.tools.fact_tools import DELETE, WRITE, block
from memento_cli.tools.records_seen import block_named, seen_blocks
from memento_cli.tools.tool import MOST_SIGNS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.core.facts.blocks import Block
    from memento_cli.core.memory.memory import Memory
    from memento_cli.tools.request_context import RequestContext

ROOT, NOTES, SUFFIX = "/memories", "notes", ".md"
FILE = "file"
"""The source of a memory that is a file."""
MOST_NOTES = 100
"""So many of the other memories are listed, the strongest first; each can be viewed by its id."""
SUMMARY, DETAIL = "memory.content.summary", "memory.content.detail"


class MemoryFile(NamedTuple):
    """A file: its place below /memories, its text, who vouches for it, and the id of the memory
    that it is; "" for a block."""

    place: str
    text: str
    trust: str
    id: str = ""


def place_in(path: str) -> str:
    """Where below /memories a path leads, "" for the folder itself. Usage if it leads elsewhere."""
    head, _, place = path.rstrip("/").partition(ROOT)
    if head or (place and not place.startswith("/")):
        raise Usage(f"Path must start with {ROOT}, got: {path}")
    parts = [part for part in place.split("/") if part]
    if any(part in (".", "..") or "\\" in part or "\0" in part for part in parts):
        raise Usage(f"Path {path} would escape {ROOT} directory")
    return "/".join(parts)


def files(request: RequestContext) -> list[MemoryFile]:
    """All files that this reader may see; of the notes the strongest."""
    return [*_block_files(request), *_memory_files(request)]


def file_at(request: RequestContext, place: str) -> MemoryFile:
    """The file at a place. NotFound if there is none."""
    if "/" not in place:
        request.check_unlabelled()
        return _of_block(block_named(request, place))
    for memory in _own(request):
        if memory.content.summary == place:
            return _file_of(request.memory(memory.id))
    folder, _, name = place.rpartition("/")
    if folder == NOTES and name.endswith(SUFFIX):
        return _file_of(request.memory(name.removesuffix(SUFFIX)))
    raise NotFound(f"no file {place}")


def make_file(request: RequestContext, place: str, text: str) -> None:
    """Make a file where there is none."""
    _check_writable(request, text)
    if "/" not in place:
        block(request, {"act": WRITE, "name": place, "content": text})
        return
    draft = request.scope.claimed(
        Draft(place, detail=text, kind="semantic", source=FILE, agent=request.client,
              more=request.origin)
    )  # fmt: skip
    record(request.store, draft, request.now, via=request.via)


def write_file(request: RequestContext, file: MemoryFile, text: str) -> None:
    """Replace the text of a file. Unasked if a person wrote it."""
    _check_writable(request, text)
    if not file.id:
        block(request, {"act": WRITE, "name": file.place, "content": text})
        return
    summary, _, detail = text.partition("\n\n") if _is_note(file) else (file.place, "", text)
    _edit(request, file, {SUMMARY: " ".join(summary.split()), DETAIL: detail})


def delete_file(request: RequestContext, file: MemoryFile) -> None:
    """Delete a block, or archive a memory. Unasked if a person wrote it."""
    _check_writable(request)
    if not file.id:
        block(request, {"act": DELETE, "name": file.place})
        return
    _ask(request, file, f"Archive {file.id}, which the user vouches for?")
    forget(request.store, [file.id], request.now, via=request.via)


def move_file(request: RequestContext, file: MemoryFile, place: str) -> None:
    """Give a file another place, in one act."""
    _check_writable(request)
    if file.id and "/" in place and not _is_note(file):
        _edit(request, file, {SUMMARY: place})
        return
    _ask(request, file, f"Move {ROOT}/{file.place}, which the user wrote?")
    with request.store.one_act():
        make_file(request, place, file.text)
        delete_file(request, file)


def _edit(request: RequestContext, file: MemoryFile, keys: dict[str, str]) -> None:
    edit(
        request.store, file.id, keys, request.now,
        via=request.via, by=AGENT, agreed=request.agreed,
    )  # fmt: skip


def _ask(request: RequestContext, file: MemoryFile, question: str) -> None:
    """Unasked if a person wrote a file, and they have not agreed."""
    if is_persons(file.trust) and not request.agreed:
        raise Unasked(question, {"it says": file.text}, file.trust)


def _check_writable(request: RequestContext, text: str = "") -> None:
    if request.config.read_only:
        raise Refused("these files are only read here")
    if len(text) > MOST_SIGNS:
        raise BadValue(f"{len(text)} signs; {MOST_SIGNS} are the most")


def _block_files(request: RequestContext) -> list[MemoryFile]:
    if request.scope.hides_unlabelled:
        return []
    own = request.scope.person or stored_ref(request.store.settings["person"])
    names: dict[str, Block] = {}
    for one in seen_blocks(request):
        if one.persona is None or same_person(one.persona, own):
            names.setdefault(one.name, one)
    return [_of_block(one) for name, one in names.items() if "/" not in name]


def _of_block(one: Block) -> MemoryFile:
    return MemoryFile(one.name, one.content, one.trust)


def _memory_files(request: RequestContext) -> Iterator[MemoryFile]:
    own = {memory.id: memory for memory in _own(request)}
    yield from (_file_of(memory) for memory in own.values())
    query = request.narrowed(Query(limit=MOST_NOTES + len(own)))
    found = list_memories(request.store, query, request.now).hits
    notes = [hit.memory for hit in found if hit.memory.id not in own]
    yield from (_file_of(memory) for memory in notes[:MOST_NOTES])


def _own(request: RequestContext) -> list[Memory]:
    """The memories that are files with a path, also those that are weak by now."""
    query = request.narrowed(Query(agents=(request.client,)))
    found = list_memories(request.store, query, request.now, weak=True).hits
    return [hit.memory for hit in found if hit.memory.source == FILE]


def _file_of(memory: Memory) -> MemoryFile:
    content = memory.content
    if memory.source == FILE and "/" in content.summary:
        return MemoryFile(content.summary, content.detail, trust_of(memory), memory.id)
    text = f"{content.summary}\n\n{content.detail}" if content.detail else content.summary
    return MemoryFile(f"{NOTES}/{memory.id}{SUFFIX}", text, trust_of(memory), memory.id)


def _is_note(file: MemoryFile) -> bool:
    """Whether a memory is told by its id, and not by a path of its own."""
    return file.place == f"{NOTES}/{file.id}{SUFFIX}"
