"""memento agent setup: what hosts of agents need, printed or put in place."""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from typing import Any

from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.commands.agents.mcp import INSTALL, TOOLSETS, check_bounds
from memento_cli.cli.hosts.hosts import HOSTS, PARTS, SERVER
from memento_cli.cli.hosts.setup_files import (
    config_text,
    piece_text,
    printing_command,
    server_command,
)
from memento_cli.cli.output.values import safe
from memento_cli.errors import NotFound, Usage
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.location import store_location
from memento_cli.store.files.names import FILE

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import (
        AllowDestructive,
        Compat,
        DryRun,
        MinTrust,
        Persona,
        Scopes,
        Toolset,
        ToolsReadOnly,
    )

JOIN = "+"
PRINTING = ("only", "folder", "dry_run")
"""What --check goes without."""


class File(NamedTuple):
    """A file of a host: which part it is, or which with `+` between them, where it belongs, its
    text, and whether that place is in a project."""

    part: str
    place: str
    text: str
    in_project: bool = True


def setup(
    call: Call,
    client: Annotated[
        str | None, typer.Option("--client", metavar="|".join(HOSTS), help="What runs the agent.")
    ] = None,
    only: Annotated[
        str | None, typer.Option("--only", metavar="|".join(PARTS), help="Only this part.")
    ] = None,
    folder: Annotated[
        str | None,
        typer.Option("--write", metavar="PATH", help="Write the missing files in this project."),
    ] = None,
    dry_run: DryRun = False,
    check: Annotated[
        bool, typer.Option("--check", help="Start what hosts have, and say what is wrong.")
    ] = False,
    read_only: ToolsReadOnly = False,
    allow_destructive: AllowDestructive = False,
    scope: Scopes = None,
    min_trust: MinTrust = None,
    of: Persona = None,
    toolset: Toolset = TOOLSETS[0],
    compat: Compat = None,
) -> None:
    """Print what a host of agents needs: the server's configuration, a skill and hooks.

    The options of `agent mcp` go into the server's configuration. With --check nothing is printed
    for a host: the server that its configuration names is started as it would start it.
    """
    check_bounds(toolset, compat, min_trust, scope or [])
    if client is not None:
        one_of(client, tuple(HOSTS), "client")
    if check:
        _check(call, client, [call.given[name] for name in PRINTING if name in call.given])
        return
    if client is None:
        raise Usage("which client?", "--client is one of: " + ", ".join(HOSTS))
    if only is not None:
        one_of(only, PARTS, "only")
    files = _files(call, client, only)
    if folder is not None:
        _write(call, client, files, folder, dry=dry_run)
    elif dry_run:
        raise Usage("--dry-run is of --write", "printing writes nothing")
    else:
        _print(call, files)


def _check(call: Call, client: str | None, others: Sequence[str]) -> None:
    from memento_cli.cli.hosts.checking import check

    if others:
        raise Usage(f"--check goes without {others[0]}", "it writes and prints no file")
    store = os.path.abspath(store_location(call.store_path, os.environ))
    check(call, client, store, server_command(store, call.given, call.params))


def _files(call: Call, client: str, only: str | None) -> list[File]:
    """The files that a host needs; NotFound for a part that it has no use for."""
    pieces = HOSTS[client].pieces
    parts = [SERVER, *(piece.part for piece in pieces)]
    if only not in (None, *parts):
        raise NotFound(f"{client} needs no {only}", "it has: " + ", ".join(parts))
    files = [_server(call, client)] if only in (None, SERVER) else []
    files += [
        File(piece.part, piece.place, piece_text(piece, call.store_paths))
        for piece in pieces
        if only in (None, piece.part)
    ]
    return _joined(files)


def _joined(files: Sequence[File]) -> list[File]:
    """The same, with those that belong into one place made one: both are JSON, with other keys."""
    joined = dict[str, File]()
    for file in files:
        there = joined.get(file.place)
        if there is not None:
            text = json.dumps(json.loads(there.text) | json.loads(file.text), indent=2) + "\n"
            file = file._replace(part=f"{there.part}{JOIN}{file.part}", text=text)
        joined[file.place] = file
    return list(joined.values())


def _server(call: Call, client: str) -> File:
    """The configuration of a server for the store that this call is about, by its whole path: a
    host starts it in any folder."""
    store = os.path.abspath(store_location(call.store_path, os.environ))
    if not os.path.isfile(os.path.join(store, FILE)):
        call.out.note(f"No store is at {safe(store)} yet: `memento init` makes it")
    if find_spec("mcp") is None:
        call.out.note(f"The server needs the MCP SDK, which is not installed: {INSTALL}")
    command = server_command(store, call.given, call.params)
    host = HOSTS[client]
    return File(SERVER, host.place, config_text(client, command, {}), not host.somewhere)


def _print(call: Call, files: list[File]) -> None:
    rows: list[dict[str, Any]] = [
        {"part": file.part, "path": file.place, "text": file.text} for file in files
    ]
    texts = [safe(row["text"].rstrip("\n"), lines=True) for row in rows]
    if len(rows) > 1:
        heads = [f"==> {row['path']} <==" for row in rows]
        texts = ["\n\n".join(f"{head}\n{text}" for head, text in zip(heads, texts, strict=True))]
    call.out.values(rows, texts, "files")
    if len(rows) == 1:
        call.out.note(f"It belongs into {rows[0]['path']}")


def _write(call: Call, client: str, files: list[File], folder: str, *, dry: bool) -> None:
    """Write what is missing in a project, and leave what is there: it may say more than this."""
    if not os.path.isdir(folder):
        raise NotFound(f"no folder {folder}", "--write takes a project that is there")
    rows = list[dict[str, Any]]()
    for file in files:
        if not file.in_project:
            continue
        path = os.path.join(folder, *file.place.split("/"))
        missing = not os.path.lexists(path)
        if missing and not dry:
            missing = _created(path, file.text)
        same = missing or _says(path, file.text)
        rows.append({"part": file.part, "path": path, "written": missing, "same": same})
    done = "would write" if dry else "written"
    texts = [f"{done if row['written'] else 'is there':<11}  {safe(row['path'])}" for row in rows]
    call.out.values(rows, texts, "files")
    for row in rows:
        if not row["same"]:
            printed = _printed(call, client, row["part"])
            call.out.note(f"Merge by hand into {safe(row['path'])} {printed}")
    for file in files:
        if not file.in_project:
            call.out.note(f"Into {file.place} belongs {_printed(call, client, file.part)}")


def _printed(call: Call, client: str, part: str) -> str:
    """How somebody comes by what belongs into a file of theirs, in a clause."""
    commands = [
        f"`{safe(printing_command(client, one, call.store_paths, call.given, call.params))}`"
        for one in part.split(JOIN)
    ]
    return f"what {' and '.join(commands)} {'print' if commands[1:] else 'prints'}"


def _says(path: str, text: str) -> bool:
    from contextlib import suppress

    from memento_cli.cli.call import opened
    from memento_cli.errors import MementoError

    with suppress(MementoError), opened(path) as file:
        return file.read() == text.encode()
    return False


def _created(path: str, text: str) -> bool:
    """Write a new file; False if somebody has made it meanwhile."""
    from memento_cli.store.files.files import create, make_folders, os_errors

    try:
        with os_errors(path):
            make_folders(os.path.dirname(path))
        create(path, text.encode())
    except FileExistsError:
        return False
    return True
