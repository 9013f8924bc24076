"""The file of a block, `blocks/NAME.toml`: its name, whose it is, and its content."""

from __future__ import annotations

from memento_cli.core.facts.blocks import Block, block_id
from memento_cli.core.fields.field import Field
from memento_cli.store.records.codec import RecordType
from memento_cli.store.records.memory_fields import TRUST_FIELD

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


FIELDS = (
    Field("block.name", "text", "Its name; one block for each name and persona.", required=True),
    Field("block.persona", "text", "Whose it is: ctx://person/herta; absent: of nobody."),
    Field("block.content", "text", "What it says; always in the context, whole.", required=True),
    Field("block.description", "text", "What it is for.", ""),
    Field("block.updated", "moment", "When it was written last.", required=True),
    TRUST_FIELD._replace(path="block.trust"),
)


def _id(table: Mapping[str, Any]) -> str:
    return block_id(table["name"], table.get("persona") or None)


BLOCK = RecordType(
    "block", "block", "A block: blocks/<name>.toml", Block, FIELDS,
    id_of=_id, key="block.name", people=("persona",),
)  # fmt: skip
