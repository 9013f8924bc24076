"""One class per problem: a sentence, a hint, an exit code.

Every error that a user, a file or a disk can cause is one of these; a door prints it and exits with
its code. Anything else that escapes is a bug in memento.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Ended(Exception):
    """A command has said all, and ends with this exit code: `doctor` found something."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class MementoError(Exception):
    """Something went wrong that its reader can do something about."""

    code = 1

    def __init__(self, message: str, hint: str = "", choices: Sequence[str] = ()) -> None:
        """`choices` are lines to print below the hint: what an ambiguous text may mean."""
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.choices = choices


class Failed(MementoError):
    """The system refused: a full disk, no permission, a lost file."""


class Interrupted(MementoError):
    """Ctrl-C ended a program that this one waited for."""

    code = 130


class BrokenIndex(Failed):
    """The index said nonsense and was thrown away: the same again will do."""


class Usage(MementoError):
    """The command line does not say what to do."""

    code = 2


class BadTime(Usage):
    """Text that is no moment."""


class BadRef(Usage):
    """Text that names no person."""


class BadId(Usage):
    """Text that can be no memory's id."""


class NotFound(MementoError):
    """No such memory, store, line or topic."""

    code = 3


class BadData(MementoError):
    """What a file says is not what a file of its kind may say. Names every problem at once."""

    code = 4

    def __init__(self, where: str, problems: list[str], hint: str = "") -> None:
        super().__init__(f"{where}: {'; '.join(problems)}", hint)
        self.where = where
        self.problems = problems


class BadValue(BadData):
    """A value out of its range, given on a command line or by a program."""

    code = 2

    def __init__(self, problem: str, hint: str = "") -> None:
        super().__init__("value", [problem], hint)
        self.message = problem


def unknown(noun: str, text: str, known: Iterable[str]) -> BadValue:
    """The error for a word that must be one of some and is none of them: unknown kind 'habit'."""
    return BadValue(f"unknown {noun} {text[:40]!r}", "one of: " + ", ".join(known))


class Ambiguous(MementoError):
    """A short id that several memories have."""

    code = 4


class Conflict(MementoError):
    """The file changed while it was being edited, or two memories claim one id."""

    code = 4


class Busy(MementoError):
    """Another process holds the lock."""

    code = 5


class Refused(MementoError):
    """Would destroy or disclose something, and was not told to."""

    code = 6


class Unasked(Refused):
    """Would take away what a person wrote, or what is theirs to decide, and they have not agreed.

    The `question` has memento's own words. What the store `says` of it stands apart, under how each
    text is to be told, because it is data; `trust` tells who vouches for it
    (`core/security/trust.py`).
    """

    def __init__(self, question: str, says: Mapping[str, str], trust: str) -> None:
        super().__init__(
            f"the user must confirm it: {question}",
            "--yes says that they have agreed; or they do it themselves",
        )
        self.question = question
        self.says = says
        self.trust = trust


class SecretFound(Refused):
    """A text that is to be kept has a key or a password in it, which nobody has allowed."""


PARTLY = 7
"""The exit code of an act that skipped some records, with --strict."""

EXIT_CODES = (
    (0, "done", "also when nothing was found or nothing had to be done"),
    (1, "failed", "the system refused: a full disk, no permission, an I/O error"),
    (2, "usage", "the command line is wrong"),
    (3, "not found", "no such store, memory or topic"),
    (
        4,
        "conflict or bad data",
        "ambiguous id, broken file, edit conflict; doctor, secrets or hub status found something",
    ),
    (5, "busy", "another process holds the store's lock"),
    (6, "refused", "pinned, a key or password in a text, or needs --yes"),
    (PARTLY, "done in part", "some records were skipped, with --strict"),
    (129, "hung up", "SIGHUP: the terminal was closed"),
    (130, "interrupted", "Ctrl-C"),
    (143, "terminated", "SIGTERM"),
)
"""The promised exit codes: number, name, when."""
