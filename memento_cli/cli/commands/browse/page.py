"""The page of `memento open --web`: a server of it on this machine, until Ctrl-C."""

from __future__ import annotations

import os
import sys

from memento_cli.cli.output.out import can_ask
from memento_cli.cli.output.values import safe
from memento_cli.errors import Failed
from memento_cli.interrupts import leave_at_any_signal

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.cli.call import Call
    from memento_cli.store.directory.store import Store
    from memento_cli.web.looking import Looking

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
"""What says, on a Unix that is no Mac, that there is a screen for a browser's window."""


def serve(call: Call, question: str, port: int, *, write: bool, browser: bool) -> None:
    """Serve the page until Ctrl-C; the link is what is printed, and shows first what a question
    finds."""
    from urllib.parse import urlencode

    from memento_cli.actions.browse.acts import Hand
    from memento_cli.store.directory.folders import warning_once
    from memento_cli.web.looking import Looking
    from memento_cli.web.server import Server, new_site

    warn = warning_once(call.out.warn)
    hand = Hand(call.by, call.agent) if write else None
    if write:
        call.check_writable()

    def look(asked: Mapping[str, str]) -> Looking:
        return Looking(call.opened_anew(warn), call.moving_now(), call.zone, asked, hand)

    def done(store: Store) -> str:
        vars(call)["store"] = store  # which what follows an act is about
        return call.commit()

    try:
        site = new_site(look, call.store.root, call.out.warn, done, _command(call))
        server = Server(site, port)
    except OSError as problem:
        raise Failed(f"port {port} cannot be had: {problem.strerror}", "name another") from None
    _read(call)
    place = f"#{urlencode({'q': question})}" if question else ""
    link = server.link + place
    call.out.value({"link": link}, link)
    sys.stdout.flush()
    what = "look and change" if write else "only look; --write lets it change things"
    call.out.note(safe(f"A page of {call.store.root}, to {what}. Ctrl-C ends it"))
    if browser and can_ask():
        _show(server.link_for_once() + place)
    leave_at_any_signal(server.finish_act)
    server.serve_forever()


def _command(call: Call) -> str:
    """How it was started, for who has to start it again."""
    from shlex import join

    port = ["--port", str(call.params["port"])] if call.params.get("port") else []
    write = ["--write"] if call.params.get("write") else []
    return join([*call.typed, "open", "--web", *write, *port])


def _read(call: Call) -> None:
    """Bring the index up to date, which takes a large store a minute once, before a page waits for
    it."""
    from memento_cli.actions.recall.index_session import open_index

    total = len(call.store.memories.ids())
    with (
        call.out.progress("reading the memories", total) as tick,
        open_index(call.store, call.now, tick=tick),
    ):
        pass


def _show(link_for_once: str) -> None:
    """Open the page in the person's browser, if there is a screen for it. A process's arguments are
    no secret on a machine of several users, so the link that the browser is given opens once."""
    import webbrowser

    is_unix = sys.platform not in ("win32", "darwin")
    if not is_unix or any(map(os.environ.get, SCREENS)):
        webbrowser.open(link_for_once)
