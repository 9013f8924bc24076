"""How near a text is to the references: sentences of no store, embedded once for each space."""

from __future__ import annotations

from memento_cli.core.vectors.quantized import components, signed_cosine


def cosines_with_references(row: bytes, references: bytes) -> list[float]:
    """The cosines of a text, which has this row, with the references, whose rows stand one after
    the other; [] without references."""
    own, size = components(row), len(row)
    each = (references[start : start + size] for start in range(0, len(references), size))
    return [signed_cosine(own, components(one)) for one in each]
