"""memento agent setup --check: start a server as its host would, and say what came back."""

from __future__ import annotations

import json
import os
import sys
from itertools import pairwise

from memento_cli import __version__
from memento_cli.cli.hosts.conversation import Conversation
from memento_cli.cli.hosts.host_facts import FACTS, READS
from memento_cli.cli.hosts.host_settings import Unread, configured
from memento_cli.cli.hosts.hosts import HOSTS
from memento_cli.cli.output.values import safe
from memento_cli.cli.program import program
from memento_cli.errors import BadData, Ended, MementoError, Refused
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from memento_cli.cli.call import Call

SLOW_SECONDS = 1.5
"""The least that a client waits for the answer of `initialize`."""
COMPAT_TOOL, ASKED = "search_nodes", "memento agent setup --check"
PRINTS = "`memento agent setup --client {} --only server` prints what belongs there"
STORE = "--store"
OF_HTTP = ("--http", "--token-file")
"""Options of a server that goes on for ever, and makes a file; a value may follow in one word."""
READ_OF_TOOLS = ("name", "description", "inputSchema")
"""What hosts hand on of a tool: not the schema of what it answers."""


class Server(NamedTuple):
    """A server to be checked: whose, where that is written, its words, what is added to its
    environment, whether it is switched off there, and whether that file is the project's."""

    client: str
    path: str
    words: Sequence[str]
    env: Mapping[str, str] = {}
    off: bool = False
    in_project: bool = False


class Fault(NamedTuple):
    """What is wrong, and what to do about it."""

    problem: str
    hint: str = ""


UNASKED = Fault(
    "it came with the project, and is started only if you say so", "at a terminal you are asked"
)


class Check(NamedTuple):
    """What came back from a server, what is wrong with it, and what may be."""

    server: Server
    version: str = ""
    seconds: float = 0.0
    tools: tuple[str, ...] = ()
    tokens: int = 0
    faults: tuple[Fault, ...] = ()
    remarks: tuple[Fault, ...] = ()


def check(call: Call, client: str | None, store: str, words: Sequence[str]) -> None:
    """Check the servers of a host's configuration, or of every host's that has one; if none has,
    the one that `agent setup` would print, whose words these are.

    Ends with the code of what doctor finds, if there is a fault; with that of Refused, if all that
    is wrong is that nobody agreed to a start.
    """
    names = (client,) if client else tuple(HOSTS)
    found = [one for name in names for one in _found(call, name)]
    if not found:
        where = f"{client} has no" if client else "No host here has a"
        call.out.note(f"{where} server of memento; what `agent setup` prints is checked")
        found = [Check(Server(client or "", "", words))]
    checks = _checks(call, found, store)
    rows = [_row(one) for one in checks]
    call.out.values(rows, ["\n".join(_lines(one)) for one in checks], "checks")
    if faults := {fault for one in checks for fault in one.faults}:
        raise Ended(Refused.code if faults == {UNASKED} else BadData.code)


def _checks(call: Call, found: Sequence[Check], store: str) -> list[Check]:
    """What came back of each. A command that several hosts have is started once, if all is well."""
    checks = list[Check]()
    for one in found:
        words, env = one.server.words, one.server.env
        same = (it for it in checks if (it.server.words, it.server.env) == (words, env))
        known = next((it for it in same if it.version and not it.faults), None)
        if known is not None and not one.server.off:
            one = known._replace(server=one.server)
        checks.append(one if one.faults or one.version else _checked(call, one.server, store))
    return checks


def _found(call: Call, client: str) -> Iterator[Check]:
    """What a host has in its files: servers, and files that cannot be read."""
    for one in configured(HOSTS[client], os.getcwd()):
        if isinstance(one, Unread):
            fault = Fault(f"it cannot be read: {one.why}", "mend it: nor can the host read it")
            yield Check(Server(client, one.path, ()), faults=(fault,))
        else:
            server = Server(client, one.path, one.words, one.env, one.off, one.in_project)
            yield Check(server)


def _checked(call: Call, server: Server, store: str) -> Check:
    if server.off:
        fault = Fault("it is switched off there", "switch it on in the host's settings")
        return Check(server, faults=(fault,))
    if _is_foreign(server):
        added = (f"{name}={value}" for name, value in server.env.items())
        starts = " ".join((*added, *server.words))
        call.out.note(f"{safe(server.path)} starts: {safe(starts)}")
        question = "This came with the project. Start it?"
        if call.out.ask(question, {"y": "yes", "n": "no"}, "n") != "y":
            return Check(server, faults=(UNASKED,))
    try:
        with Conversation(server.words, server.env) as talk:
            return _talked(talk, server, store)
    except MementoError as problem:
        return Check(server, faults=(Fault(problem.message, _cure(server, problem.message)),))


