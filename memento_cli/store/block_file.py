"""The file of a block: `[block]`, with its name, whose it is, and its content."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any

from memento_cli.core.blocks import Block, block_id
from memento_cli.core.fields import Field, checker
from memento_cli.core.refs import stored_ref
from memento_cli.core.trust import told
from memento_cli.core.when import iso
from memento_cli.errors import BadData
from memento_cli.store.memory_fields import TRUST_FIELD

FIELDS = (
    Field("block.name", "text", "Its name; one block for each name and persona.", required=True),
    Field("block.persona", "text", "Whose it is: ctx://person/herta; absent: of nobody."),
    Field("block.content", "text", "What it says; always in the context, whole.", required=True),
    Field("block.description", "text", "What it is for.", ""),
    Field("block.updated", "moment", "When it was written last.", required=True),
    TRUST_FIELD._replace(path="block.trust"),
)
CHECK = checker(FIELDS)


class BlockCodec:
    """How a block stands in its file."""

    noun = "block"
    fields = FIELDS

    def __init__(self, zone: tzinfo) -> None:
        self.zone = zone

    def value(self, id: str, data: Mapping[str, Any]) -> Block:
        """The block that a document says, or BadData with all its problems."""
        said, problems = CHECK(data, self.zone)
        if problems:
            raise BadData(id, problems)
        values = {field.keys[-1]: said[field.path] for field in FIELDS}
        persona = values["persona"]
        block = Block(**values | {"persona": stored_ref(persona) if persona else None})
        own = block_id(block.name, block.persona)
        if own != id:
            raise BadData(id, [f"block.name: the file of that block is {own}.toml"])
        return block

    def laid_out(self, id: str, text: str) -> Block | None:
        """Nothing: these are few, and read as any TOML."""
        return None

    def data(self, block: Block) -> dict[str, Any]:
        """The document of a block, nested, in the order of the format."""
        values = block._asdict() | {"updated": iso(block.updated), "trust": told(block.trust)}
        keys = (field.keys[-1] for field in FIELDS)
        return {"block": {key: values[key] for key in keys if values[key]}}
