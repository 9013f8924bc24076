"""Tokens by which clients over HTTP are told apart, in a file beside the user's own settings.

Only a hash of a token is kept. A token is 256 random bits, which nobody can guess from a hash, and
neither a salt nor a slow hash would make that harder. The file is never in a store, which travels.
"""

from __future__ import annotations

import os
from hashlib import sha256
from hmac import compare_digest

from memento_cli.core.security.scope import scope_of
from memento_cli.core.security.trust import TRUSTS
from memento_cli.errors import BadData, Conflict, MementoError, NotFound, Refused
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.location import is_exclusively_own
from memento_cli.store.directory.platform_folders import user_file
from memento_cli.store.files.files import create, read_regular, replace
from memento_cli.store.files.lock import Lock
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.writer import rendered

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from memento_cli.core.security.scope import Scope

FILE, LOCK, TABLE = "tokens.toml", ".tokens.lock", "token"
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
LOCK_SECONDS = 10.0
PREFIX, RANDOM_BYTES = "memento_", 32
"""How a token begins, so that whoever finds one knows what it is, and its random bytes."""


class Token(NamedTuple):
    """What the bearer of a token may do: see of the store at a real path what the `scope` says.

    `name` is that of the client in the journal, whatever it calls itself. `created` is as `iso`
    formats it. `min_trust` is "" where all that is vouched for is seen.
    """

    name: str
    hash: str
    store: str
    created: str
    scope: tuple[str, ...] = ()
    read_only: bool = False
    min_trust: str = ""

    @property
    def bounds(self) -> Scope:
        """The scope as a server has it."""
        return scope_of(self.scope)


def tokens_file() -> str:
    """The path of the file; most users have none."""
    return os.path.join(os.path.dirname(user_file()), FILE)


def tokens_of(root: str) -> list[Token]:
    """The tokens of the store at this real path, in the order of their making.

    BadData for a file that cannot be read, Refused for one that others may write to: a server then
    answers nobody.
    """
    return [token for token in _every() if token.store == root]


def new_token() -> str:
    """A token that nobody can guess."""
    from secrets import token_urlsafe

    return PREFIX + token_urlsafe(RANDOM_BYTES)


def hash_of(secret: str) -> str:
    """The hash by which a token is known."""
    return sha256(secret.encode(errors="surrogatepass")).hexdigest()


def bearer_of(tokens: Iterable[Token], secret: str) -> Token | None:
    """The token with this secret; None if there is none. Takes as long for each that is wrong."""
    found, hash = None, hash_of(secret)
    for token in tokens:
        if compare_digest(token.hash, hash):
            found = token
    return found


def add_token(token: Token) -> None:
    """Keep a new token. Conflict if the store has one of this name."""

    def added(tokens: list[Token]) -> list[Token]:
        if any((one.store, one.name) == (token.store, token.name) for one in tokens):
            hint = f"another name, or `memento agent token revoke {token.name}` first"
            raise Conflict(f"there is a token {token.name}", hint)
        return [*tokens, token]

    _change(added)


def revoke_token(root: str, name: str) -> Token:
    """Drop the token of this name of a store, and return it. NotFound if it has none."""
    found = list[Token]()

    def dropped(tokens: list[Token]) -> list[Token]:
        found[:] = [one for one in tokens if (one.store, one.name) == (root, name)]
        if not found:
            raise NotFound(f"No token is called {name}", "`memento agent token list` shows them")
        return [one for one in tokens if one not in found]

    _change(dropped)
    return found[0]


def _change(make: Callable[[list[Token]], list[Token]]) -> None:
    path = tokens_file()
    folder = os.path.dirname(path)
    os.makedirs(folder, PRIVATE_FOLDER, exist_ok=True)
    with Lock(os.path.join(folder, LOCK), LOCK_SECONDS).held():
        rows = [_row(token) for token in make(_every())]
        raw = rendered({TABLE: rows}).encode()
        if os.path.lexists(path):
            replace(path, raw)
        else:
            create(path, raw, mode=PRIVATE_FILE)


def _every() -> list[Token]:
    path = tokens_file()
    if not os.path.lexists(path):
        return []
    if not is_exclusively_own(path):
        raise Refused(f"{path}: others may write to it, or own it", f"chmod 600 {path}")
    rows = parsed(read_regular(path, SIZE_LIMIT), path).data.get(TABLE, [])
    try:
        return [_token(row) for row in rows]
    except (TypeError, KeyError, ValueError, MementoError) as problem:
        raise BadData(path, [f"a token there is none: {problem}"]) from None


def _row(token: Token) -> dict[str, Any]:
    values = {**token._asdict(), "scope": list(token.scope)}
    return {key: value for key, value in values.items() if value not in ([], False, "")}


def _token(row: Any) -> Token:
    """A token as its row says it. ValueError for a key that means nothing: it may be a bound that
    is mistyped."""
    if others := [key for key in row if key not in Token._fields]:
        raise ValueError(f"{others[0]!r} means nothing")
    read_only = row.get("read_only", False)
    if not isinstance(read_only, bool):
        raise ValueError(f"read_only {read_only!r}")
    known = {key: str(row[key]) for key in ("name", "hash", "store", "created")}
    trust = str(row.get("min_trust", ""))
    if trust and trust not in TRUSTS:
        raise ValueError(f"min_trust {trust!r}")
    scope = tuple(map(str, row.get("scope", ())))
    scope_of(scope)
    return Token(**known, scope=scope, read_only=read_only, min_trust=trust)
