"""Where each shell reads completions, also in a home that nobody has set up yet.

fish reads a folder of its own. bash does so where bash-completion is installed, and zsh where its
`fpath` has the folder, which neither is sure of: so their own file (`.bashrc`, `.zshrc`) gets lines
that read the script where nothing else did, and are silent once it is gone.
"""

from __future__ import annotations

import os
import re
import shlex

from memento_cli.errors import Conflict
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import make_folders, os_errors, read_regular, write
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

OURS = b"completion for memento; made by `memento"
MARK = "# memento completion"
BASH = MARK + "\n[[ ${{BASH_COMPLETION_VERSINFO-}} || ! -r {path} ]] || source {path}\n"
ZSH = (
    MARK
    + "\n(( $+functions[compdef] )) || {{ autoload -Uz compinit && compinit; }}"
    + "\n[[ ! -r {path} ]] || source {path}\n"
)
LINES = re.compile(rb"^# memento completion\n(?:\(\( .*\n)?.*source .*\n", re.MULTILINE)
"""What an older memento put there, or this one."""


class Written(NamedTuple):
    """A file that has the script, or the lines that read it; `written`: it had not until now."""

    path: str
    what: str  # script, lines
    written: bool


def installed(
    shell: str, script: str, environ: Mapping[str, str], *, dry: bool = False
) -> list[Written]:
    """Put a shell's script, and the lines that it needs, where that shell reads them.

    `environ` says where the home is. Conflict if a file of somebody else's stands at the script's
    place. With `dry` nothing is written.
    """
    path, start_file, lines = _places(shell, environ)
    there = _bytes(path)
    if there and OURS not in there:
        raise Conflict(f"{path} is not memento's", "move it away, or print the script yourself")
    files = [(path, "script", there, script.encode())]
    if start_file:
        there, more = _bytes(start_file), lines.format(path=shlex.quote(path)).encode()
        files.append((start_file, "lines", there, _with_lines(there, more)))
    for place, _, before, after in files:
        if before != after and not dry:
            with os_errors(place):
                make_folders(os.path.dirname(place))
            write(os.path.realpath(place), after)
    return [Written(place, what, before != after) for place, what, before, after in files]


def _with_lines(there: bytes, more: bytes) -> bytes:
    """A start file with these lines, in the place of an older memento's or at its end."""
    after, count = LINES.subn(lambda _: more, there)
    gap = b"\n" if there and not there.endswith(b"\n") else b""
    return after if count else there + gap + more


def _places(shell: str, environ: Mapping[str, str]) -> tuple[str, str, str]:
    """The place of the script, the file that the shell reads at its start, and the lines in it."""
    home = environ.get("HOME") or os.path.expanduser("~")
    data = environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    config = environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    match shell:
        case "bash":
            path = os.path.join(data, "bash-completion", "completions", "memento")
            return path, os.path.join(home, ".bashrc"), BASH
        case "zsh":
            path = os.path.join(data, "zsh", "site-functions", "_memento")
            return path, os.path.join(environ.get("ZDOTDIR") or home, ".zshrc"), ZSH
        case _:
            return os.path.join(config, "fish", "completions", "memento.fish"), "", ""


def _bytes(path: str) -> bytes:
    """What a file says, wherever a link leads; nothing if there is none."""
    try:
        return read_regular(os.path.realpath(path), SIZE_LIMIT)
    except FileNotFoundError:
        return b""
