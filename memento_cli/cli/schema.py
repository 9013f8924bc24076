"""memento schema"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.cli.call import of
from memento_cli.cli.options import one_of
from memento_cli.store.schema import KINDS


def schema(
    ctx: typer.Context,
    kind: Annotated[
        str, typer.Argument(metavar="|".join(KINDS), help="Which file's schema.")
    ] = KINDS[0],
) -> None:
    """Print the JSON Schema (2020-12) of a kind of file, or of a journal line."""
    import json

    from memento_cli.store.schema import schema_of

    call = of(ctx)
    schema = schema_of(one_of(kind, KINDS, "the kind"))
    indent = None if call.out.format == "ndjson" else 2
    call.out.say(json.dumps(schema, indent=indent, ensure_ascii=False))
