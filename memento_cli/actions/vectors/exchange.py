"""export and import of vectors: JSON lines, one for each text, without a word of it.

    {"schema": 1, "model": "…", "query_prefix": "", "document_prefix": "",
     "dims": 384, "probe": "…", "references": "…"}
    {"text": "0f3c…", "row": "…"}

`text` is the hash of a text in hexadecimal; `probe` and `row` are bytes in base64, one for each
dimension, and `references` many such rows, of the sentences that any store is compared with.
"""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64

from memento_cli.actions.exchange.sources.rows import lines_of
from memento_cli.actions.vectors.calibrating import calibrate
from memento_cli.core.text.strict_json import dumped, loaded
from memento_cli.core.vectors.calibration import REFERENCES
from memento_cli.core.vectors.texts import KEY_BYTES, text_key
from memento_cli.errors import BadData, Conflict, Failed, NotFound
from memento_cli.index.database.index import index_of
from memento_cli.index.vectors.listing import kept_rows
from memento_cli.index.vectors.memory_texts import all_texts
from memento_cli.index.vectors.spaces import is_same_model
from memento_cli.index.vectors.vectors import open_vectors
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from typing import Any, BinaryIO

    from memento_cli.actions.vectors.embedding import Embedder
    from memento_cli.index.vectors.spaces import Space
    from memento_cli.index.vectors.vectors import VectorIndex
    from memento_cli.store.directory.store import Store

SCHEMA = 1
SHARED = ("model", "query_prefix", "document_prefix")
"""The settings that vectors depend on, beside their dimensions and the probe's vector."""
HEAD = ("schema", *SHARED, "dims", "probe")
BATCH = 1_000
HINT = "only vectors of one model, asked in one way, fit together; `fill` makes those of yours"


class Imported(NamedTuple):
    """How many vectors were `added`, were there `already`, are of no memory here (`others`), and
    the lines that are none (`bad`), by number, with what is wrong."""

    added: int
    already: int
    others: int
    bad: Mapping[int, str]


def export_vectors(store: Store, embedder: Embedder) -> Iterator[str]:
    """The lines of an export of the space of these settings; NotFound if there is none."""
    with open_vectors(store.root, warn=store.warn) as vectors:
        space = vectors.space(embedder.settings_key) if vectors else None
        if vectors is None or space is None:
            raise NotFound("there are no vectors yet", "`memento store vectors fill` makes them")
        yield dumped({"schema": SCHEMA, **_shared(embedder), "dims": space.dims,
                      "probe": _text(space.probe),
                      "references": _text(space.calibration.references)})  # fmt: skip
        for key, row in kept_rows(vectors, space):
            yield dumped({"text": key.hex(), "row": _text(row)})


def import_vectors(store: Store, embedder: Embedder, file: BinaryIO, name: str) -> Imported:
    """Take in the vectors of an export for the texts of the store's memories.

    BadData if `name` is no such export; Conflict if it is of another space. A line that cannot be
    read is left out. What was added stays, so that an import that was ended can begin again.
    """
    numbered = lines_of(file)
    head = _head(*next(numbered, (1, b"")), name)
    with open_vectors(store.root, make=True, warn=store.warn) as vectors:
        if vectors is None:
            raise Failed("vectors cannot be kept", "the warning says why")
        space = _space(vectors, embedder, head, name)
        with index_of(store) as index:
            owners = dict[bytes, list[str]]()
            for memory in (memory for page in all_texts(index.database) for memory in page):
                owners.setdefault(text_key(memory.text), []).append(memory.id)
        done = _Import(vectors, space, owners).taken(numbered)
        references = space.reference_rows or head["references"]
        calibrate(store, vectors, space._replace(reference_rows=references))
    return done


