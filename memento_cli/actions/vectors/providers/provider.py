"""What a provider of vectors is, and how it fails."""

from __future__ import annotations

from memento_cli.errors import MementoError

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    Asked = Sequence[tuple[str, str]]
    """Texts, each with its kind: `document` or `query`."""

RETRY_SECONDS = 1.0
"""After so long the same may be asked again, where a provider does not say after how long."""
MOST_BYTES, MOST_BYTES_A_TEXT = 2**20, 2**18
"""An answer may be so long: 8,192 dimensions of 32 digits for each text."""


class ProviderFault(MementoError):
    """A provider did not serve. The message names it, and never has a key.

    `retry_after`: after so many seconds the same request may do; None: it would fail again.
    `is_too_large`: fewer or shorter texts may do; with `retry_after`, fewer may be quick enough.
    """

    def __init__(
        self,
        message: str,
        hint: str = "",
        *,
        retry_after: float | None = None,
        is_too_large: bool = False,
    ) -> None:
        super().__init__(message, hint)
        self.retry_after = retry_after
        self.is_too_large = is_too_large

    @property
    def is_late(self) -> bool:
        """Whether no answer came in the time that it had."""
        return self.is_too_large and self.retry_after is not None

    @property
    def is_too_much(self) -> bool:
        """Whether the provider serves, and refuses only texts that are too many or too long."""
        return self.is_too_large and self.retry_after is None


class Provider:
    """Turns texts into vectors. The `name` is for people, the `address` tells it from others of
    its kind that may have another model, whose name no setting has."""

    name: str
    address = ""
    is_remote = False
    """Whether texts leave this machine."""
    is_in_process = False
    """Whether texts do not even leave this process."""

    def embed(self, texts: Asked, seconds: float) -> list[Sequence[float]]:
        """A vector for each text, in their order, as it comes; ProviderFault after `seconds`."""
        raise NotImplementedError

    def fault(
        self,
        problem: str,
        hint: str = "",
        *,
        retry_after: float | None = None,
        is_too_large: bool = False,
    ) -> ProviderFault:
        """A fault of this provider."""
        message = f"{self.name}: {problem}"
        return ProviderFault(message, hint, retry_after=retry_after, is_too_large=is_too_large)

    def numbers(self, raw: object) -> Sequence[float]:
        """A list from JSON as a vector; ProviderFault unless it has numbers alone."""
        from array import array

        try:
            if isinstance(raw, list):
                return array("d", raw)
        except (TypeError, OverflowError):
            pass
        raise self.fault("answered with something else than numbers")


def most_bytes(texts: int) -> int:
    """How long an answer with the vectors of so many texts may be."""
    return MOST_BYTES + MOST_BYTES_A_TEXT * texts
