"""memento git: what a clone's own git is told of the store, and what it asks then."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from memento_cli.cli.call import Call, of
from memento_cli.cli.options import DryRun
from memento_cli.cli.safe import safe
from memento_cli.errors import MementoError, Usage

if TYPE_CHECKING:
    from memento_cli.actions.git.hooks import Objection

ACTIONS = ("setup", "remove")
ASKED = ("merge", "pre-commit", "post-merge", "post-rewrite", "pre-push")
"""What git itself calls: the merge driver, and the hooks."""
FOUND = 4
SHARED = (".git", "memories/.git", "archive/.git")
SQUASHED = "1"  # what post-merge is told of a merge that leaves HEAD where it is
SIGNS = {"done": "+", "already": "=", "left": "!"}


def git(
    ctx: typer.Context,
    action: Annotated[
        str, typer.Argument(metavar="|".join(ACTIONS), help="What to do with this clone's git.")
    ],
    words: Annotated[
        list[str] | None, typer.Argument(metavar="FILE", hidden=True, help="What git hands over.")
    ] = None,
    dry_run: DryRun = False,
) -> None:
    """Merge driver and hooks for the store in this clone: memories merge key by key, and commits
    are checked for broken files and secrets."""
    call = of(ctx)
    if action not in ACTIONS + ASKED:
        raise Usage(f"git cannot {action!r}", "it can: " + ", ".join(ACTIONS))
    if action == "merge":
        _merge(call, words or [])
    elif action in ASKED:
        _hook(call, action, words or [])
    else:
        _change(call, action, dry_run)


def _change(call: Call, action: str, dry: bool) -> None:
    from memento_cli.actions.git.setup import remove, setup
    from memento_cli.store.trust import may_write, trust

    if action == "setup" and not dry:
        if not may_write(call.store.root, call.store_path):
            call.out.note("This clone may write to the store from now on, as by `memento trust`")
        trust(call.store)
    steps = (
        setup(call.store, program(), dry=dry) if action == "setup" else remove(call.store, dry=dry)
    )
    lines = [f"{SIGNS[step.state]} {safe(step.what, lines=True)}" for step in steps]
    value = {"steps": [step._asdict() for step in steps], "dry_run": dry}
    call.out.value(value, "\n".join(lines))
    call.out.note("+ would be done" if dry else "+ done now   = was so already   ! for you to do")
    shared = [step for step in steps if step.state == "done" and step.what.startswith(SHARED)]
    if action == "setup" and shared:
        call.out.note("Commit .gitattributes and .gitkeep before you set up other clones")
    if action == "remove":
        call.out.note("The lines in .gitattributes stay: other clones may use them")


def program() -> list[str]:
    """The command that runs this memento, for others to run."""
    named = sys.argv[0]
    if os.path.basename(named) == "memento" and os.access(named, os.X_OK):
        return [os.path.abspath(named)]
    found = shutil.which("memento")
    # -P: git starts it in the repository, whose own folders must not be taken for memento's
    return [found] if found else [sys.executable, "-P", "-m", "memento_cli"]


def _merge(call: Call, words: list[str]) -> None:
    """Code 0: merged; 4: it has markers. Anything else, and git merges the file in its own way."""
    from memento_cli.actions.git.driver import merge_files

    if len(words) != 5 or not words[4].isdecimal():
        raise Usage("git calls it as: merge BASE OURS THEIRS PATH SIZE")
    base, ours, theirs, path, size = words
    try:
        apart, other = merge_files(base, ours, theirs, path, int(size))
    except MementoError as problem:
        raise MementoError(problem.message, problem.hint) from None
    if other:
        call.out.note(f"{safe(path)} is two memories; the newer waits to become {safe(other)}")
    if apart:
        call.out.note(
            f"{safe(path)}: both changed {safe(apart)}; `memento doctor --fix` settles it"
        )
        raise typer.Exit(FOUND)


def _hook(call: Call, name: str, words: list[str]) -> None:
    if name == "pre-commit":
        _check(call)
        return
    if name == "pre-push":
        _check_push(call, words[0] if words else "origin")
        return
    if words[:1] == ["amend"]:
        return
    from memento_cli.actions.doctor import at_a_glance
    from memento_cli.actions.git.hooks import merged

    for id in merged(call.store, call.now, moved=words[:1] != [SQUASHED]):
        call.out.note(f"{safe(id)} has an id of its own now; `git commit` keeps it")
    for finding in at_a_glance(call.store).findings:
        call.out.note(safe(f"{finding.where}: {finding.problem}; {finding.advice}"))
    call.store.changed.clear()  # git is not done: what comes next commits it


def _check(call: Call) -> None:
    from memento_cli.actions.git.hooks import objections

    found = objections(call.store)
    told_by = " and ".join(f"`{each}`" for each in dict.fromkeys(each.told_by for each in found))
    _unless(
        call,
        found,
        f"Not committed; {told_by} may say more, and `git commit --no-verify` commits all the same",
    )


def _check_push(call: Call, remote: str) -> None:
    from memento_cli.actions.git.push import words_sent

    _unless(
        call,
        words_sent(call.store, remote, sys.stdin),
        "Not pushed. `git pull`, then `git reset --soft @{upstream}`, `git add --all` and"
        " `git commit` make one commit without them of what is not pushed yet (`memento manual"
        " erasure`); `git push --no-verify` pushes them",
    )


def _unless(call: Call, problems: list[Objection], otherwise: str) -> None:
    """Let git go on, unless something speaks against it."""
    for where, problem, _ in problems:
        call.out.note(safe(f"{where}: {problem}"))
    if problems:
        call.out.note(otherwise)
        raise typer.Exit(FOUND)
