"""Fields of typed files: each declared once, with its type, range and documentation.

The check of a file (`core/fields/checks.py`), its JSON Schema, the comments in `memento.toml` and
the manual are made from them.
"""

from __future__ import annotations

from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import cache

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any, Literal

    Kind = Literal[
        "text", "texts", "number", "whole", "flag", "scalar", "moment", "span", "choice", "table",
        "tables", "any",
    ]  # fmt: skip


class Field(NamedTuple):
    """One key. `written` ones are in a new file even with their default value.

    `option` is the option of `record` that sets it; without one, `--set` does. `aliases` are its
    keys in the formats of other programs.
    """

    path: str
    kind: Kind
    doc: str
    default: Any = None
    required: bool = False
    written: bool = False
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    above: float | None = None
    of: tuple[Field, ...] = ()
    option: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The path, part by part."""
        return _parts(self.path)


@cache
def _parts(path: str) -> tuple[str, ...]:
    return tuple(path.split("."))
