"""The vector files: where they are, and what is in them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

VARIABLE = "MEMENTO_VECTORS"
BESIDE = Path(__file__).resolve().parents[2] / ".." / "shared" / "vectors"
FORMAT = 1
TOLERANCE = 1e-9


class Vector(NamedTuple):
    """One promise: what goes into an op, and what must come out."""

    id: str
    op: str
    inputs: Mapping[str, Any]
    expected: Any
    tolerance: float
    fixtures: Mapping[str, Any]


def folder() -> Path:
    """The folder that $MEMENTO_VECTORS names, or the one beside the project."""
    return Path(os.environ.get(VARIABLE) or BESIDE)


def absent() -> str:
    """Why there is nothing to run; empty when there is."""
    place = folder()
    return "" if any(place.glob("*.json")) else f"no vectors in {place} (${VARIABLE} names another)"


def systems() -> dict[str, list[Vector]]:
    """The vectors of each system, in the order of the files' names."""
    found: dict[str, list[Vector]] = {}
    for path in sorted(folder().glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        if document["format"] != FORMAT:
            raise SystemExit(f"{path}: format {document['format']}; this runner reads {FORMAT}")
        found.setdefault(document["system"], []).extend(_vectors(document))
    return found


def _vectors(document: Mapping[str, Any]) -> list[Vector]:
    usual = document.get("default_tol", TOLERANCE)
    fixtures = document.get("fixtures", {})
    return [
        Vector(raw["id"], raw["op"], raw["in"], raw["out"], raw.get("tol", usual), fixtures)
        for raw in document["vectors"]
    ]
