"""A command of the user's own that turns texts into vectors: JSON lines in, JSON lines out."""

from __future__ import annotations

from memento_cli.actions.vectors.providers.provider import RETRY_SECONDS, Provider, most_bytes
from memento_cli.core.text.visible import visible
from memento_cli.errors import Failed
from memento_cli.store.settings.programs import TooSlow, output_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.actions.vectors.providers.provider import Asked


class Command(Provider):
    """A command, started for each request. It reads `{"text": …, "kind": …}` a line.

    It prints an array of numbers, or an object with it under `vector`, for each. memento cannot
    see what it does with the texts: `is_remote` is what the user says of it.
    """

    def __init__(self, command: Sequence[str], is_remote: bool) -> None:
        self.address = repr(tuple(command))
        self.name = f"the command {visible(command[0])}"
        self.is_remote = is_remote
        self._command = command

    def embed(self, texts: Asked, seconds: float) -> list[Sequence[float]]:
        """The vectors of the texts, in their order."""
        import json

        lines = [json.dumps({"text": text, "kind": kind}) + "\n" for text, kind in texts]
        try:
            output = output_of(
                self._command, "".join(lines).encode(), seconds, most_bytes(len(texts))
            )
        except TooSlow as problem:
            raise self.fault(str(problem), retry_after=RETRY_SECONDS, is_too_large=True) from None
        except Failed as problem:
            raise self.fault(str(problem)) from None
        answers = [line for line in output.split(b"\n") if line.strip()]
        if len(answers) != len(texts):
            raise self.fault(f"printed {len(answers)} vectors for {len(texts)} texts")
        return [self._vector(line) for line in answers]

    def _vector(self, line: bytes) -> Sequence[float]:
        """The vector of a line."""
        import json

        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise self.fault("printed a line that is no JSON") from None
        return self.numbers(answer.get("vector") if isinstance(answer, dict) else answer)
