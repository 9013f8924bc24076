"""Spaces: what vectors can be compared in."""

from __future__ import annotations

from memento_cli.core.vectors.calibration import Calibration
from memento_cli.core.vectors.quantized import components, cosine
from memento_cli.index.database.sqlite import DatabaseError
from memento_cli.index.vectors.rows import is_name
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memento_cli.index.database.sqlite import Connection

SAME_MODEL = 0.99
"""The least cosine of the probe's vectors that one model gives: machines round differently, and
another model says something else."""
SPACE = (
    "SELECT key, settings, probe, dims, model, file, mean, spread, agreement, reference_rows"
    " FROM space"
)
NUMBER, BYTES = (float, type(None)), (bytes, type(None))
TYPES: tuple[type | tuple[type, ...], ...] = (
    int,
    bytes,
    bytes,
    int,
    str,
    str,
    NUMBER,
    NUMBER,
    NUMBER,
    BYTES,
)
"""What the columns of a space have in them."""
NEWEST_FIRST = f"{SPACE} WHERE settings = ? ORDER BY turn DESC"


class Space(NamedTuple):
    """What vectors can be compared in: those of one provider, model and way of asking it.

    `settings` is the hash of these, `probe` the row of the probe's text. The rest is the
    `calibration`, None until `calibrate` has stored it.
    """

    key: int
    settings: bytes
    probe: bytes
    dims: int
    model: str
    file: str
    mean: float | None
    spread: float | None
    agreement: float | None
    reference_rows: bytes | None

    @property
    def calibration(self) -> Calibration:
        """What is known of the space; nothing, if it was not measured."""
        return Calibration(
            self.mean or 0.0, self.spread or 0.0, self.agreement, self.reference_rows or b""
        )


def all_spaces(database: Connection) -> list[Space]:
    """The spaces of a store, in the order in which they were made."""
    return [_space(row) for row in database.execute(f"{SPACE} ORDER BY key")]


def spaces_of(database: Connection, settings: bytes) -> list[Space]:
    """The spaces of these settings, the newest first."""
    return [_space(row) for row in database.execute(NEWEST_FIRST, (settings,))]


def is_same_model(probe: bytes, other: bytes) -> bool:
    """Whether two rows of the probe's text come of one model."""
    return cosine(components(probe), components(other)) >= SAME_MODEL


def _space(row: Sequence[Any]) -> Space:
    """The space of a row of the table; DatabaseError if there can be none like it: its numbers say
    which bytes of which file are read, and written over."""
    if all(isinstance(value, kind) for value, kind in zip(row, TYPES, strict=True)):
        space = Space(*row)
        references = space.reference_rows or b""
        is_whole = 0 < space.dims == len(space.probe) and len(references) % space.dims == 0
        if is_whole and is_name(space.file):
            return space
    raise DatabaseError("a space that cannot be")