def _is_foreign(server: Server) -> bool:
    """Whether a command stands in a file of the project, which may have come from anybody, and is
    no plain start of this memento."""
    if not server.in_project:
        return False
    first, *rest = server.words
    if rest[:1] == [STORE]:
        rest = rest[2:]
    ours = os.path.realpath(first) in map(os.path.realpath, (program(), sys.argv[0]))
    serves = rest[:2] == ["agent", "mcp"] or rest[:1] == ["mcp"]
    listens = any(word.startswith(OF_HTTP) for word in rest)
    return not (ours and serves and not server.env and not listens)


def _talked(talk: Conversation, server: Server, store: str) -> Check:
    from memento_cli.core.text.words import tokens_in

    begun, seconds = talk.begin()
    tools = talk.ask("tools/list").get("tools", [])
    names = tuple(str(tool.get("name")) for tool in tools)
    version = str(begun.get("serverInfo", {}).get("version", ""))
    read = [{key: tool.get(key) for key in READ_OF_TOOLS} for tool in tools]
    tokens = tokens_in(json.dumps(read, ensure_ascii=False))
    faults = [*_refusals(talk, names)]
    if version != __version__:
        hint = PRINTS.format(server.client or "NAME")
        faults.append(Fault(f"it is memento {version}, and this one is {__version__}", hint))
    remarks = [*_remarks(server, seconds, store)]
    return Check(server, version, seconds, names, tokens, tuple(faults), tuple(remarks))


def _refusals(talk: Conversation, names: Sequence[str]) -> Iterator[Fault]:
    """Why it has no store to serve, as it says itself."""
    call: dict[str, object] = {"name": "context", "arguments": {"token_budget": 1}}
    if COMPAT_TOOL in names:
        call = {"name": COMPAT_TOOL, "arguments": {"query": ASKED}}
    answer = talk.ask("tools/call", call)
    if answer.get("isError"):
        said = "\n".join(part.get("text", "") for part in answer.get("content", ()))
        yield Fault(said.partition("\nHint: ")[0], "`memento init` makes a store")


def _remarks(server: Server, seconds: float, store: str) -> Iterator[Fault]:
    """What may be as it is meant, or not."""
    served = _served(server.words)
    if not served:
        hint = "name it by --store: a host starts the server in any folder"
        yield Fault("no store is named, so it serves the one of its folder", hint)
    elif os.path.realpath(served) != os.path.realpath(store):
        yield Fault(f"commands here use another store, {store}")
    if seconds > SLOW_SECONDS:
        yield Fault(
            f"some hosts wait no longer than {SLOW_SECONDS} s", "try again: it may be warm now"
        )


def _served(words: Sequence[str]) -> str:
    """The store that is named in a command."""
    return next((after for word, after in pairwise(words) if word == STORE), "")


def _cure(server: Server, problem: str) -> str:
    """What to do about a server that does not answer."""
    if "Hint: " in problem:
        return ""  # a memento says itself what to do
    if "cannot be started" in problem and os.sep not in server.words[0]:
        return "a host has another PATH than a terminal: write the program with its whole path"
    return PRINTS.format(server.client or "NAME")


def _row(one: Check) -> dict[str, Any]:
    reads = FACTS[one.server.client].reads if one.server.client in FACTS else None
    return {
        "client": one.server.client or None,
        "path": one.server.path or None,
        "command": list(one.server.words),
        "store": _served(one.server.words) or None,
        "version": one.version or None,
        "initialize_seconds": round(one.seconds, 3) if one.version else None,
        "tools": list(one.tools),
        "tool_tokens": one.tokens,
        "reads": reads,
        "faults": [fault._asdict() for fault in one.faults],
        "remarks": [remark._asdict() for remark in one.remarks],
    }


def _lines(one: Check) -> Iterator[str]:
    """A check as people read it."""
    server = one.server
    head = ": ".join(filter(None, (server.client, safe(server.path)))) or "What setup prints"
    yield head
    if server.words:
        yield f"  starts    {safe(' '.join(server.words))}"
    if one.version:
        yield f"  answered  memento {safe(one.version)}, after {one.seconds:.2f} s"
        yield f"  tools     {safe(' '.join(one.tools))} ({one.tokens:,} tokens)"
    facts = FACTS.get(server.client)
    if one.version and facts:
        reads = READS[facts.reads].replace("`", "")
        yield f"  model     reads of an answer {reads}"
    for name, these in (("fault", one.faults), ("remark", one.remarks)):
        for fault in these:
            first, *more = fault.problem.splitlines() or [""]
            yield f"  {name:<8}  {safe(first)}"
            yield from (f"            {safe(line)}" for line in more)
            yield from [f"  Hint: {fault.hint}"] * bool(fault.hint)
    yield from [] if one.faults else ["  all is well"]