class _Import:
    """An import under way."""

    def __init__(
        self, vectors: VectorIndex, space: Space, owners: Mapping[bytes, list[str]]
    ) -> None:
        self._vectors, self._space, self._owners = vectors, space, owners
        self._added = self._already = self._others = 0
        self._bad: dict[int, str] = {}

    def taken(self, numbered: Iterable[tuple[int, bytes]]) -> Imported:
        """Take in all lines, in batches."""
        batch = dict[bytes, bytes]()
        for number, line in numbered:
            try:
                key, row = _vector(line, self._space.dims)
            except ValueError as problem:
                self._bad[number] = str(problem)
                continue
            if key in self._owners:
                batch[key] = row
            else:
                self._others += 1
            if len(batch) == BATCH:
                self._add(batch)
                batch.clear()
        self._add(batch)
        return Imported(self._added, self._already, self._others, self._bad)

    def _add(self, batch: Mapping[bytes, bytes]) -> None:
        known = self._vectors.known(self._space, batch)
        made = [(id, key, row) for key, row in batch.items() for id in self._owners[key]]
        self._vectors.add(self._space, made)
        self._already += len(known)
        self._added += len(batch) - len(known)


def _head(number: int, line: bytes, name: str) -> Mapping[str, Any]:
    """The first line of an export, which names its space; BadData if it does not."""
    try:
        head = _object(line, HEAD)
        if head["schema"] != SCHEMA:
            raise ValueError(f"it is of schema {head['schema']!r}, and this memento reads {SCHEMA}")
        probe, many = _row(head["probe"], head["dims"]), head["dims"] * len(REFERENCES)
        references = head.get("references")
        rows = _row(references, many) if references else b""
        return {**head, "probe": probe, "references": rows}
    except ValueError as problem:
        hint = "`memento store vectors export` writes one"
        raise BadData(
            f"{name}, line {number}", [f"no export of vectors: {problem}"], hint
        ) from None


def _space(vectors: VectorIndex, embedder: Embedder, head: Mapping[str, Any], name: str) -> Space:
    """The space of an export, made if there is none yet; Conflict if the settings mean another."""
    there = vectors.space(embedder.settings_key)
    dims = there.dims if there else embedder.settings.dims or head["dims"]
    here = {**_shared(embedder), "dims": dims}
    others = [f"{key} is {head[key]!r}, here {value!r}" for key, value in here.items()
              if head[key] != value]  # fmt: skip
    if not others and there and not is_same_model(head["probe"], there.probe):
        others = ["the model has this name, and answers otherwise"]
    if others:
        raise Conflict(f"{name} has vectors of another space: {'; '.join(others)}", HINT)
    return there or vectors.make_space(
        embedder.settings_key, head["probe"], embedder.settings.model
    )


def _shared(embedder: Embedder) -> dict[str, str]:
    return {key: getattr(embedder.settings, key) for key in SHARED}


def _vector(line: bytes, dims: int) -> tuple[bytes, bytes]:
    """The key and the row of a line; ValueError if it is no vector of so many dimensions."""
    value = _object(line, ("text", "row"))
    try:
        key = bytes.fromhex(value["text"])
    except (TypeError, ValueError):
        key = b""
    if len(key) != KEY_BYTES:
        raise ValueError(f"its text is no hash of {2 * KEY_BYTES} hexadecimal digits")
    return key, _row(value["row"], dims)


def _object(line: bytes, names: Collection[str]) -> Mapping[str, Any]:
    """The object of a line, which has these names; ValueError if it is none."""
    try:
        value = loaded(line)
    except ValueError:  # the words of the reader of JSON know no more of it
        value = None
    if not isinstance(value, dict) or not value.keys() >= {*names}:
        raise ValueError(f"it is no JSON object with {', '.join(names)}")
    return value


def _row(text: object, dims: object) -> bytes:
    """A row from base64; ValueError if it has not so many dimensions, or is all zeros."""
    try:
        row = a2b_base64(text, strict_mode=True) if isinstance(text, str) else b""
    except ValueError:
        row = b""
    if not row:
        raise ValueError("its row is not base64")
    if len(row) != dims or not any(row):
        raise ValueError(f"its row has not {dims} dimensions" if any(row) else "its row is zero")
    return row


def _text(row: bytes) -> str:
    return b2a_base64(row, newline=False).decode()
