"""memento store git: what a clone's own git is told of the store, and what it asks then."""

from __future__ import annotations

import sys

from memento_cli.cli.output.values import safe
from memento_cli.cli.program import command
from memento_cli.errors import Ended, MementoError, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.actions.git.hooks import Objection
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DryRun

ASKED = ("merge", "pre-commit", "post-merge", "post-rewrite", "pre-push")
"""What git itself calls: the merge driver, and the hooks."""
FOUND = 4
SHARED = (".git", "memories/.git", "archive/.git")
SQUASHED = "1"  # what post-merge is told of a merge that leaves HEAD where it is
NOT_SENT = (
    "Not pushed. `git pull`, then `git reset --soft @{upstream}`, `git add --all` and"
    " `git commit` make one commit without them of what is not pushed yet (`memento help"
    " erasure`); `git push --no-verify` pushes them"
)
SIGNS = {"done": "+", "already": "=", "left": "!"}


def git(
    call: Call,
    remove: Annotated[
        bool, typer.Option("--remove", help="Take the driver and the hooks out of this clone.")
    ] = False,
    dry_run: DryRun = False,
) -> None:
    """Set up merge driver and hooks for the store in this clone: memories merge key by key, and
    commits are checked for broken files and secrets."""
    from memento_cli.actions.git.setup import remove as take_out
    from memento_cli.actions.git.setup import setup
    from memento_cli.store.directory.trust import may_write, trust

    if not (remove or dry_run):
        if not may_write(call.store.root, call.store_path):
            call.out.note(
                "This clone may write to the store from now on, as by `memento store trust`"
            )
        trust(call.store)
    store = call.store
    steps = take_out(store, dry=dry_run) if remove else setup(store, command(), dry=dry_run)
    lines = [f"{SIGNS[step.state]} {safe(step.what, lines=True)}" for step in steps]
    value = {"steps": [step._asdict() for step in steps], "dry_run": dry_run}
    call.out.value(value, "\n".join(lines))
    legend = "+ would be done" if dry_run else "+ done now   = was so already   ! for you to do"
    call.out.note(legend)
    shared = [step for step in steps if step.state == "done" and step.what.startswith(SHARED)]
    if shared and not remove:
        call.out.note("Commit .gitattributes and .gitkeep before you set up other clones")
    if remove:
        call.out.note("The lines in .gitattributes stay: other clones may use them")


def called_by_git(
    call: Call,
    action: Annotated[str, typer.Argument(metavar="|".join(ASKED), help="What git asks for.")],
    words: Annotated[
        list[str] | None, typer.Argument(metavar="FILE", help="What git hands over.")
    ] = None,
) -> None:
    """What git itself calls: the merge driver that .git/config names, and the hooks."""
    if action not in ASKED:
        raise Usage(
            f"there is no `memento git {action}`",
            "`memento store git` sets it up, `--remove` takes it out",
        )
    if action == "merge":
        _merge(call, words or [])
    else:
        _hook(call, action, words or [])


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
        raise Ended(FOUND)


def _hook(call: Call, name: str, words: list[str]) -> None:
    from memento_cli.actions.checkup.doctor import at_a_glance
    from memento_cli.actions.git.hooks import merged, objections, words_sent

    if name == "pre-commit":
        problems = objections(call.store)
        told_by = " and ".join(dict.fromkeys(f"`{each.told_by}`" for each in problems))
        more = f"{told_by} may say more, and `git commit --no-verify` commits all the same"
        _unless(call, problems, f"Not committed; {more}")
        return
    if name == "pre-push":
        _unless(call, words_sent(call.store, words[0] if words else "origin", sys.stdin), NOT_SENT)
        return
    if words[:1] == ["amend"]:
        return

    for id in merged(call.store, call.now, moved=words[:1] != [SQUASHED]):
        call.out.note(f"{safe(id)} has an id of its own now; `git commit` keeps it")
    for finding in at_a_glance(call.store).findings:
        call.out.note(safe(f"{finding.where}: {finding.problem}; {finding.advice}"))
    call.store.changed.clear()  # git is not done: what comes next commits it


def _unless(call: Call, problems: list[Objection], otherwise: str) -> None:
    """Let git go on, unless something speaks against it."""
    for where, problem, _ in problems:
        call.out.note(safe(f"{where}: {problem}"))
    if problems:
        call.out.note(otherwise)
        raise Ended(FOUND)
