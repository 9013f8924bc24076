"""The address of a server, taken apart without `urllib`, which imports `re` for it."""

from __future__ import annotations

from memento_cli.named_tuple import NamedTuple

PORTS = {"http": 80, "https": 443}
LAST_PORT = 65_535
HOST = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.-_")
OF_IPV6 = frozenset("0123456789abcdef:.")
LOOPBACK_NAMES = ("localhost", "::1")
LOOPBACK_NUMBERS = "127."
SHORTEST_KEY = 8


class Address(NamedTuple):
    """A URL in its parts. The query, which may have a key, is not shown."""

    scheme: str
    host: str
    port: int
    path: str
    query: str

    @property
    def is_loopback(self) -> bool:
        """Whether it is on this machine for sure: by its number, or as `localhost`."""
        return is_loopback(self.host)

    @property
    def shown(self) -> str:
        """The URL for people, without its query."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.path}"

    @property
    def secrets(self) -> list[str]:
        """What of the URL may be a key, as it stands there and as a server repeats it: the query
        and its values."""
        from urllib.parse import unquote, unquote_plus

        pairs = (pair.partition("=") for pair in self.query.split("&"))
        values = [value for _, _, value in pairs if len(value) >= SHORTEST_KEY]
        forms = (str, unquote, unquote_plus)
        texts = {form(text) for text in (self.query, *values) for form in forms}
        return sorted(texts - {""}, key=len, reverse=True)

    def below(self, name: str) -> str:
        """What to ask the server for: a path below this one, with the query."""
        return f"{self.path}/{name}" + (f"?{self.query}" if self.query else "")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine. Forms of numbers that are rare do not count."""
    parts = host.split(".")
    is_number = len(parts) == 4 and all(
        part.isdecimal() and len(part) <= 3 and int(part) < 256 for part in parts
    )
    return host in LOOPBACK_NAMES or (is_number and host.startswith(LOOPBACK_NUMBERS))


def address_of(url: str) -> Address:
    """The address that a URL names; ValueError with the problem, which does not quote the URL."""
    if not (url.isascii() and url.isprintable()) or " " in url or "\\" in url:
        raise ValueError("has a sign that no URL has")
    scheme, separator, rest = url.partition("://")
    scheme = scheme.lower()
    if not separator or scheme not in PORTS:
        raise ValueError("must begin with http:// or https://")
    if "#" in rest:
        raise ValueError("has a #, which no server sees")
    place, _, query = rest.partition("?")
    server, _, path = place.partition("/")
    if "@" in server:
        raise ValueError("has a user in it: name the key by key_env or key_command")
    host, port = _host_and_port(server.lower())
    path = f"/{path}".rstrip("/")
    return Address(scheme, host, port or PORTS[scheme], path, query)


def _host_and_port(server: str) -> tuple[str, int]:
    """The host and the port, 0 for none, of what stands between `//` and the path."""
    if server.startswith("["):
        host, end, rest = server[1:].partition("]")
        host = host if end else ""
        allowed, separator, port = OF_IPV6, rest[:1], rest[1:]
    else:
        host, separator, port = server.partition(":")
        allowed = HOST
    if not host or not allowed.issuperset(host) or separator not in ("", ":"):
        raise ValueError("names no host")
    if separator and not (port.isdecimal() and 0 < int(port[:6]) <= LAST_PORT):
        raise ValueError("has no such port")
    return host, int(port or 0)
