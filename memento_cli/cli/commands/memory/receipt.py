"""What an erasure would take, and its receipt: what it took, and what is left to do."""

from __future__ import annotations

import os

from memento_cli.cli.output.rows import counted
from memento_cli.cli.output.values import safe, said
from memento_cli.core.memory.record_kinds import event_in, held
from memento_cli.core.text.visible import hides_any
from memento_cli.errors import Ended, Failed
from memento_cli.store.journal.logs import SUFFIX as LOG

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.actions.git.history import InGit
    from memento_cli.actions.redaction.erase import Receipt
    from memento_cli.cli.call import Call


def foretell(call: Call, receipt: Receipt) -> None:
    """Say what is in the store of it, and what else may be. A secret, which may be why it is to be
    erased, is not said once more."""
    from memento_cli.actions.events.events import event_named
    from memento_cli.actions.memory.reading import locate
    from memento_cli.core.security.secret_checks import without_secrets

    root, store = call.store.root, call.store
    for id in receipt.ids:
        with call.out.advice():  # a record has no summary, and a broken file none that can be read
            text = (
                event_named(store, id).text
                if event_in(id)
                else locate(store, id)[0].read(id).value.content.summary
            )
            call.out.note(f"{safe(id)}: {said(without_secrets(text))}")
    for path in receipt.traces.files:
        call.out.note(f"{safe(os.path.relpath(path, root))} would be erased")
    for path in receipt.traces.trimmed:
        content = "words of it" if path.endswith(LOG) else "what leads to it, or is older"
        call.out.note(f"{safe(os.path.relpath(path, root))}: {content}")
    for path, count in receipt.traces.lines.items():
        call.out.note(f"{safe(os.path.relpath(path, root))}: the words of {counted(count, 'line')}")
    for id in receipt.unlinked:
        content = "edges" if held(id) else "links"
        call.out.note(f"{safe(id)}: its {content} to it")
    for id in receipt.quoting:
        call.out.note(f"{safe(id)} was derived from it, or has or had its words")


def note_history(call: Call, receipt: Receipt) -> None:
    """Say how much git's history has of what an erasure would take out."""
    if receipt.git and receipt.git.commits:
        call.out.note(f"git's history has it, in {counted(receipt.git.commits, 'commit')}")


def hand_over(call: Call, done: Receipt) -> None:
    """Say what was taken out, and what is left to do; code 1 if the cache still has it."""
    files, lines = len(done.traces.files), sum(done.traces.lines.values())
    events = sum(1 for id in done.ids if event_in(id))
    words = [f"the words of {counted(events, 'event')}"] if events else []
    words += [f"the words of {counted(lines, 'journal line')}"]
    index = "" if done.left else ", the index"
    call.out.note(f"Taken out: {counted(files, 'file')}, {', '.join(words)}{index}")
    if done.quoting:
        still_quoting = [id for id in done.quoting if id not in done.ids]
        call.out.note(f"Made of it and still there: {safe(', '.join(still_quoting))}")
    if done.git and done.git.commits:
        call.out.note("\n".join(_in_history(done.git)))
    if call.has_hub():
        from memento_cli.hub.unasked import hubs_of

        for hub, tenant in hubs_of(call.store):
            until = "until `memento store sync`, and each other clone until its own next one"
            call.out.note(safe(f"{tenant} on {hub} has it {until}"))
    if done.left:
        message = f"the cache still has what was erased: {safe('; '.join(done.left))}"
        call.out.error(Failed(message, "the next command tries again; or delete it yourself"))
        raise Ended(Failed.code)


def _in_history(git: InGit) -> list[str]:
    """The commands that take it out of git's history, too, for a person to run.

    What others have pushed is cleaned with it: the clone is of the remote, if there is one. What
    that would lose is to be there first.
    """
    import shlex  # few erase what git has

    has_it = f"git still has it, in {counted(git.commits, 'commit')}."
    first = list(_first(git))
    if first:
        again = "Then erase it again: that prints the commands that clean git's history, too"
        return [f"{has_it} First", *(f"  {safe(each)}" for each in first), again]
    if any(map(hides_any, (git.top, git.prefix, git.branch, *git.paths))):
        return [f"{has_it} A name there has a sign that cannot be seen, so no command is shown"]
    top, clean, store = map(shlex.quote, (git.top, f"{git.top}-clean", git.prefix or "."))
    paths = " ".join(f"--path {shlex.quote(path)}" for path in git.paths)
    now = [path for path in git.paths if os.path.lexists(os.path.join(git.top, path))]
    url = f'"$(git -C {top} remote get-url origin)"'
    pushed = f"-C {top} clone --no-local --branch {shlex.quote(git.branch)} {url}"
    source = pushed if git.origin else f"clone --no-local {top}"
    commands = [
        f"git {source} {clean} && cd {clean}",
        f"git filter-repo --invert-paths {paths}",
        f"memento --store {store} store git",
    ]
    if now:  # logs, of which the newest version goes, too
        commands += [
            f"tar -C {top} -cf - {' '.join(map(shlex.quote, now))} | tar -xf -",
            f"git add --all {store} && git commit --message 'As it is now'",
        ]
    after = f"and work in {clean} from now on: {top} has it, as have its clones"
    if git.origin:
        commands += [
            f"git remote add origin {url}",
            "git push --force --all -u origin && git push --force --tags origin",
        ]
        after = "and clone anew wherever the old clones are: they have it, too"
    ready = "committed, pulled and pushed" if git.origin else "committed"
    return [
        f"{has_it} Once all is {ready}, in other clones too, these take it out:",
        *(f"    {safe(command)}" for command in commands),
        safe(after),
        "`forget --erase --dry-run` says there whether anything is left",
    ]


def _first(git: InGit) -> Iterator[str]:
    """What is to be done before the history can be cleaned without losing anything else."""
    if not git.branch:
        yield "`git switch` to a branch"
    elif git.origin and not git.pushed:
        yield f"push {git.branch}: if the hook refuses that, it says how it can be done"
    for branch in git.unmerged:
        yield f"merge {branch}, or delete it: its journal has lines that are not here"


def value_of(receipt: Receipt, dry: bool) -> dict[str, object]:
    """The receipt as JSON has it."""
    git = receipt.git._asdict() if receipt.git else None
    return {
        "erased": list(receipt.ids),
        "files": list(receipt.traces.files),
        "trimmed": list(receipt.traces.trimmed),
        "lines": dict(receipt.traces.lines),
        "unlinked": list(receipt.unlinked),
        "quoting": list(receipt.quoting),
        "left": list(receipt.left),
        "git": git,
        "batch": receipt.batch,
        "dry_run": dry,
    }
