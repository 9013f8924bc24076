"""A summary of some texts: by a command of the user's own, or else their digest.

The command is `summary.command` in the user's configuration, a list of arguments and never a line
for a shell. No setting of a store names a program. It reads the texts from stdin, fenced as data,
and `$MEMENTO_TOKENS` says how many tokens its answer may have; what it prints is the summary.
"""

from __future__ import annotations

import os

from memento_cli.core.context.fence import fenced
from memento_cli.core.security.secret_checks import secrets_in_value
from memento_cli.core.text.tokens import tokens_in
from memento_cli.errors import Failed, MementoError
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.settings.user import user_settings

TYPE_CHECKING = False

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Collection, Sequence

    from memento_cli.core.text.digest import Digest, Source


BUDGET = "MEMENTO_TOKENS"
NONCE_BYTES = 16


class Summarized(NamedTuple):
    """A summary within its budget: what a program `wrote`, if it did, beside the digest."""

    digest: Digest
    wrote: str = ""

    @property
    def text(self) -> str:
        """The program's words, or else those of the sources themselves."""
        return self.wrote or self.digest.text


def summarized(
    warn: Callable[[str], None],
    sources: Sequence[Source],
    budget: int,
    *,
    words: Collection[str] = (),
) -> Summarized:
    """The summary of some sources in at most `budget` tokens.

    `warn` hears once why the command did not serve: its time was over, it failed, it said nothing,
    too much, no text, or a secret that the sources do not have. Then the digest does.
    """
    from memento_cli.core.text.digest import digest  # most commands of sessions summarise nothing

    found = digest(sources, budget, words=words)
    if not found.left_out:
        return Summarized(found)
    try:
        return Summarized(found, _written([one.text for one in sources], budget))
    except (MementoError, OSError) as problem:
        warn(f"summary.command did not serve: {problem}; the summary is extracted instead")
        return Summarized(found)


def _written(texts: Sequence[str], budget: int) -> str:
    """What the user's command makes of texts; nothing if there is none."""
    mine = user_settings()
    command, seconds = mine["summary.command"], mine["summary.timeout_seconds"]
    if not command:
        return ""
    asked = fenced("\n\n".join(texts), os.urandom(NONCE_BYTES).hex())
    raw = _answer(command, asked.encode(errors="replace"), seconds, budget)
    return _checked(raw, texts, budget)


def _checked(raw: bytes, texts: Sequence[str], budget: int) -> str:
    """An answer as text; Failed if it cannot be a summary of these texts."""
    try:
        text = raw.decode().strip()
    except UnicodeDecodeError:
        raise Failed("what it printed is no UTF-8") from None
    if not text:
        raise Failed("it printed nothing")
    if tokens_in(text) > budget:
        raise Failed(f"it printed {tokens_in(text)} tokens, and {budget} were asked for")
    if secrets_in_value(text, "\n".join(texts)):
        raise Failed("what it printed has a secret")
    return text


def _answer(command: Sequence[str], asked: bytes, seconds: float, budget: int) -> bytes:
    """What a command prints to a text; Failed if it fails or takes longer than so many seconds."""
    import subprocess  # few stores have such a command

    process = subprocess.Popen(
        [os.path.expanduser(command[0]), *command[1:]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, BUDGET: str(budget)},
        start_new_session=True,
    )
    try:
        answer, _ = process.communicate(asked, seconds)
    except subprocess.TimeoutExpired:
        raise Failed(f"it took longer than {seconds:g} s") from None
    finally:
        _end(process)
    if process.returncode:
        raise Failed(f"it ended with {process.returncode}")
    return answer


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process that is still running, with all that it started."""
    if process.poll() is not None:
        return
    if os.name == "posix":
        import signal

        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
