"""memento agent mcp"""

from __future__ import annotations

import os
import stat
from importlib.util import find_spec

from memento_cli.cli.call import opened
from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.output.out import can_ask
from memento_cli.cli.output.values import safe
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.security.scope import scope_of
from memento_cli.core.security.trust import TRUSTS
from memento_cli.errors import Failed, Refused, Usage
from memento_cli.interrupts import leave_at_any_signal
from memento_cli.standard import contextmanager
from memento_cli.store.directory.folders import warning_once
from memento_cli.store.directory.location import HAS_OWNERS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.hub_parameters import LocalAck, OfHub, OfTenant
    from memento_cli.cli.command_line.parameters import (
        AllowDestructive,
        Compat,
        Http,
        MinTrust,
        Persona,
        Scopes,
        TokenFile,
        Toolset,
        ToolsReadOnly,
    )
    from memento_cli.core.security.scope import Scope
    from memento_cli.hub.follower import Follower
    from memento_cli.mcp.replicated import Replicated
    from memento_cli.store.directory.store import Store
    from memento_cli.tools.request_context import ServerConfig

TOOLSETS = ("core", "full", "companion", "review")
COMPAT = ("server-memory",)
SERVE = "serve"
INSTEAD = "`memento agent setup --client claude --only server`"
TOKEN_VARIABLE = "MEMENTO_MCP_TOKEN"
INSTALL = "pip install 'memento-keep[mcp]', or '.[mcp]' in a clone"
HOST, PORT = "127.0.0.1", 8377
PORT_DIGITS, MOST_PORT = 5, 65535
OTHERS = 0o077
TOKEN_BYTES, LEAST_TOKEN, MOST_TOKEN = 32, 16, 1000


def mcp(
    call: Call,
    http: Http = None,
    token_file: TokenFile = None,
    read_only: ToolsReadOnly = False,
    allow_destructive: AllowDestructive = False,
    scope: Scopes = None,
    min_trust: MinTrust = None,
    of: Persona = None,
    toolset: Toolset = TOOLSETS[0],
    compat: Compat = None,
    hub: OfHub = None,
    tenant: OfTenant = None,
    local_ack: LocalAck = False,
) -> None:
    """Serve this store to agents over MCP, on stdin and stdout, or over HTTP; with --hub a tenant
    of a hub, on a replica of it in the cache.

    It needs the extra `mcp`: pip install 'memento-keep[mcp]', or '.[mcp]' in a clone.
    """
    bounds = check_bounds(toolset, compat, min_trust, scope or [])
    if token_file is not None and http is None:
        raise Usage("--token-file is of --http", "stdin and stdout need no token")
    _check_hub(call, hub, tenant, local_ack)
    place = _place(http) if http is not None else None
    if place is None and can_ask():
        hint = "`memento agent setup --client claude` tells a host how to start it"
        raise Usage("a host starts this server and talks to it on stdin, which is a terminal", hint)
    if find_spec("mcp") is None:
        raise Failed("the MCP SDK is not installed", INSTALL)
    leave_at_any_signal()
    from memento_cli.tools.request_context import ServerConfig

    config = ServerConfig(
        None,
        read_only,
        allow_destructive,
        bounds,
        min_trust,
        call.named_now,
        warning_once(call.out.warn),
        persona=_persona(of, bounds),
    )
    tools = compat or toolset
    if hub is None or tenant is None:
        _serve(call, config._replace(path=call.store.root), tools, place, token_file)
        return
    with _following(call, hub, tenant) as follower:
        leave_at_any_signal(follower.stop)
        from memento_cli.mcp.replicated import Replicated

        replicated = Replicated(follower, local_ack=local_ack)
        config = config._replace(path=follower.root)
        _serve(call, config, tools, place, token_file, replicated)


def _check_hub(call: Call, hub: str | None, tenant: str | None, local_ack: bool) -> None:
    """Usage for what goes not together with --hub, or not without it."""
    if hub is None:
        for option in ["--tenant"] * (tenant is not None) + ["--local-ack"] * local_ack:
            raise Usage(f"{option} is of --hub", "without it the store of this machine is served")
        return
    if call.store_paths:
        raise Usage("--store and --hub", "leave out one: a tenant is served from a replica of it")
    from memento_cli.hub.hubs import check_tenant, hub_of, no_driver

    if tenant is None:
        raise Usage("which tenant?", "--tenant NAME says it")
    check_tenant(tenant)
    hub_of(hub)
    if find_spec("psycopg") is None:
        raise no_driver()


@contextmanager
def _following(call: Call, hub: str, tenant: str) -> Iterator[Follower]:
    """The replica of a tenant, which is kept in step with its hub. A hub that is away is told of,
    if there is a replica already."""
    from memento_cli.errors import Busy, Conflict
    from memento_cli.hub.follower import Follower
    from memento_cli.hub.replicas import in_use, let_go

    with in_use(hub, tenant, lambda root: _new_store(call, root), call.now, call.out.warn) as root:
        follower = Follower(
            root, hub, tenant, call.moving_now, lambda text: call.out.warn(safe(text))
        )
        problem = follower.start()
        if isinstance(problem, Conflict):
            what = "the tenant was made anew, and its replica here has the former store"
            raise Conflict(what, safe(f"move it away, and the next start makes another: {root}"))
        if problem and not isinstance(problem, Failed | Busy):
            raise problem
        let_go()
        try:
            yield follower
        finally:
            follower.stop()


