"""What fails half-way says what it has kept."""

from __future__ import annotations

from contextlib import contextmanager

from memento_cli.errors import Failed, MementoError

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def telling_kept(kept: Callable[[], str]) -> Iterator[None]:
    """Let an error from within also say what was kept until then."""
    try:
        yield
    except MementoError as problem:
        problem.hint = "; ".join(filter(None, (problem.hint, kept())))
        raise
    except OSError as problem:
        if problem.filename is None:  # of a stream
            raise
        raise Failed(f"{problem.filename}: {problem.strerror}", kept()) from problem
