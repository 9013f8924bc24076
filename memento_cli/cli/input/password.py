"""A password that a person types for somebody, unseen."""

from __future__ import annotations

from memento_cli.errors import Refused

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.call import Call

TRIES = 3


def new_password(call: Call, question: str) -> str:
    """A new password, typed twice; empty for none. Refused if the two differ again and again, or
    the input ends."""
    from getpass import getpass  # which shows nothing of what is typed

    for _ in range(TRIES):
        try:
            first = getpass(f"{question} (Enter: none): ")
            if not first or getpass("Once more: ") == first:
                return first
        except EOFError:
            call.out.talk("")  # what is told next begins a line
            break
        except KeyboardInterrupt:
            call.out.talk("")
            raise
        call.out.talk("The two differ")
    raise Refused("no password was given", "type the same one twice, or Enter for none")
