"""memento agent materialize: keep a file that a host reads, and take in what was changed in it."""

from __future__ import annotations

import os
import re

from memento_cli.cli.command_line import options
from memento_cli.cli.output.rows import memories_of
from memento_cli.cli.output.values import safe, said
from memento_cli.core.exchange.hosts import HOSTS
from memento_cli.core.security.trust import CONFIRMED, TRUSTS, trust_of
from memento_cli.errors import NotFound, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Annotated

    import typer

    from memento_cli.actions.exchange.block_reading import Reading
    from memento_cli.actions.exchange.materialize import Materialized
    from memento_cli.actions.exchange.targets import Target
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DryRun, MinTrust, Yes

CLAUDE_FOLDER = "CLAUDE_CONFIG_DIR"
TAKEN = ("edited", "added", "doubled", "confirmed", "forgotten")
WORDS = {"doubled": "added beside what the store says now"}


def materialize(
    call: Call,
    path: Annotated[
        str | None,
        typer.Argument(metavar="[FILE|FOLDER]", help="Else where the client looks from here."),
    ] = None,
    client: Annotated[
        str | None, typer.Option("--client", metavar="|".join(HOSTS), help="What reads it.")
    ] = None,
    min_trust: MinTrust = None,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Keep the strongest memories in a file that a host reads, between two marks, and take in what
    was changed there. Without a client, the files that your config.toml lists.

    What a deleted line says is forgotten, and what you vouch for changed, only if you agree. Undo
    takes back what was taken in.
    """
    targets = _targets(call, path, client, min_trust)
    done = [_kept(call, target, dry=dry_run, yes=yes) for target in targets]
    rows = [one._asdict() | {"dry_run": dry_run} for one in done]
    for target, one in zip(targets, done, strict=True):
        _note(call, one)
        _note_none(call, target, one)
    call.out.values(rows, [_told(one, dry_run) for one in done], "files")


def _targets(
    call: Call, path: str | None, client: str | None, min_trust: str | None
) -> Sequence[Target]:
    from memento_cli.actions.exchange.targets import listed_targets, target_of
    from memento_cli.store.settings.user import listed_files

    if client is None:
        if path is not None or call.filters or min_trust:
            raise Usage("which client?", "--client is one of: " + ", ".join(HOSTS))
        if not (listed := list(listed_targets(call.store))):
            hint = "name a client: --client " + "|".join(HOSTS)
            if listed_files():  # one that names no store is of the usual one
                hint = f'in it `store = "{safe(call.store.root)}"` says that a file is of this one'
            raise Usage("your config.toml lists no file for this store", hint)
        return listed
    options.one_of(client, tuple(HOSTS), "client")
    trust = options.one_of(min_trust, TRUSTS, "min-trust") if min_trust else CONFIRMED
    query = options.query(call, dated=False)
    place = os.path.expanduser(path) if path is not None else place_of(client, os.getcwd())
    query, limit = query._replace(limit=None, min_trust=trust), query.limit
    target = target_of(client, place, query, limit)
    folder = os.path.dirname(target.path)
    if path is not None and not os.path.isdir(folder or os.curdir):
        raise NotFound(f"no folder {folder}", "is the path right?")
    return [target]


def place_of(client: str, folder: str) -> str:
    """Where a client looks in a folder: in the project around it, or the project's memory folder
    of Claude Code."""
    top = folder = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(top, ".git")):
        if top == os.path.dirname(top):
            top = folder
            break
        top = os.path.dirname(top)
    if client != "claude":
        return os.path.join(top, HOSTS[client].file)
    home = os.environ.get(CLAUDE_FOLDER) or os.path.expanduser("~/.claude")
    slug = re.sub(r"[^A-Za-z0-9]", "-", top)
    return os.path.join(home, "projects", slug, "memory", HOSTS[client].file)


def _kept(call: Call, target: Target, *, dry: bool, yes: bool) -> Materialized:
    from memento_cli.actions.exchange.block_reading import read_block
    from memento_cli.actions.exchange.materialize import materialize as act

    reading = read_block(call.store, target.path)
    if reading.to_ask:
        _show(call, reading)
        if not dry:
            _ask(call, reading, yes)
    return act(call.store, target, call.now, by=call.by, agreed=reading.to_ask, dry=dry)


def _show(call: Call, reading: Reading) -> None:
    """Tell what a person has to decide, before anybody is asked."""
    for id in reading.changes.deleted:
        summary = said(reading.memories[id].content.summary)
        call.out.note(f"{safe(id)} was deleted in {safe(reading.file.name)}: {summary}")
    texts = {line.id: line.text for line in reading.block.lines}
    for id in reading.of_persons:
        call.out.note(f"{safe(id)} says: {said(reading.memories[id].content.summary)}")
        call.out.note(f"  in {safe(reading.file.name)}: {said(texts[id])}")


def _ask(call: Call, reading: Reading, yes: bool) -> None:
    forgets, edits = len(reading.changes.deleted), len(reading.of_persons)
    parts = [f"Archive {memories_of(forgets)}"] * bool(forgets)
    parts += [f"{'change' if forgets else 'Change'} {memories_of(edits)} of yours"] * bool(edits)
    call.out.confirmed(f"{' and '.join(parts)}?", yes)


def _told(one: Materialized, dry: bool) -> str:
    """What became of a file, in a line."""
    verb = "would be written" if dry and one.written else "written" if one.written else "unchanged"
    counts = [f"{len(getattr(one, name))} {WORDS.get(name, name)}" for name in TAKEN]
    parts = [text for text in counts if text[0] != "0"]
    return f"{safe(one.path)}: {', '.join([verb, memories_of(one.kept), *parts])}"


def _note(call: Call, one: Materialized) -> None:
    for problem in one.problems:
        call.out.warn(f"not taken in: {problem}")
    if one.doubled:
        call.out.note("Changed in the file and in the store: both stay, delete the wrong line")
    if one.outside:
        call.out.note(f"{memories_of(one.outside)} more: there already, outside of the marks")
    if one.batch:
        call.out.note("`memento undo` takes back what was taken in")


def _note_none(call: Call, target: Target, one: Materialized) -> None:
    """Where a file has no memory: how many the trust alone has kept out, as after an import."""
    from memento_cli.actions.exchange.block_choice import chosen_hits

    if one.kept or one.outside or not target.query.min_trust:
        return
    query = target.query._replace(min_trust=None, limit=target.room.most)
    if hits := chosen_hits(call.store, query, call.now, (), ()):
        trust = max((trust_of(hit.memory) for hit in hits), key=TRUSTS.index)
        told = f"{memories_of(len(hits))} would fit, which you have not confirmed"
        call.out.note(f"{told}: `--min-trust {trust}` lets them in")
