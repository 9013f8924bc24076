"""The file of a block, `blocks/NAME.toml`: its name, whose it is, and its content."""

from __future__ import annotations

from memento_cli.core.facts.blocks import Block, block_id
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.refs import stored_ref
from memento_cli.store.records.codec import RecordType, by_path, under
from memento_cli.store.records.memory_fields import TRUST_FIELD

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from memento_cli.store.records.codec import Source


FIELDS = (
    Field("block.name", "text", "Its name; one block for each name and persona.", required=True),
    Field("block.persona", "text", "Whose it is: ctx://person/herta; absent: of nobody."),
    Field("block.content", "text", "What it says; always in the context, whole.", required=True),
    Field("block.description", "text", "What it is for.", ""),
    Field("block.updated", "moment", "When it was written last.", required=True),
    TRUST_FIELD._replace(path="block.trust"),
)


def _block(source: Source) -> Block:
    keys = under("block", source.values)
    return Block(**keys | {"persona": stored_ref(keys["persona"]) if keys["persona"] else None})


def _values(block: Block) -> dict[str, Any]:
    return by_path("block", block._replace(persona=block.persona or None))


def _id(table: Mapping[str, Any]) -> str:
    persona = table.get("persona")
    return block_id(table["name"], stored_ref(persona) if persona else None)


BLOCK = RecordType(
    "block", "block", "A block: blocks/<name>.toml", Block, FIELDS, _block, _values, _id,
    key="block.name",
)  # fmt: skip
