"""memento maintain, memento cron: what a night should do, and how a machine is told to do it."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from memento_cli.cli.call import of
from memento_cli.cli.options import DryRun
from memento_cli.cli.rows import counted
from memento_cli.cli.safe import safe

if TYPE_CHECKING:
    from memento_cli.actions.maintain import Maintained

CRON, SYSTEMD = "cron", "systemd"
DAY_HOURS = 24


def maintain(ctx: typer.Context, dry_run: DryRun = False) -> None:
    """What a night should do: archive what has expired, settle, prune if the settings say so, and
    tell what has become a candidate or due. Says nothing when nothing happened."""
    from memento_cli.actions.maintain import maintain as act

    call = of(ctx)
    done = act(call.store, call.now, dry=dry_run)
    text = "\n".join(_told(done, dry_run))
    if call.out.machine:
        call.out.value(done._asdict() | {"dry_run": dry_run}, "")
    elif text:
        call.out.say(text)


def _told(done: Maintained, dry: bool) -> list[str]:
    would = "would be " if dry else ""
    lines = [f"{would}archived, expired: {_ids(done.expired)}"] if done.expired else []
    lines += [f"{would}archived: {_ids(done.pruned)}"] if done.pruned else []
    lines += [f"{counted(len(done.settled), 'memory file')} settled"] if done.settled else []
    lines += [f"may go (`memento prune`): {_ids(done.candidates)}"] if done.candidates else []
    lines += [f"due for review (`memento review`): {_ids(done.due)}"] if done.due else []
    return lines


def _ids(ids: tuple[str, ...]) -> str:
    return safe(", ".join(ids))


def cron(
    ctx: typer.Context,
    systemd: Annotated[
        bool, typer.Option("--systemd", help="A systemd service and its timer instead.")
    ] = False,
) -> None:
    """Print the crontab line that maintains this store, for `crontab -e`; nothing is installed."""
    call = of(ctx)
    hours = int(call.store.settings["maintain.every_hours"])
    command = [_program(), "--store", call.store.root, "maintain"]
    text = _units(command, hours) if systemd else _crontab(command, hours)
    kind = SYSTEMD if systemd else CRON
    call.out.value({"kind": kind, "every_hours": hours, "text": text}, text)


def _program() -> str:
    """Where the command is, so that it is found without a login's PATH."""
    found = sys.argv[0] if os.path.basename(sys.argv[0]) == "memento" else ""
    return os.path.abspath(found or shutil.which("memento") or "memento")


def _crontab(command: list[str], hours: int) -> str:
    """A crontab line: `%` begins standard input there, and is escaped."""
    times = "30 3 * * *" if hours >= DAY_HOURS else f"30 */{hours} * * *"
    return f"{times} {shlex.join(command)}".replace("%", r"\%")


def _units(command: list[str], hours: int) -> str:
    """A service and a timer: `%` and `$` mean something there, and are doubled."""
    said = " ".join(_quoted(word) for word in command)
    calendar = "*-*-* 03:30:00" if hours >= DAY_HOURS else f"*-*-* 00/{hours}:30:00"
    return f"""# ~/.config/systemd/user/memento.service
[Unit]
Description=Maintain a memento store

[Service]
Type=oneshot
ExecStart={said}

# ~/.config/systemd/user/memento.timer
[Unit]
Description=Maintain a memento store

[Timer]
OnCalendar={calendar}
Persistent=true

[Install]
WantedBy=timers.target

# then: systemctl --user daemon-reload && systemctl --user enable --now memento.timer"""


def _quoted(word: str) -> str:
    text = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{text}"' if text != word or " " in word else text
