"""The commands of a memory tool over files: view, create, str_replace, insert, delete, rename.

Each answers in the words of Anthropic's own tool for a folder, which its models know; what a file
says stands in a fence. An error's message is a sentence of that tool, too, where it has one.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from memento_cli.adapters.memory_files import (
    NOTES,
    ROOT,
    delete_file,
    file_at,
    files,
    make_file,
    move_file,
    place_in,
    write_file,
)
from memento_cli.core.context.fence import harmless
from memento_cli.errors import NotFound, Refused, Usage

if TYPE_CHECKING:
    from memento_cli.adapters.memory_files import MemoryFile
    from memento_cli.tools.request_context import RequestContext

LINE_WIDTH, NEAR = 6, 2
DEEPEST = 2
"""A listing goes so many folders deep."""
UNITS, THOUSAND = "BKMG", 1024


def viewed(request: RequestContext, command: Any) -> str:
    """What stands at a path, fenced."""
    place, path = place_in(command.path), command.path
    try:
        file = _file(request, place)
    except NotFound:
        return _listed(request, path, place)
    lines = file.text.split("\n")
    start, end = 1, len(lines)
    if command.view_range and len(command.view_range) == 2:
        start, end = max(1, command.view_range[0]), command.view_range[1]
    shown = lines[start - 1 : None if end == -1 else end]
    head = f"Here's the content of {path} with line numbers:"
    return f"{head}\n{request.fenced(_numbered(shown, start))}"


def _listed(request: RequestContext, path: str, place: str) -> str:
    prefix = f"{place}/" if place else ""
    sizes = dict[str, int]()
    for file in files(request):
        below = file.place.removeprefix(prefix).split("/")
        if not file.place.startswith(prefix) or any(part.startswith(".") for part in below):
            continue
        for depth in range(1, min(len(below), DEEPEST) + 1):
            name = "/".join(below[:depth]) + "/" * (depth < len(below))
            sizes[name] = sizes.get(name, 0) + len(file.text.encode())
    if place and not sizes:
        raise _missing(path)
    top = sum(size for name, size in sizes.items() if "/" not in name.rstrip("/"))
    base = path.rstrip("/")
    rows = [f"{_size(top)}\t{base}"]
    rows += [f"{_size(sizes[name])}\t{base}/{name}" for name in sorted(sizes)]
    head = (
        f"Here're the files and directories up to 2 levels deep in {base}, excluding hidden items:"
    )
    return f"{head}\n{request.fenced(chr(10).join(rows))}"


def created(request: RequestContext, command: Any) -> str:
    """Make a file."""
    place, path = place_in(command.path), command.path
    if not place or _is_taken(request, place):
        raise Refused(f"File {path} already exists")
    make_file(request, place, command.file_text)
    return f"File created successfully at: {path}"


def replaced(request: RequestContext, command: Any) -> str:
    """Replace the one place in a file where a text stands."""
    file, old, new = _edited(request, command.path), command.old_str, command.new_str
    found = file.text if old in file.text else harmless(file.text)
    if not old or old not in found:
        raise Usage(
            f"No replacement was performed, old_str `{old}` did not appear verbatim in "
            f"{command.path}."
        )
    if found.count(old) > 1:
        lines = ", ".join(str(found.count("\n", 0, at) + 1) for at in _places(found, old))
        raise Usage(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
            f"{lines}. Please ensure it is unique"
        )
    start, end = _span(file.text, old)
    text = file.text[:start] + new + file.text[end:]
    write_file(request, file, text)
    line, lines = text.count("\n", 0, start), text.split("\n")
    first = max(0, line - NEAR)
    near = _numbered(lines[first : line + NEAR + 1], first + 1)
    head = "The memory file has been edited. Here is the snippet showing the change (with line "
    return f"{head}numbers):\n{request.fenced(near)}"


def inserted(request: RequestContext, command: Any) -> str:
    """Insert lines below a line; 0 is the beginning."""
    file, at = _edited(request, command.path), command.insert_line
    lines = file.text.removesuffix("\n").split("\n") if file.text else []
    if not 0 <= at <= len(lines):
        raise Usage(
            f"Invalid `insert_line` parameter: {at}. It should be within the range "
            f"[0, {len(lines)}]."
        )
    lines.insert(at, command.insert_text.rstrip("\n"))
    write_file(request, file, "\n".join(lines) + "\n")
    return f"The file {command.path} has been edited."


def deleted(request: RequestContext, command: Any) -> str:
    """Delete what stands at a path; a folder in one act."""
    place = place_in(command.path)
    if place in ("", NOTES):
        raise Refused(f"Cannot delete the {command.path} directory itself")
    with request.store.one_act():
        for file in _files_at(request, place):
            delete_file(request, file)
    return f"Successfully deleted {command.path}"


def renamed(request: RequestContext, command: Any) -> str:
    """Move what stands at a path; a folder in one act."""
    old, new = place_in(command.old_path), place_in(command.new_path)
    if old in ("", NOTES):
        raise Refused(f"Cannot rename the {command.old_path} directory itself")
    if not new or _is_taken(request, new):
        raise Refused(f"The destination {command.new_path} already exists")
    with request.store.one_act():
        for file in _files_at(request, old):
            move_file(request, file, new + file.place.removeprefix(old))
    return f"Successfully renamed {command.old_path} to {command.new_path}"


def _file(request: RequestContext, place: str) -> MemoryFile:
    if not place:
        raise NotFound(ROOT)
    return file_at(request, place)


def _edited(request: RequestContext, path: str) -> MemoryFile:
    place = place_in(path)
    try:
        return _file(request, place)
    except NotFound:
        if _is_taken(request, place):
            raise Usage(f"The path {path} is not a file.") from None
        raise _missing(path) from None


def _files_at(request: RequestContext, place: str) -> list[MemoryFile]:
    """The file at a place, or those in that folder. NotFound if there is neither."""
    try:
        return [file_at(request, place)]
    except NotFound:
        found = [file for file in files(request) if file.place.startswith(f"{place}/")]
        if not found:
            raise NotFound(f"The path {ROOT}/{place} does not exist") from None
        return found


def _is_taken(request: RequestContext, place: str) -> bool:
    try:
        return not place or bool(_files_at(request, place))
    except NotFound:
        return False


def _missing(path: str) -> NotFound:
    return NotFound(f"The path {path} does not exist. Please provide a valid path.")


def _span(text: str, old: str) -> tuple[int, int]:
    """Where a text stands in another, as it is or as it is shown, with signs escaped."""
    at = text.find(old)
    if at >= 0:
        return at, at + len(old)
    at = harmless(text).find(old)
    start, end = (
        bisect_left(range(len(text) + 1), length, key=lambda to: len(harmless(text[:to])))
        for length in (at, at + len(old))
    )
    if harmless(text[start:end]) != old:
        raise Usage("No replacement was performed: take the whole line, as view shows it")
    return start, end


def _places(text: str, old: str) -> list[int]:
    found, at = list[int](), text.find(old)
    while at >= 0:
        found.append(at)
        at = text.find(old, at + 1)
    return found


def _numbered(lines: list[str], start: int) -> str:
    return "\n".join(f"{n:{LINE_WIDTH}d}\t{line}" for n, line in enumerate(lines, start))


def _size(size: int) -> str:
    """A size as Anthropic's own tool tells it: 0B, 512B, 1.5K."""
    amount, unit = float(size), 0
    while amount >= THOUSAND and unit < len(UNITS) - 1:
        amount, unit = amount / THOUSAND, unit + 1
    return f"{amount:.{0 if amount == int(amount) else 1}f}{UNITS[unit]}"
