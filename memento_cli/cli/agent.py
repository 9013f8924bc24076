"""memento agent: what agents without MCP need, printed or put in place; and their hooks."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from memento_cli.cli.agent_files import CLIENTS, PARTS, Piece, piece_text
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import DryRun, one_of
from memento_cli.cli.safe import safe
from memento_cli.cli.verbs import check_verb, verb_argument
from memento_cli.errors import NotFound, Usage

ALL = "all"
TAKES = {
    "setup": ("client", "part", "folder", "dry_run"),
    "hook": ("budget",),
}


def agent(
    ctx: typer.Context,
    verb: Annotated[str, verb_argument(TAKES)],
    client: Annotated[
        str | None,
        typer.Option("--client", metavar="|".join(CLIENTS), help="What runs the agent."),
    ] = None,
    part: Annotated[
        str, typer.Option("--print", metavar="|".join((*PARTS, ALL)), help="Which files.")
    ] = ALL,
    folder: Annotated[
        str | None,
        typer.Option("--write", metavar="PATH", help="Write those that are missing in a project."),
    ] = None,
    dry_run: DryRun = False,
    budget: Annotated[
        int | None, typer.Option(metavar="TOKENS", help="A hook tells at most so many.")
    ] = None,
) -> None:
    """Let agents use memento without a server: `setup` prints a skill and hooks for a client.

    `hook` is what these call: it reads the client's JSON from standard input, answers it with what
    the model is to know, fenced as data, and never fails.
    """
    call = of(ctx)
    check_verb(ctx, verb, TAKES)
    if verb == "hook":
        from memento_cli.cli.hook import hook

        hook(call, budget)
        return
    pieces = _pieces(client, part)
    if folder is not None:
        _write(call, pieces, folder, dry=dry_run)
    elif dry_run:
        raise Usage("--dry-run is of --write", "printing writes nothing")
    else:
        _print(call, pieces)


def _pieces(client: str | None, part: str) -> list[Piece]:
    if client is None:
        raise Usage("which client?", "--client is one of: " + ", ".join(CLIENTS))
    every = CLIENTS[one_of(client, tuple(CLIENTS), "the client")]
    one_of(part, (*PARTS, ALL), "print")
    found = [piece for piece in every if part in (piece.part, ALL)]
    if not found:
        raise NotFound(f"{client} needs no {part}", "it has: " + ", ".join(p.part for p in every))
    return found


def _print(call: Call, pieces: list[Piece]) -> None:
    """One file as it is; several each under its place."""
    rows: list[dict[str, Any]] = [
        {"part": piece.part, "path": piece.place, "text": piece_text(piece, call.store_paths)}
        for piece in pieces
    ]
    texts = [safe(row["text"].rstrip("\n"), lines=True) for row in rows]
    if len(rows) > 1:
        heads = [f"==> {row['path']} <==" for row in rows]
        texts = ["\n\n".join(f"{head}\n{text}" for head, text in zip(heads, texts, strict=True))]
    call.out.values(rows, texts, "files")
    if len(rows) == 1:
        call.out.note(f"It belongs into {rows[0]['path']}")


def _write(call: Call, pieces: list[Piece], folder: str, *, dry: bool) -> None:
    """Write what is missing, and leave what is there: it may say more than this."""
    if not os.path.isdir(folder):
        raise NotFound(f"no folder {folder}", "--write takes a project that is there")
    rows = list[dict[str, Any]]()
    for piece in pieces:
        path = os.path.join(folder, *piece.place.split("/"))
        text = piece_text(piece, call.store_paths)
        missing = not os.path.lexists(path)
        if missing and not dry:
            missing = _created(path, text)
        same = missing or _says(path, text)
        rows.append({"part": piece.part, "path": path, "written": missing, "same": same})
    done = "would write" if dry else "written"
    texts = [f"{done if row['written'] else 'is there':<11}  {safe(row['path'])}" for row in rows]
    call.out.values(rows, texts, "files")
    for row in rows:
        if not row["same"]:
            call.out.note(f"Merge by hand what `--print {row['part']}` prints: {safe(row['path'])}")


def _says(path: str, text: str) -> bool:
    """Whether a file says just this already."""
    from contextlib import suppress

    from memento_cli.cli.call import opened
    from memento_cli.errors import MementoError

    with suppress(MementoError), opened(path) as file:
        return file.read() == text.encode()
    return False


def _created(path: str, text: str) -> bool:
    """Write a new file; False if somebody has made it meanwhile."""
    from memento_cli.store.files import create, make_folders, system

    try:
        with system(path):
            make_folders(os.path.dirname(path))
        create(path, text.encode())
    except FileExistsError:
        return False
    return True
