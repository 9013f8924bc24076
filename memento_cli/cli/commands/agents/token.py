"""memento agent token: who may reach the server over HTTP, and what each may see."""

from __future__ import annotations

from memento_cli.cli.commands.agents.mcp import check_bounds
from memento_cli.cli.output.values import safe
from memento_cli.core.time.when import iso
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated, Any

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import MinTrust, Scopes, TokenName
    from memento_cli.store.settings.tokens import Token

COLUMNS = ("name", "scope", "read_only", "min_trust", "created")


def add(
    call: Call,
    name: TokenName,
    scope: Scopes = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="It changes nothing.")] = False,
    min_trust: MinTrust = None,
) -> None:
    """Make a token for a client over HTTP, and print it, this once."""
    from memento_cli.store.directory.clone import agent_slug
    from memento_cli.store.settings.tokens import Token, add_token, hash_of, new_token

    check_bounds("core", None, min_trust, scope or [])
    if agent_slug(name) != name:
        raise Usage(f"a token cannot be called {safe(name)}", f"{agent_slug(name)}, say")
    secret = new_token()
    token = Token(
        name,
        hash_of(secret),
        call.store.root,
        iso(call.now),
        tuple(scope or ()),
        read_only,
        min_trust or "",
    )
    add_token(token)
    call.out.value({**_row(token), "token": secret}, secret)
    call.out.note("It is kept nowhere else: hand it to the client, as Authorization: Bearer TOKEN")
    if not scope:
        call.out.note(f"It sees the whole store; `--scope person:{name}` bounds it")
    elif not token.bounds.person and not token.bounds.hides_unlabelled:
        call.out.note("It sees the blocks and facts of all; `--scope person:WHO` bounds these, too")


def list_(call: Call) -> None:
    """List the tokens of this store, and what each may see; the tokens themselves are not kept."""
    from memento_cli.store.settings.tokens import tokens_of

    tokens = tokens_of(call.store.root)
    call.out.rows([_row(token) for token in tokens], COLUMNS, "tokens")
    if not tokens:
        call.out.note("No tokens; `memento agent token add NAME --scope person:NAME` makes one")


def revoke(call: Call, name: TokenName) -> None:
    """Let a token count no more: a running server turns it away at once, and ends its streams."""
    from memento_cli.store.settings.tokens import revoke_token

    token = revoke_token(call.store.root, name)
    call.out.value(_row(token), f"{safe(name)} counts no more")


def _row(token: Token) -> dict[str, Any]:
    return {
        "name": token.name,
        "scope": list(token.scope),
        "read_only": token.read_only,
        "min_trust": token.min_trust or None,
        "created": token.created,
    }