def _new_store(call: Call, root: str) -> Store:
    """The first store of a tenant."""
    from memento_cli.actions.store.init import init
    from memento_cli.cli.call import local_zone, user_name

    return init(root, person=user_name(), timezone=local_zone()[0], warn=call.out.warn).store


def _serve(
    call: Call,
    config: ServerConfig,
    toolset: str,
    place: tuple[str, int] | None,
    token_file: str | None,
    replicated: Replicated | None = None,
) -> None:
    """Serve the store of a configuration, on stdin and stdout, or at a place over HTTP."""
    from memento_cli.mcp.server import server_of
    from memento_cli.mcp.serving import loopback, over_http, over_stdio
    from memento_cli.store.settings.tokens import tokens_of
    from memento_cli.tools.toolsets import tools_of

    if place is None:
        tools = tools_of(toolset, read_only=config.read_only)
        over_stdio(server_of(config, tools, replicated))
        return
    address = (loopback(place[0]), place[1])
    if replicated:
        call.out.note(safe(f"Its replica, whose tokens count here: {config.path}"))
    if tokens_of(str(config.path)):
        _check_alone(token_file, config.scope, config.min_trust)
        from memento_cli.mcp.tenants import over_http_for_all

        over_http_for_all(config, toolset, address, call.out.note, replicated)
        return
    server = server_of(config, tools_of(toolset, read_only=config.read_only), replicated)
    over_http(server, address, _token(call, token_file), call.out.note)


def _check_alone(token_file: str | None, bounds: Scope, min_trust: str | None) -> None:
    """Usage for what would be beside the tokens that a store has: one that sees all, or bounds that
    each of them has of its own."""
    if token_file is not None or os.environ.get(TOKEN_VARIABLE, "").strip():
        hint = f"leave out --token-file and {TOKEN_VARIABLE}, or revoke the tokens"
        raise Usage("this store has tokens, and each has bounds; one more would have none", hint)
    if bounds != scope_of(()) or min_trust:
        hint = "`memento agent token add NAME --scope ...`"
        raise Usage("this store has tokens, and each has its own --scope and --min-trust", hint)


def serve(
    call: Call,
    verb: Annotated[str, typer.Argument(hidden=True)] = SERVE,
    http: Http = None,
    token_file: TokenFile = None,
    read_only: ToolsReadOnly = False,
    allow_destructive: AllowDestructive = False,
    scope: Scopes = None,
    min_trust: MinTrust = None,
    of: Persona = None,
    toolset: Toolset = TOOLSETS[0],
    compat: Compat = None,
) -> None:
    """Serve as `agent mcp` does: `mcp` and `mcp serve` stand in configurations of hosts."""
    if verb != SERVE:
        raise Usage(f"there is no `memento mcp {verb}`", INSTEAD)
    mcp(call, http, token_file, read_only, allow_destructive, scope, min_trust, of, toolset, compat)


def _persona(of: str | None, scope: Scope) -> str | None:
    """Whose blocks and facts are meant; Refused for one who is not within the bounds."""
    persona = person_ref(of) if of else None
    scope.check_person(persona)
    return persona


def check_bounds(
    toolset: str, compat: str | None, min_trust: str | None, scopes: Sequence[str]
) -> Scope:
    """What a server with these options may see; Usage for a value that none of them has."""
    for name in toolset.split(","):
        one_of(name, TOOLSETS, "toolset")
    if compat is not None:
        one_of(compat, COMPAT, "compat")
    if min_trust is not None:
        one_of(min_trust, TRUSTS, "min-trust")
    return scope_of(scopes)


def _place(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or len(port) > PORT_DIGITS or int(port) > MOST_PORT:
        raise Usage(f"--http cannot be {text!r}", f"a port, or {HOST}:{PORT}")
    return host or HOST, int(port)


def _token(call: Call, path: str | None) -> str:
    """The token that clients must send: that of a file, which is made if it is not there, or of the
    environment; or a new one, told on stderr, as nobody else knows it."""
    from secrets import token_urlsafe

    from memento_cli.store.files.atomic_export import new_file
    from memento_cli.store.files.files import os_errors

    if path is None and not os.environ.get(TOKEN_VARIABLE, "").strip():
        token = token_urlsafe(TOKEN_BYTES)
        call.out.note(f"Clients send Authorization: Bearer {token}")
        return token
    if path is None:
        token = os.environ[TOKEN_VARIABLE].strip()
    else:
        if not os.path.lexists(path):
            with os_errors(path), new_file(path) as made:
                made.write(f"{token_urlsafe(TOKEN_BYTES)}\n".encode())
            call.out.note(f"{safe(path)} has a new token now, for you alone to read")
        with opened(path) as file:
            _check_own(path, os.fstat(file.fileno()))
            token = file.read(MOST_TOKEN).decode(errors="replace").strip()
    if len(token) < LEAST_TOKEN or not token.isascii():
        raise Usage(f"a token has {LEAST_TOKEN} signs of ASCII at least", "openssl rand -hex 32")
    return token


def _check_own(path: str, status: os.stat_result) -> None:
    """Refused if others can read a file, or own it: whoever has the token has the store."""
    if not stat.S_ISREG(status.st_mode) or not HAS_OWNERS:
        return
    if status.st_mode & OTHERS:
        raise Refused(f"{safe(path)}: others can read it", "chmod 600 it, and give it a new token")
    if status.st_uid != os.geteuid():
        hint = "name another: one that is not there is made"
        raise Refused(f"{safe(path)}: belongs to another user", hint)
