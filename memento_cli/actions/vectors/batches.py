"""Embedding many texts: in batches as large as the provider takes, as fast as it wants."""

from __future__ import annotations

from itertools import islice
from time import monotonic

from memento_cli.actions.vectors.embedding import Embedded
from memento_cli.actions.vectors.providers.provider import RETRY_SECONDS, ProviderFault
from memento_cli.core.vectors.texts import DOCUMENT
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from memento_cli.actions.vectors.embedding import Embedder

    Waiting = Callable[[float, ProviderFault], None]
    """Is told before a wait: for how many seconds, and why. It may raise that instead."""

FIRST_SIZE = 64
MOST_TRIES = 6
"""So often in a row a request may fail, but for being too large, before the rest is given up."""
LONGEST_WAIT, LEAST_SECONDS = 300.0, 0.001
SHORTEST_TEXT = 200
"""A text of fewer characters is not cut further: no model refuses it for its length."""


class Batch(NamedTuple):
    """Some of the texts, in their order, and their rows."""

    texts: Sequence[str]
    embedded: Embedded


class Batches:
    """Embeds many memories' texts by one embedder, and learns how many it takes at once.

    A provider that is slow keeps to smaller batches; after one that was refused, as a single text
    may have been why, the next are larger again. `sleep` waits for some seconds. The first answer
    may take `first_seconds`, or as long as all others.
    """

    def __init__(
        self,
        embedder: Embedder,
        sleep: Callable[[float], None],
        waiting: Waiting,
        first_seconds: float | None = None,
    ) -> None:
        self._embedder, self._sleep, self._waiting = embedder, sleep, waiting
        self._seconds = first_seconds or embedder.batch_seconds
        self._size = self._most = FIRST_SIZE

    def embedded(self, texts: Iterable[str]) -> Iterator[Batch]:
        """The rows of the texts, in their order, as they come.

        A batch that is too much for the provider is halved, and one text that is too long is cut.
        ProviderFault after six failures in a row, at one that will not pass, or if the provider
        wants to be left alone for longer than five minutes: what has come until then may be kept.
        """
        rest = iter(texts)
        while batch := list(islice(rest, self._size)):
            while batch:
                part, embedded = self._first_part(batch)
                self._size = min(self._most, len(part) * 2)
                yield Batch(part, embedded)
                batch = batch[len(part) :]

    def _first_part(self, batch: Sequence[str]) -> tuple[Sequence[str], Embedded]:
        """As many of the batch as the provider takes at once, and their rows."""
        tries = 0
        sent = part = batch[: self._size]
        while True:
            try:
                embedded = self._embedder.embed(sent, DOCUMENT, self._seconds)
            except ProviderFault as fault:
                smaller = _smaller(sent, may_cut=not fault.is_late) if fault.is_too_large else sent
                if fault.is_late or smaller == sent:
                    tries += 1
                    self._wait(fault, tries)
                sent, part = smaller, part[: len(smaller)]
                self._most = len(part) if fault.is_late else self._most
            else:
                self._seconds = self._embedder.batch_seconds
                return part, embedded

    def _wait(self, fault: ProviderFault, tries: int) -> None:
        """Wait until the provider may be asked again; the fault itself if that is too long."""
        if fault.retry_after is None or tries >= MOST_TRIES:
            raise fault
        seconds = max(fault.retry_after, RETRY_SECONDS * 2 ** (tries - 1))
        if fault.retry_after > LONGEST_WAIT:
            raise fault
        self._waiting(seconds, fault)
        self._sleep(seconds)


def embedded_in_time(
    embedder: Embedder, texts: Sequence[str], kind: str, seconds: float
) -> Embedded:
    """The rows of a few texts of a kind, all within so many seconds. What is too much for the
    provider is halved, and one text that is too long is cut; any other ProviderFault is raised."""
    end = monotonic() + seconds
    try:
        return embedder.embed(texts, kind, seconds)
    except ProviderFault as fault:
        smaller = _smaller(texts, may_cut=True) if texts else texts
        if not fault.is_too_much or smaller == texts:
            raise
    first = embedded_in_time(embedder, smaller, kind, max(LEAST_SECONDS, end - monotonic()))
    rest = texts[len(smaller) :] if len(texts) > 1 else ()
    if not rest:
        return first
    others = embedded_in_time(embedder, rest, kind, max(LEAST_SECONDS, end - monotonic()))
    return Embedded(first.probe, [*first.rows, *others.rows])


def _smaller(texts: Sequence[str], may_cut: bool) -> Sequence[str]:
    """Half of the texts, or half of a single one; the same if that is short, or may not be cut."""
    if len(texts) > 1:
        return texts[: len(texts) // 2]
    (text,) = texts
    return [text[: len(text) // 2]] if may_cut and len(text) > SHORTEST_TEXT else texts
