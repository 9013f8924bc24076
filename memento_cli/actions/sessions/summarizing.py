"""Summaries of texts, by a command of the user's own or else by extracting sentences.

The command is `summary.command` in the user's configuration, a list of arguments and never a line
for a shell. No setting of a store names a program. It reads the texts from stdin, fenced as data,
and prints the summary; `$MEMENTO_TOKENS` has the limit of its tokens.
"""

from __future__ import annotations

import os

from memento_cli.core.context.fence import fenced
from memento_cli.core.security.secret_checks import secrets_in_value
from memento_cli.core.text.words import tokens_in
from memento_cli.errors import Failed, MementoError
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.settings.programs import output_of
from memento_cli.store.settings.user import user_settings

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memento_cli.core.text.digest import Digest, Source


BUDGET = "MEMENTO_TOKENS"
NONCE_BYTES = 16
LONGEST_OUTPUT = 2**20


class Summarized(NamedTuple):
    """A summary within its budget: the digest, and the text that a program `wrote`, if any."""

    digest: Digest
    wrote: str = ""

    @property
    def text(self) -> str:
        """The program's text, or else the digest's."""
        return self.wrote or self.digest.text


def summarized(warn: Callable[[str], None], sources: Sequence[Source], budget: int) -> Summarized:
    """The summary of sources in at most `budget` tokens.

    If the command fails, takes too long, or prints nothing, too much, no text or a secret that the
    sources do not have, `warn` is called and only the digest is used.
    """
    from memento_cli.core.text.digest import digest  # most commands of sessions summarise nothing

    extract = digest(sources, budget)
    if not extract.left_out:
        return Summarized(extract)
    try:
        return Summarized(extract, _by_command([one.text for one in sources], budget))
    except (MementoError, OSError) as problem:
        warn(f"summary.command did not serve: {problem}; the summary is extracted instead")
        return Summarized(extract)


def _by_command(texts: Sequence[str], budget: int) -> str:
    """The summary by the user's command; "" if there is no command."""
    options = user_settings()
    command, seconds = options["summary.command"], options["summary.timeout_seconds"]
    if not command:
        return ""
    prompt = fenced("\n\n".join(texts), os.urandom(NONCE_BYTES).hex())
    data, variables = prompt.encode(errors="replace"), {BUDGET: str(budget)}
    raw = output_of(command, data, seconds, LONGEST_OUTPUT, variables)
    return _checked(raw, texts, budget)


def _checked(raw: bytes, texts: Sequence[str], budget: int) -> str:
    """The command's output as text; Failed if it cannot be a summary of these texts."""
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
