"""memento open: a browser in the terminal, or a page on this machine."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

from memento_cli.cli.output.out import can_ask
from memento_cli.errors import Failed, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.store.directory.store import Store
    from memento_cli.tui.store_access import Host

INSTALL = "pip install 'memento-keep[tui]', or '.[tui]' in a clone; --web needs nothing more"
LAST_PORT = 65535
DUMB = "dumb"
"""The TERM of what shows text line by line, such as a shell in an editor."""


def open_(
    call: Call,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORDS]...", help="What to look for first.")
    ] = None,
    web: Annotated[
        bool, typer.Option("--web", help="A page in your browser, from this machine alone.")
    ] = False,
    write: Annotated[
        bool, typer.Option("--write", help="With --web: the page may change things, too.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", min=1, max=LAST_PORT, metavar="N", help="With --web; else any that is free."
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="With --web: only print the link.")
    ] = False,
) -> None:
    """Browse the store: find while you type, look, edit, pin, forget, undo; ? shows the keys.

    In the terminal it needs the extra `tui`: pip install 'memento-keep[tui]', or '.[tui]' in a
    clone. With --web it needs nothing more: a page that only its link opens, on this machine.
    """
    if web:
        from memento_cli.cli.commands.browse.page import serve

        serve(call, " ".join(words or ()), port or 0, write=write, browser=not no_browser)
        return
    for name in ("write", "port", "no_browser"):
        if name in call.given:
            raise Usage(f"{call.given[name]} goes with --web")
    if find_spec("textual") is None:
        raise Failed("textual, which draws it, is not installed", INSTALL)
    if not (call.out.terminal and can_ask()):
        raise Usage("this draws on a terminal, and there is none", "`memento list` prints")
    if os.environ.get("TERM") == DUMB:
        raise Usage("this draws on a terminal, and TERM=dumb says it is none", "`memento list`")
    _ = call.store  # what is wrong with it is told before the screen is taken
    from memento_cli.tui.app import run

    run(_host(call), " ".join(words or ()))


def _host(call: Call) -> Host:
    """What the browser is given."""
    from memento_cli.actions.browse.acts import Hand
    from memento_cli.cli.input.editor import edited_text
    from memento_cli.cli.input.unsaved import let_go, told
    from memento_cli.pictures.canvas import look_for
    from memento_cli.tui.store_access import Host

    editor = call.out.preference("editor")
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"

    def done(store: Store) -> None:  # all is committed together when somebody leaves
        let_go()
        store.changed[:0] = call.store.changed
        vars(call)["store"] = store

    return Host(
        call.opened_anew,
        call.moving_now,
        call.zone,
        lambda text, suffix: edited_text(text, suffix, editor),
        told,
        done,
        Hand(call.by, call.agent),
        look_for(0, encoding, os.environ.get("TERM", "")).plain,
        (*call.typed, "export"),
    )
