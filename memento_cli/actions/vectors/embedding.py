"""Embedding: texts in, rows of int8 out, by the provider that the user's settings name."""

from __future__ import annotations

from memento_cli.actions.vectors.providers.choice import provider_of
from memento_cli.core.security.trust import is_open
from memento_cli.core.vectors.quantized import quantized, unit
from memento_cli.core.vectors.texts import DOCUMENT, MOST_CHARACTERS, PROBE, text_key
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memento_cli.actions.vectors.providers.provider import Provider
    from memento_cli.store.settings.user import VectorSettings

    Words = str | Mapping[str, str]
    """A text, or the texts of a memory by the names of their fields."""

FILLING = 12
"""How many times as long as a recall a batch of memories may take."""


SECRET, PRIVACY = "secret", "privacy"
"""Why a text is kept back."""


class Embedded(NamedTuple):
    """The row of the probe text, which tells models apart, and a row for each text.

    All have as many bytes as the vectors have dimensions. A row of zeros is like nothing: the model
    knows no word of that text.
    """

    probe: bytes
    rows: list[bytes]


class Embedder(NamedTuple):
    """A provider, and how the user wants it used."""

    provider: Provider
    settings: VectorSettings

    @property
    def settings_key(self) -> bytes:
        """16 bytes that differ where vectors may: by the model, dimensions and prefixes, and by the
        command or the table; a server may move, and the probe tells its model. Nothing secret goes
        into them."""
        kind, settings = type(self.provider), self.settings
        prefixes = (settings.query_prefix, settings.document_prefix)
        return text_key(
            repr((kind.__name__, self.provider.address, settings.model, settings.dims, prefixes))
        )

    @property
    def key(self) -> bytes:
        """16 bytes that tell this provider from others, and from the same model elsewhere."""
        return text_key(f"{self.provider.name}\n{self.settings_key.hex()}")

    @property
    def batch_seconds(self) -> float:
        """The most seconds that a batch of memories may take."""
        return self.settings.timeout_seconds * FILLING

    def embed(self, texts: Sequence[str], kind: str, seconds: float) -> Embedded:
        """The rows of texts of a kind (`document` or `query`), and that of the probe, which is
        embedded with them. ProviderFault if the provider does not serve, or answers what cannot be
        vectors of one model."""
        prefix = self._prefix(kind)
        asked = [(_sendable(prefix + text[:MOST_CHARACTERS]), kind) for text in texts if text]
        vectors = self.provider.embed([(self._prefix(DOCUMENT) + PROBE, DOCUMENT), *asked], seconds)
        probe, *rows = self._rows(vectors)
        if not any(probe):
            raise self.provider.fault("answered with a vector of zeros")
        each = iter(rows)
        return Embedded(probe, [next(each) if text else bytes(len(probe)) for text in texts])

    def _prefix(self, kind: str) -> str:
        settings = self.settings
        return settings.document_prefix if kind == DOCUMENT else settings.query_prefix

    def _rows(self, vectors: Sequence[Sequence[float]]) -> list[bytes]:
        """The rows of vectors; ProviderFault unless all are finite and have the same dimensions."""
        sizes = sorted({len(vector) for vector in vectors})
        if len(sizes) > 1:
            problem = f"answered with vectors of {sizes[0]} and {sizes[-1]} numbers"
            raise self.provider.fault(problem)
        if not 0 < self._dims(sizes[0]) <= sizes[0]:
            problem = f"its vectors have {sizes[0]} dimensions"
            raise self.provider.fault(f"{problem}, and vectors.dims is {self.settings.dims}")
        return [self._row(vector) for vector in vectors]

    def _dims(self, size: int) -> int:
        return self.settings.dims or size

    def _row(self, vector: Sequence[float]) -> bytes:
        """The row of a vector, of zeros for one of zeros."""
        if not any(vector):
            return bytes(self._dims(len(vector)))
        try:
            return quantized(unit(vector, self.settings.dims))
        except ValueError as problem:
            raise self.provider.fault(f"answered with what is no vector: {problem}") from None


def embedder_of(settings: VectorSettings) -> Embedder | None:
    """The embedder of the user's settings; None if they name no provider, BadData if they
    contradict themselves."""
    provider = provider_of(settings)
    return Embedder(provider, settings) if provider else None


def why_kept_back(embedder: Embedder, words: Words, privacy: str = "") -> str:
    """Why a text may not be handed to the provider, SECRET or PRIVACY; empty if it may.

    `words` are all of it, or of the memory that it is of: a secret is known by what follows, too,
    of which the provider gets nothing. What looks like one is handed to none but a table, which
    keeps it in this process. A memory goes to another machine only if it is as public as
    `vectors.privacy` asks; a question has no privacy: who asks it has allowed the provider.
    """
    if embedder.provider.is_in_process:
        return ""
    if privacy and embedder.provider.is_remote and not is_open(privacy, embedder.settings.privacy):
        return PRIVACY
    from memento_cli.core.security.secret_checks import secrets_in_value  # not for kept questions

    return SECRET if secrets_in_value(words) else ""


def may_leave(embedder: Embedder, words: Words, privacy: str = "") -> bool:
    """Whether a text may be handed to the provider."""
    return not why_kept_back(embedder, words, privacy)


def _sendable(text: str) -> str:
    """The text without halves of characters, which no UTF-8 has."""
    return text.encode(errors="replace").decode()
