"""memento init"""

from __future__ import annotations

import os
import shlex
from contextlib import suppress

from memento_cli.cli.call import local_zone, user_name
from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.output.values import safe
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.text.visible import hides_any
from memento_cli.store.directory.location import VARIABLE, default_place, work_tree
from memento_cli.store.settings.fields import PROFILE_NAMES

COMMAND = 44
"""How wide the column of the commands that come next is."""

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call


def init(
    call: Call,
    path: Annotated[
        str | None, typer.Argument(help="The folder; else the store that is found anywhere.")
    ] = None,
    profile: Annotated[
        str,
        typer.Option("--profile", metavar="|".join(PROFILE_NAMES), help="Which set of defaults."),
    ] = "half-life",
    person: Annotated[
        str | None, typer.Option("--person", "-p", metavar="WHO", help="Whose memory it mostly is.")
    ] = None,
) -> None:
    """Make your store, which every command finds from any folder; or one in a folder of its own.

    The folder may hold files and a git repository already.
    """
    from memento_cli.actions.git.checks import standings
    from memento_cli.actions.store.init import init as act

    place = path or call.store_path or os.environ.get(VARIABLE) or default_place()
    who = person_ref(person) if person else user_name()
    one_of(profile, PROFILE_NAMES, "profile")
    zone = local_zone()[0]
    created = act(place, profile=profile, person=who, timezone=zone, warn=call.out.warn)
    root = created.store.root
    call.out.value(
        {"store": root, "written": list(created.written), "profile": profile},
        f"Made a store in {safe(root)}: {', '.join(created.written)}",
    )
    for problem, advice, _ in standings(root):
        call.out.note(safe(f"{root} {problem}; {advice}"))
    if not call.out.machine:
        _next_steps(call, root)


def _next_steps(call: Call, root: str) -> None:
    if hides_any(root):
        call.out.note("Its name has a sign that cannot be seen: no command to copy can name it")
        return
    steps, here = [], ""
    with suppress(OSError):  # somebody may have taken the folder away
        here = os.path.realpath(os.getcwd())
    is_found = root in (here, os.path.realpath(default_place()))
    if not is_found:
        steps.append((f"export {VARIABLE}={shlex.quote(root)}", "or work in that folder"))
    steps.append(('memento record "What happened" --topic work', "keep a memory"))
    steps.append(("memento recall work", "find it again"))
    if not work_tree(root):
        steps.append((f"git -C {shlex.quote(root)} init", "keep the store in git"))
    option = "" if is_found else f"--store {shlex.quote(root)} "
    steps.append((f"memento {option}store git", "in git: merge key by key"))
    call.out.note("Next:")
    for command, why in steps:
        call.out.note(safe(f"    {command:<{COMMAND}}  # {why}"))
