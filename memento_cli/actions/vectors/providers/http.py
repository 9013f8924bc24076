"""One request to a server: within a time, up to a size, to this server and no other.

Nothing is followed, neither a redirect nor, for this machine, a proxy. The whole of a call, from
looking the host up to the last byte, takes at most its time, however slowly a server answers.
"""

from __future__ import annotations

import ssl
import threading
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from socket import SHUT_RDWR

from memento_cli.actions.vectors.providers.address import is_loopback
from memento_cli.errors import Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import suppress
from memento_cli.store.settings.programs import first_line

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from http.client import HTTPMessage
    from typing import Any

    from memento_cli.actions.vectors.providers.address import Address

OK = 200
LONGEST_COMPLAINT = 2**16


class Unreachable(Failed):
    """No answer came. `is_late`: in the time that it had; `may_pass`: it may come another time."""

    def __init__(self, message: str, *, is_late: bool = False, may_pass: bool = False) -> None:
        super().__init__(message)
        self.is_late, self.may_pass = is_late, may_pass or is_late


class Response(NamedTuple):
    """What a server answered."""

    status: int
    headers: HTTPMessage
    body: bytes


class _Call(threading.Thread):
    """A request in a thread of its own: a look-up of a host's name cannot be ended otherwise."""

    def __init__(self, connection: HTTPConnection, must_be_here: bool, most: int, *request: Any):
        super().__init__(daemon=True)
        self.connection, self.must_be_here, self.most = connection, must_be_here, most
        self.request = request
        self.response: Response | None = None
        self.problem: Exception | None = None

    def run(self) -> None:
        """Make the request; keep the answer, or why there is none."""
        try:
            self.response = self._exchanged()
        except Exception as problem:
            self.problem = problem
        finally:
            self.connection.close()

    def _exchanged(self) -> Response:
        self.connection.connect()
        if self.must_be_here and not is_loopback(self.connection.sock.getpeername()[0]):
            raise Unreachable("its name leads to another machine")
        self.connection.request(*self.request)
        answer = self.connection.getresponse()
        most = self.most if answer.status == OK else LONGEST_COMPLAINT
        body = answer.read(most + 1)
        if len(body) > most and answer.status == OK:
            raise Unreachable(f"its answer is longer than {most >> 20} MB")
        if answer.status == OK and answer.length:
            raise Unreachable("it stopped in the middle of its answer", may_pass=True)
        return Response(answer.status, answer.headers, body)

    def stop(self) -> None:
        """Let what waits for the server fail, so that the thread ends."""
        with suppress(AttributeError, OSError):  # it is not connected yet, or not any more
            self.connection.sock.shutdown(SHUT_RDWR)


def post(
    address: Address, name: str, body: bytes, headers: Mapping[str, str], seconds: float, most: int
) -> Response:
    """The answer to a POST of JSON to what is `name` below an address; Unreachable without one.

    An answer is at most `most` bytes long, a complaint is cut.
    """
    try:
        connection = _connection(address, seconds)
    except OSError as problem:  # of the certificates
        raise _why(problem) from None
    except ValueError:
        raise Unreachable("the proxy that the environment names is no address") from None
    headers = {"Content-Type": "application/json", "Accept": "application/json", **headers}
    call = _Call(connection, address.is_loopback, most, "POST", address.below(name), body, headers)
    call.start()
    call.join(seconds)
    if call.is_alive():
        call.stop()
        raise Unreachable("it took too long", is_late=True)
    if call.response is None:
        raise _why(call.problem) from None
    return call.response


def _why(problem: Exception | None) -> Unreachable:
    """Why there is no answer."""
    if isinstance(problem, Unreachable):
        return problem
    if isinstance(problem, TimeoutError):
        return Unreachable("it took too long", is_late=True)
    if isinstance(problem, ssl.SSLCertVerificationError):
        return Unreachable(f"its certificate is not to be trusted: {problem.verify_message}")
    if isinstance(problem, ConnectionRefusedError):
        return Unreachable("nothing answers there: is the server running?")
    if isinstance(problem, UnicodeError):
        return Unreachable("the name of its host, or of the proxy, is none")
    if isinstance(problem, HTTPException | ConnectionError | ValueError):
        return Unreachable("it closed the connection, or speaks no HTTP", may_pass=True)
    if isinstance(problem, OSError):
        return Unreachable(problem.strerror or first_line(str(problem)) or type(problem).__name__)
    return Unreachable(f"no request can be made of it ({type(problem).__name__})")


def _connection(address: Address, seconds: float) -> HTTPConnection:
    """A connection, not yet made, to a server or to the proxy of another machine's."""
    if address.scheme == "http":
        return HTTPConnection(address.host, address.port, timeout=seconds)
    context = ssl.create_default_context()
    proxy = "" if address.is_loopback else _proxy(address.host)
    if not proxy:
        return HTTPSConnection(address.host, address.port, timeout=seconds, context=context)
    from urllib.parse import urlsplit

    parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
    connection = HTTPSConnection(
        parts.hostname or "", parts.port or 80, timeout=seconds, context=context
    )
    connection.set_tunnel(
        address.host, address.port, _proxy_headers(parts.username, parts.password)
    )
    return connection


def _proxy(host: str) -> str:
    """The proxy that the environment names for a host; empty for none."""
    from urllib.request import getproxies, proxy_bypass

    return "" if proxy_bypass(host) else getproxies().get("https", "")


def _proxy_headers(user: str | None, password: str | None) -> dict[str, str]:
    """What a proxy wants to know of the one who asks."""
    if not user:
        return {}
    from base64 import b64encode
    from urllib.parse import unquote

    pair = f"{unquote(user)}:{unquote(password or '')}"
    return {"Proxy-Authorization": f"Basic {b64encode(pair.encode()).decode()}"}
