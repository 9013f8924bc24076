"""memento store bench"""

from __future__ import annotations

import os

from memento_cli import __version__
from memento_cli.cli.output.out import standard_output
from memento_cli.errors import Ended

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call

PARTS = ("pyproject.toml", os.path.join("tests", "bench", "__main__.py"))
"""The files by which a checkout is known."""
MODULE = "tests.bench"
RUN = (
    "import runpy, sys; sys.path.insert(0, sys.argv.pop(1));"
    f" runpy.run_module('{MODULE}', run_name='__main__', alter_sys=True)"
)
"""Python that runs the bench of a checkout where it is typed, for the files that it names; it is
started with `-P`, so that no module there is taken for one of ours."""
FETCH = (
    f"pip download --no-deps --no-binary :all: memento-keep=={__version__}"
    f" && tar xf memento_keep-{__version__}.tar.gz && cd memento_keep-{__version__}"
    f" && python -m {MODULE}"
)
"""The command that fetches the bench with the source, and runs it."""


def bench(
    call: Call,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[-- OPTION]...", help="Options of the bench: -- --only recall."),
    ] = None,
) -> None:
    """Measure memento beside its goals, in a checkout; it takes some minutes, and touches no
    memories of yours. The bench is no part of an installed memento: there it is told how to get it.
    """
    import memento_cli

    checkout = os.path.dirname(os.path.dirname(os.path.abspath(memento_cli.__file__)))
    if not all(os.path.isfile(os.path.join(checkout, part)) for part in PARTS):
        text = f"The bench is in the source of memento; this fetches and runs it:\n{FETCH}"
        call.out.value({"command": FETCH}, text)
        return
    import subprocess
    import sys

    out = call.out
    passed = [
        *(["--format", out.format] if out.format else []),
        *(["--quiet"] if out.quiet else []),
    ]
    passed += ["--fields", ",".join(out.fields)] if out.fields else []
    passed += ["--now", call.now_text] if call.now_text else []
    command = [sys.executable, "-P", "-c", RUN, checkout, *passed, *(words or ())]
    standard_output().flush()
    raise Ended(subprocess.run(command, check=False).returncode)
