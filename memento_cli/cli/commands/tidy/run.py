"""memento tidy run, memento tidy cron: what a night should do, and how a machine is told to."""

from __future__ import annotations

import shlex
from itertools import chain
from string import ascii_letters, digits

from memento_cli.cli.output.rows import counted, memories_of
from memento_cli.cli.output.values import safe
from memento_cli.cli.program import program
from memento_cli.core.text.visible import refuse_hidden

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.actions.tidy.run import Maintained
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DryRun

CRON, SYSTEMD = "cron", "systemd"
DAY_HOURS, WEEK_HOURS = 24, 168
STEPS = (1, 2, 3, 4, 6, 8, 12, DAY_HOURS, WEEK_HOURS)
"""The hours in which a day, or a week, is divided evenly."""
WORD = 12
RARE = ("vectors", "files", "waiting", "turns", "extracted")
"""What is told where there is any: few have a provider of vectors, list a file, or have a model."""
PLAIN = frozenset(ascii_letters + digits + "/._-+,:=@")
"""What stands in a unit without quotes."""


def run(call: Call, dry_run: DryRun = False) -> None:
    """What a night should do: archive what has expired, settle, prune if the settings say so, and
    tell what has become a candidate or due. Says nothing when nothing happened."""
    from memento_cli.actions.tidy.run import run_tidy as act

    done = act(call.store, call.now, dry=dry_run, remember=call.now_text is None)
    if not dry_run:
        call.sync_by_night()
    if call.out.machine:
        value = done._asdict() | {"dry_run": dry_run}
        for key in RARE:
            if not (value[key] or key in call.out.fields):
                del value[key]
        call.out.value(value, "")
        return
    lines = _told(done, dry_run)
    for line in lines:
        call.out.say(line)
    if not lines and (dry_run or call.out.terminal):  # to cron nothing is said
        call.out.note("Nothing to do")
    by_policy = call.store.settings["maintain.candidates"] == "retention"
    if done.candidates:
        call.out.note(f"`memento prune{' --retention' if by_policy else ''}` archives what may go")
    if done.waiting:
        call.out.note("`memento agent materialize` asks what a file may take away")
    if done.proposed:
        call.out.note("`memento tidy show ID` shows what was proposed")
    if done.due:
        call.out.note("`memento fade review` asks what is due")


def _told(done: Maintained, dry: bool) -> list[str]:
    """A line for each memory: what was done, or what may be, and by which policy."""
    words = {
        "would expire" if dry else "expired": done.expired,
        "would go" if dry else "archived": done.pruned,
        "would purge" if dry else "purged": done.purged,
        "would close" if dry else "closed": done.tidied,
        "would end" if dry else "ended": done.sessions,
        "proposed": done.proposed,
        "extracted": done.extracted,
        "may go": done.candidates,
        "due": done.due,
        "would write" if dry else "written": done.files,
        "waits": done.waiting,
    }
    whys = {id: f"  {reason}" for id, reason in done.reasons.items()}
    lines = [
        f"{word:<{WORD}}  {safe(id)}{whys.get(id, '')}" for word, ids in words.items() for id in ids
    ]
    settled = [f"{'settled':<{WORD}}  {counted(len(done.settled), 'file')}"]
    vectors = [f"{'vectors':<{WORD}}  {memories_of(done.vectors)} given one"]
    read = [f"{'read':<{WORD}}  {counted(done.turns, 'turn')} by the model"]
    counts = settled * bool(done.settled), vectors * bool(done.vectors), read * bool(done.turns)
    return [*lines, *chain(*counts)]


def cron(
    call: Call,
    systemd: Annotated[
        bool, typer.Option("--systemd", help="A systemd service and its timer instead.")
    ] = False,
) -> None:
    """Print the crontab line that maintains this store, for `crontab -e`; nothing is installed."""
    wanted = call.store.settings["maintain.every_hours"]
    hours = max(step for step in STEPS if step <= wanted)
    if hours != wanted:
        call.out.note(f"Every {hours} hours: a day, or a week, is not divided evenly by {wanted:g}")
    command = [program(), "--store", call.store.root, "tidy", "run"]
    refuse_hidden(command)
    text = _units(command, hours) if systemd else _crontab(command, hours)
    kind = SYSTEMD if systemd else CRON
    call.out.value({"kind": kind, "every_hours": hours, "text": text}, text)


def _crontab(command: list[str], hours: int) -> str:
    """A crontab line: `%` begins standard input there, and is escaped.

    cron takes the backslash of a path and the one that escapes for a pair, so a quotation that
    says nothing stands between them.
    """
    times = {DAY_HOURS: "30 3 * * *", WEEK_HOURS: "30 3 * * 0"}.get(hours, f"30 */{hours} * * *")
    command_text = shlex.join(command).replace("\\%", "\\''%").replace("%", "\\%")
    return f"{times} {command_text}"


def _units(command: list[str], hours: int) -> str:
    """A service and a timer: `%` and `$` mean something there, and are doubled."""
    command_text = " ".join(_quoted(word) for word in command)
    days = {DAY_HOURS: "*-*-* 03:30:00", WEEK_HOURS: "Sun *-*-* 03:30:00"}
    calendar = days.get(hours, f"*-*-* 00/{hours}:30:00")
    return f"""# ~/.config/systemd/user/memento.service
[Unit]
Description=Maintain a memento store

[Service]
Type=oneshot
ExecStart={command_text}

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
    return text if PLAIN.issuperset(text) else f'"{text}"'
