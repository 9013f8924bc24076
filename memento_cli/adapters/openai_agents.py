"""OpenAI Agents: a session (memory.Session) whose conversation is a session of the store.

    await Runner.run(agent, "Hello", session=MementoSession("talk-1", "~/notes"))

It needs the extra `openai-agents`.
"""

from __future__ import annotations

from hashlib import blake2s
from typing import TYPE_CHECKING, Any

from agents.memory import SessionABC, SessionSettings

from memento_cli.actions.sessions.sessions import (
    NewItem,
    add_items,
    drop_session,
    start_session,
    take_back,
)
from memento_cli.adapters.door import WITHHELD, acted, config_of, to_thread
from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.core.memory.refs import name_of
from memento_cli.core.sessions.sessions import ASSISTANT, NOTE, TOOL, USER
from memento_cli.core.text.normal_forms import slug
from memento_cli.core.text.strict_json import dumped, loaded
from memento_cli.errors import NotFound, Refused, SecretFound
from memento_cli.store.settings.fields import MOST_TOKENS
from memento_cli.tools.session_tools import meant

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memento_cli.adapters.door import Approve, StorePath
    from memento_cli.core.sessions.sessions import Item, Session
    from memento_cli.tools.request_context import RequestContext

NAME = "openai-agents"
NAME_SIGNS, HASH_BYTES = 32, 8
CALL, OUTPUT = "function_call", "function_call_output"
EARLIER = "What was said earlier in this conversation, in short:"


class MementoSession(SessionABC):
    """The conversation of a session, which is begun when it is first written to.

    Over `token_budget` tokens, or when its time is over, what was said becomes a memory, and of it
    the conversation keeps a summary; without a budget it holds as much as a file can. An item with
    a key or a password in it is kept without its words. `approve` is asked before what a person
    added is taken back.
    """

    def __init__(
        self,
        session_id: str,
        store: StorePath = None,
        *,
        token_budget: int = MOST_TOKENS,
        session_settings: SessionSettings | None = None,
        approve: Approve | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings = session_settings or SessionSettings()
        self._config, self._budget, self._approve = config_of(store), token_budget, approve
        self._id = _id(session_id)

    async def get_items(self, limit: int | None = None) -> list[Any]:
        """The newest items, as many as the limit says, in their order."""
        most = self.session_settings.limit if limit is None else limit
        found = await self._done(self._found)
        if found is None:
            return []
        items = [_as_given(item) for item in found.in_order]
        if found.summary:
            items = _whole_calls(items)
        if most is not None:
            items = items[-most:] if most > 0 else []
        if found.summary and (most is None or len(items) < most):
            return [await self._done(lambda request: _summary(request, found)), *items]
        return items

    async def add_items(self, items: Sequence[Any]) -> None:
        """Add items, in one act."""
        if items:
            await self._done(lambda request: self._added(request, items))

    async def pop_item(self) -> Any:
        """Take back the newest item; None if there is none."""
        return await self._done(self._popped)

    async def clear_session(self) -> None:
        """Remove the session and its items; an undo brings them back."""
        await self._done(self._cleared)

    async def _done(self, act: Callable[[RequestContext], Any]) -> Any:
        return await to_thread(acted, self._config, NAME, act, self._approve)

    def _found(self, request: RequestContext) -> Session | None:
        request.check_unlabelled()
        try:
            return meant(request, self._id)
        except NotFound:
            return None

    def _added(self, request: RequestContext, items: Sequence[Any]) -> None:
        _check_writable(request)
        with request.store.one_act():
            with request.store.lock.held():  # several may begin it at once
                if self._found(request) is None:
                    self._start(request)
            for item in map(_kept, items):
                try:
                    add_items(request.store, self._id, [item], request.act())
                except SecretFound:
                    add_items(request.store, self._id, [_without_words(item)], request.act())

    def _start(self, request: RequestContext) -> None:
        """Begin the session. Another of the same id, which is not seen here, is a Conflict."""
        person = request.scope.person
        start_session(
            request.store, request.act(), self.session_id, id=self._id,
            token_budget=self._budget, person=name_of(person) if person else "",
            project=request.scope.project, agent=NAME,
        )  # fmt: skip

    def _popped(self, request: RequestContext) -> Any:
        _check_writable(request)
        if self._found(request) is None:
            return None
        taken = take_back(request.store, self._id, request.act())
        return taken and _as_given(taken)

    def _cleared(self, request: RequestContext) -> None:
        _check_writable(request)
        if self._found(request):
            drop_session(request.store, self._id, request.act())


def _id(name: str) -> str:
    """The id of a session of any name. What is no id is told apart by a hash, as names of users
    that differ in case alone are those of two users."""
    if filed_name(name) == name:
        return name
    return f"{slug(name, NAME_SIGNS)}-{blake2s(name.encode(), digest_size=HASH_BYTES).hexdigest()}"


def _check_writable(request: RequestContext) -> None:
    if request.config.read_only:
        raise Refused("sessions are only read here")


def _kept(item: Any) -> NewItem:
    """An item as the store keeps it: its words, and beside them all of it, if it is more."""
    given = dict(item)
    kind, role = given.get("type", "message"), given.get("role")
    if kind == CALL:
        words, said_by = f"{given.get('name')}({given.get('arguments')})", ASSISTANT
    elif kind == OUTPUT:
        words, said_by = _words(given.get("output")), TOOL
    else:
        words = _words(given.get("content") or given.get("summary"))
        said_by = role if role in (USER, ASSISTANT) else NOTE
    whole = "" if given == {"role": said_by, "content": words} else dumped(given)
    return NewItem(words if words.strip() else f"({kind})", said_by, data=whole)


def _without_words(item: NewItem) -> NewItem:
    """The same without a word of it. A call of a tool and its output stay together by its id."""
    given = loaded(item.data) if item.data else {}
    name = {CALL: "arguments", OUTPUT: "output"}.get(given.get("type", ""))
    if name is None:
        return item._replace(text=WITHHELD, data="")
    told = "{}" if name == "arguments" else WITHHELD
    return item._replace(text=WITHHELD, data=dumped({**given, name: told}))


def _words(content: Any) -> str:
    """The words in what a message says, which may have parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = (part.get("text") or part.get("refusal") for part in parts if isinstance(part, dict))
    return "\n".join(text for text in texts if isinstance(text, str))


def _as_given(item: Item) -> Any:
    """An item as it was given, or what another door added, as a message.

    Anybody who writes to the store may have written its data: what is no item of this door's is
    passed over, and nothing in a store speaks as the system or the developer.
    """
    given = _item_in(item.data)
    if given is None:
        return {"role": item.role if item.role == ASSISTANT else USER, "content": item.text}
    if given.get("role", USER) not in (USER, ASSISTANT):
        given["role"] = USER
    return given


def _item_in(data: str) -> dict[str, Any] | None:
    """The item that a program's form tells; None if it tells none."""
    try:
        given = loaded(data)
    except ValueError:
        return None
    if not isinstance(given, dict):
        return None
    needed = ("call_id",) if given.get("type") in (CALL, OUTPUT) else ()
    return given if all(isinstance(given.get(name), str) for name in needed) else None


def _whole_calls(items: list[Any]) -> list[Any]:
    """Without the outputs whose calls have become part of a memory: no model takes these alone."""
    calls = {item.get("call_id") for item in items if item.get("type") == CALL}
    return [item for item in items if item.get("type") != OUTPUT or item.get("call_id") in calls]


def _summary(request: RequestContext, found: Session) -> Any:
    return {"role": USER, "content": f"{EARLIER}\n{request.fenced(found.summary)}"}
