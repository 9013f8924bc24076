"""How what holds beside memories stands in its file: the codec of each folder.

Each is imported where it is used: most commands are about memories alone.
"""

from __future__ import annotations

from datetime import tzinfo
from typing import Any

from memento_cli.core.held import BLOCKS, GRAPH, KV
from memento_cli.store.collection import Codec


def codec_of(folder: str, zone: tzinfo) -> Codec[Any]:
    """The codec of the files in one of these folders."""
    if folder == BLOCKS:
        from memento_cli.store.block_file import BlockCodec

        return BlockCodec(zone)
    if folder == KV:
        from memento_cli.store.hard_fact_file import HardFactCodec

        return HardFactCodec(zone)
    if folder == GRAPH:
        from memento_cli.store.entity_file import EntityCodec

        return EntityCodec(zone)
    from memento_cli.store.state_file import StateCodec

    return StateCodec(zone)
