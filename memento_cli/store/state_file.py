"""The files in `states/`: each is the facts of a subject, a state, or a preference.

Which, the one table tells that it has at its root.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Any

from memento_cli.core.fields import Field
from memento_cli.core.preferences import Preference
from memento_cli.core.states import State
from memento_cli.core.timeline import Facts
from memento_cli.errors import BadData
from memento_cli.store.facts_file import FactsCodec
from memento_cli.store.preference_file import PreferenceCodec
from memento_cli.store.state_row_file import StateRowCodec

Held = Facts | State | Preference


class StateCodec:
    """How a value in `states/` stands in its file, whichever of the three it is."""

    noun = "state"
    fields: Sequence[Field] = ()

    def __init__(self, zone: tzinfo) -> None:
        self._by_root: dict[str, Any] = {
            "facts": FactsCodec(zone),
            "state": StateRowCodec(zone),
            "preference": PreferenceCodec(zone),
        }
        self._by_type = {Facts: "facts", State: "state", Preference: "preference"}

    def value(self, id: str, data: Mapping[str, Any]) -> Held:
        """The value that a document says, or BadData with all its problems."""
        roots = [root for root in self._by_root if isinstance(data.get(root), dict)]
        if len(roots) != 1:
            said = ", ".join(f"[{root}]" for root in self._by_root)
            raise BadData(id, [f"has not one of {said}"])
        value: Held = self._by_root[roots[0]].value(id, data)
        return value

    def laid_out(self, id: str, text: str) -> Held | None:
        """Nothing: these are few, and read as any TOML."""
        return None

    def data(self, value: Held) -> dict[str, Any]:
        """The document of a value, nested, in the order of its format."""
        codec: Any = self._by_root[self._by_type[type(value)]]
        data: dict[str, Any] = codec.data(value)
        return data
