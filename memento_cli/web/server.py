"""The page's server: on this machine alone, for who has its link, and read-only unless let.

It listens on loopback. A link with a token opens the page, which keeps it and sends it with all
that it asks for. It is no cookie, as browsers send those to every port of a machine, whoever serves
there; nor can another site send it. The server answers only under its own name, so that no other
name which leads here reads it (DNS rebinding).
"""

from __future__ import annotations

import os
import sys
from hmac import compare_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_urlsafe
from socketserver import TCPServer
from threading import Lock
from urllib.parse import parse_qsl, urlsplit

from memento_cli.core.text.strict_json import dumped, loaded
from memento_cli.errors import MementoError
from memento_cli.named_tuple import NamedTuple
from memento_cli.web.acts import act
from memento_cli.web.documents import document
from memento_cli.web.frozen import frozen_store
from memento_cli.web.looking import plain
from memento_cli.web.page import frozen_json, live_page

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any
    from urllib.parse import SplitResult

    from memento_cli.store.directory.store import Store
    from memento_cli.web.looking import Looking

LOOPBACK = "127.0.0.1"
NAMES = (LOOPBACK, "localhost")
TOKEN_BYTES = 32
MOST_BYTES = 1 << 20
"""The most that one act may send."""
IDLE_SECONDS = 60
LEAVING_SECONDS = 1.5
WAITING = 128
"""So many connections may wait to be taken, as when a browser restores many tabs."""
HTML, JSON = "text/html; charset=utf-8", "application/json; charset=utf-8"
OWN = "X-Memento"
"""The header in which the page's own script sends the token: no form or picture can."""
SECRET = ('<script type="application/json" id="secret">', "</script>")
"""What stands, in the page of who came by the link, around the token and the `command` that serves
it."""
COMMAND = "memento open --web"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
TOLD = "`memento doctor` looks for what is broken"
STATUS = {2: 400, 3: 404, 4: 409, 5: 503, 6: 403}
"""The status of an answer for the exit code that the command line would have."""


class Site(NamedTuple):
    """What is served: how a look at the store begins, with the arguments of a request; its folder,
    which no answer names; the secrets of who may look, always and `once`; who is told of our
    mistakes, and of a store when an act is `done`, and answers what is to be said of that; and the
    `command` that serves it again."""

    look: Callable[[Mapping[str, str]], Looking]
    root: str
    token: str
    once: set[str]
    warn: Callable[[str], object]
    done: Callable[[Store], str]
    command: str

    def own(self, text: str) -> str:
        """A text in which a path of the store begins at the store, and a command is about it."""
        text = text.replace(f" {self.root}`", "`").replace(self.root + os.sep, "")
        return text.replace(self.root, "the store")


def new_site(
    look: Callable[[Mapping[str, str]], Looking],
    root: str,
    warn: Callable[[str], object] = lambda text: None,
    done: Callable[[Store], str] = lambda store: "",
    command: str = COMMAND,
) -> Site:
    """A site with a token that nobody can guess."""
    return Site(look, root, token_urlsafe(TOKEN_BYTES), set(), warn, done, command)


