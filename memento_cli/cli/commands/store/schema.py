"""memento store schema"""

from __future__ import annotations

from memento_cli.cli.command_line.options import one_of
from memento_cli.store.records.schema import KINDS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call


def schema(
    call: Call,
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="Which file's: " + ", ".join(KINDS) + ".")
    ] = KINDS[0],
) -> None:
    """Print the JSON Schema (2020-12) of a kind of file, or of a journal line."""
    import json

    from memento_cli.store.records.schema import schema_of

    schema = schema_of(one_of(kind, KINDS, "the kind"))
    indent = None if call.out.format == "ndjson" else 2
    call.out.say(json.dumps(schema, indent=indent, ensure_ascii=False))