class Server(ThreadingHTTPServer):
    """A server of one site on a port of loopback; 0 is any that is free.

    The port is its own: where `allow_reuse_port` is set, as newer Pythons do, or on Windows
    `allow_reuse_address`, another server could take it, too, and get what is meant for this one.
    """

    daemon_threads = True
    allow_reuse_address = os.name != "nt"
    allow_reuse_port = False
    request_queue_size = WAITING

    def __init__(self, site: Site, port: int = 0) -> None:
        self.site = site
        self.acting = Lock()
        self.is_leaving = False
        super().__init__((LOOPBACK, port), Handler)

    def server_bind(self) -> None:
        """Take the port, and ask nobody what this machine is called, as the base class does."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = LOOPBACK, self.port

    def finish_act(self) -> None:
        """Let no act begin any more; what one writes now is written, in LEAVING_SECONDS."""
        self.is_leaving = True
        self.acting.acquire(timeout=LEAVING_SECONDS)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self.server_address[1])

    @property
    def link(self) -> str:
        """The address that opens the page, with the token."""
        return self._link(self.site.token)

    def link_for_once(self) -> str:
        """An address that opens the page one time."""
        secret = token_urlsafe(TOKEN_BYTES)
        self.site.once.add(secret)
        return self._link(secret)

    def _link(self, secret: str) -> str:
        return f"http://{LOOPBACK}:{self.port}/?token={secret}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Warn of what went wrong; a reader that went away is no problem of ours."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            from traceback import format_exc

            self.site.warn(format_exc())


class Refusal(Exception):
    """An answer that is no document: its status, and what to tell."""

    def __init__(self, status: int, problem: str, hint: str = "") -> None:
        super().__init__(problem)
        self.status, self.problem, self.hint = status, problem, hint


class Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "memento", ""
    timeout = IDLE_SECONDS

    def do_GET(self) -> None:
        """Answer the page, a document, or the page with all documents in it."""
        self._answering(self._get)

    def do_HEAD(self) -> None:
        """As a GET, without the body."""
        self._answering(self._get)

    def do_POST(self) -> None:
        """Do an act."""
        self._answering(self._post)

    def _answering(self, answer: Callable[[], None]) -> None:
        """Let one of the above answer; tell what it refuses, and what went wrong, as JSON.

        A connection ends with a request that has a body, so that no body is ever taken for the
        next request, whoever answered without reading it.
        """
        if self._lengths or "Transfer-Encoding" in self.headers:
            self.close_connection = True
        try:
            self._check_name()
            answer()
        except Refusal as refusal:
            self._refuse(refusal.status, refusal.problem, refusal.hint)
        except MementoError as problem:
            self._refuse(STATUS.get(problem.code, 500), problem.message, problem.hint)
        except (TimeoutError, ConnectionError):
            self.close_connection = True
        except OSError as problem:
            self._refuse(500, problem.strerror or str(problem), TOLD)
        except Exception as problem:
            self.close_connection = True
            self._refuse(500, f"memento made a mistake: {type(problem).__name__}", TOLD)
            raise

    def _get(self) -> None:
        url = self._address()
        asked = dict(parse_qsl(url.query, keep_blank_values=True))
        if url.path == "/":
            self._send_page(knows=self._opens(asked.get("token", "")))
            return
        self._check_token()
        if url.path == "/export.html":
            parts = frozen_store(self.server.site.look({}))
            name = 'attachment; filename="memories.html"'
            self._send(200, HTML, "".join(parts), {"Content-Disposition": name})
        elif url.path.startswith("/api/"):
            name = url.path.removeprefix("/api/")
            self._send(200, JSON, document(self.server.site.look(asked), name))
        else:
            raise Refusal(404, f"there is nothing at {url.path}")

    def _post(self) -> None:
        body = self._body()
        self._check_token()
        if self._address().path != "/api/act":
            raise Refusal(404, f"there is nothing at {self.path}")
        try:
            given = loaded(body)
        except ValueError as problem:
            raise Refusal(400, f"not JSON: {problem}") from None
        if not isinstance(given, dict):
            raise Refusal(400, "an act is a JSON object")
        with self.server.acting:  # one act, and what follows it, after the other
            if self.server.is_leaving:
                raise Refusal(503, "memento is ending")
            looking = self.server.site.look({})
            outcome = act(looking, given)
            told = self.server.site.done(looking.store)
        if told:
            outcome["text"] += f" ({self.server.site.own(told)})"
        self._send(200, JSON, dumped(plain(outcome)))

    def _address(self) -> SplitResult:
        """The path and the query that are asked for; Refusal for what is no path of ours."""
        if not self.path.startswith("/"):
            raise Refusal(400, "a path begins with /")
        return urlsplit(self.path)

    @property
    def _lengths(self) -> list[str]:
        return self.headers.get_all("Content-Length", [])

    def _body(self) -> bytes:
        """What was sent; Refusal unless its length is told once, in digits, and is not too much."""
        if "Transfer-Encoding" in self.headers or len(self._lengths) != 1:
            raise Refusal(411, "an act is sent with its length")
        [length] = self._lengths
        if not length.isdecimal() or len(length) > len(str(MOST_BYTES)) or int(length) > MOST_BYTES:
            raise Refusal(413, f"an act is at most {MOST_BYTES >> 20} MB")
        return self.rfile.read(int(length))

    def _check_name(self) -> None:
        host = self.headers.get("Host", "")
        if host not in {f"{name}:{self.server.port}" for name in NAMES}:
            raise Refusal(421, "this server has another name")

    def _check_token(self) -> None:
        if not self._is_token(self.headers.get(OWN, "")):
            hint = f"open the link that `{COMMAND}` printed when it was started"
            raise Refusal(403, "this page needs its whole link", hint)

    def _opens(self, secret: str) -> bool:
        """Whether a secret opens the page; one that does so once is spent."""
        if self._is_token(secret):
            return True
        spent = secret in self.server.site.once
        self.server.site.once.discard(secret)
        return spent

    def _is_token(self, text: str) -> bool:
        return compare_digest(text.encode(), self.server.site.token.encode())

    def _send_page(self, *, knows: bool) -> None:
        """The page, which says nothing of the store; with the token for who `knows` the link."""
        page = live_page()
        policy = {"Content-Security-Policy": f"{page.policy}; frame-ancestors 'none'"}
        site = self.server.site
        told = frozen_json(dumped({"token": site.token, "command": site.command}))
        secret = told.join(SECRET) if knows else ""
        self._send(200, HTML, page.head + secret + page.tail, policy)

    def _refuse(self, status: int, problem: str, hint: str) -> None:
        own = self.server.site.own
        value: dict[str, Any] = {"error": own(problem), "hint": own(hint)}
        self._send(status, JSON, dumped(plain(value)))

    def _send(self, status: int, kind: str, text: str, headers: Mapping[str, str] = {}) -> None:
        data = text.encode(errors="backslashreplace")
        self.send_response(HTTPStatus(status))
        for name, value in {**HEADERS, **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged: what is asked for says what memories say."""
