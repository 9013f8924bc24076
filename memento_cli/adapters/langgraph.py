"""LangGraph: a store (BaseStore) for long-term memory that several threads of a graph share.

    graph = builder.compile(store=MementoStore("~/notes"))

An item is a kv value of `langgraph`'s, with its namespace and its times. It needs the extra
`langgraph`.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import blake2s
from typing import TYPE_CHECKING, Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    PutOp,
    SearchItem,
    SearchOp,
    get_text_at_path,
    validate_op_namespace,
)

from memento_cli.actions.facts.kv import find_kv, list_kv, set_kv, unset_kv
from memento_cli.actions.recall.among import ranked_among
from memento_cli.adapters.door import acted, config_of, to_thread
from memento_cli.adapters.langgraph_filters import is_wanted, namespaces_of
from memento_cli.core.facts.kv import KEY_LIMIT
from memento_cli.core.memory.refs import name_of
from memento_cli.core.security.trust import TRUSTS
from memento_cli.core.text.normal_forms import plain_key
from memento_cli.core.text.strict_json import dumped
from memento_cli.core.text.visible import visible
from memento_cli.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from langgraph.store.base import Op, Result, TTLConfig

    from memento_cli.adapters.door import Approve, StorePath
    from memento_cli.core.facts.kv import HardFact
    from memento_cli.tools.request_context import RequestContext

NAME = "langgraph"
WHOLE = "$"
"""The path of a whole value, by which LangGraph says that all of it is searched."""
REFRESHED = 0.1
"""So much of its time to live is over before a read lets an item live anew: each is a write."""
HASH_BYTES = 6


class MementoStore(BaseStore):
    """A LangGraph store over a store of memento.

    What a query finds is ranked by its words; `fields` are the paths of a value that are searched,
    else all its texts. `ttl` is LangGraph's configuration of a time to live. `approve` is asked
    before what a person set is replaced or deleted; without it that is an error.
    """

    supports_ttl = True

    def __init__(
        self,
        store: StorePath = None,
        *,
        fields: Sequence[str] = (WHOLE,),
        ttl: TTLConfig | None = None,
        approve: Approve | None = None,
    ) -> None:
        super().__init__()
        self.ttl_config = ttl
        self._config, self._fields, self._approve = config_of(store), tuple(fields), approve

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """What the operations answer. They read first, and what they put is one act, of which the
        last of a key counts."""
        every = list(ops)
        for op in every:
            validate_op_namespace(op)
        return acted(self._config, NAME, lambda request: self._done(request, every), self._approve)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same in a thread."""
        return await to_thread(self.batch, list(ops))

    def _done(self, request: RequestContext, ops: Sequence[Op]) -> list[Result]:
        request.check_placeless()
        answers = [self._answer(request, op) for op in ops]
        puts = {(tuple(op.namespace), op.key): op for op in ops if isinstance(op, PutOp)}
        if puts and request.config.read_only:
            raise Refused("this store is only read here")
        with request.store.one_act():
            for put in puts.values():
                _put(request, put)
        return answers

    def _answer(self, request: RequestContext, op: Op) -> Result:
        if isinstance(op, GetOp):
            found = _found(request, op.namespace, op.key)
            if found and op.refresh_ttl:
                _lives_on(request, [found])
            return found and _item(found)
        if isinstance(op, SearchOp):
            return self._search(request, op)
        if isinstance(op, ListNamespacesOp):
            return namespaces_of(op, {_namespace(one) for one in _all(request)})
        return None

    def _search(self, request: RequestContext, op: SearchOp) -> list[SearchItem]:
        """The items below a namespace that a filter admits: those that a query finds, the best
        first, and then the others, the newest first."""
        prefix = tuple(op.namespace_prefix)
        facts = {
            fact.key: fact
            for fact in sorted(_all(request), key=_updated, reverse=True)
            if _namespace(fact)[: len(prefix)] == prefix and is_wanted(op.filter, _value(fact))
        }
        scores = self._scores(request, facts, op.query) if op.query else {}
        keys = [*scores, *(key for key in facts if key not in scores)]
        page = [facts[key] for key in keys[op.offset : op.offset + op.limit]]
        if op.refresh_ttl:
            _lives_on(request, page)
        return [_item(fact, SearchItem, score=scores.get(fact.key)) for fact in page]

    def _scores(
        self, request: RequestContext, facts: Mapping[str, HardFact], query: str
    ) -> dict[str, float]:
        texts = {key: (self._searched(fact), fact.set) for key, fact in facts.items()}
        told = {key: pair for key, pair in texts.items() if pair[0].strip()}
        return ranked_among(request.store, told, query, request.now)

    def _searched(self, fact: HardFact) -> str:
        """The text of an item that a query is compared with."""
        paths = fact.value.get("index")
        if paths is False:
            return ""
        value, found = _value(fact), list[str]()
        for path in paths or self._fields:
            found += _texts(value) if path == WHOLE else get_text_at_path(value, path)
        return "\n".join(found)


def _put(request: RequestContext, op: PutOp) -> None:
    """Keep an item, or delete it, if there is no value."""
    old = _found(request, op.namespace, op.key)
    if op.value is None:
        if old:
            unset_kv(request.store, old.key, request.act(), person=_owner(request), purges=False)
        return
    now = datetime.now(UTC).isoformat()
    kept: dict[str, Any] = {
        "namespace": list(op.namespace),
        "key": op.key,
        "value": dict(op.value),
        "created": old.value["created"] if old else now,
        "updated": now,
    }
    kept |= {} if op.index is None else {"index": op.index}
    ttl = None if op.ttl is None else timedelta(minutes=op.ttl)
    _set(request, _key(op.namespace, op.key), kept, ttl)


def _lives_on(request: RequestContext, facts: Sequence[HardFact]) -> None:
    """Let the times of items that were read begin anew."""
    if request.config.read_only:
        return
    for fact in facts:
        if fact.ttl and request.now - fact.set >= fact.ttl * REFRESHED:
            _set(request, fact.key, fact.value, fact.ttl)


def _set(request: RequestContext, key: str, value: Any, ttl: timedelta | None) -> None:
    owner = _owner(request)
    set_kv(request.store, key, value, request.act(), ttl=ttl, person=owner, purges=False)


def _found(request: RequestContext, namespace: tuple[str, ...], key: str) -> HardFact | None:
    fact = find_kv(request.store, _key(namespace, key), request.now, person=_owner(request))
    if fact is None or not (_is_item(fact) and request.trusts(fact.trust)):
        return None
    return fact if (_namespace(fact), fact.value["key"]) == (tuple(namespace), key) else None


def _all(request: RequestContext) -> list[HardFact]:
    least, owner = request.config.min_trust or TRUSTS[-1], _owner(request)
    return list(
        filter(_is_item, list_kv(request.store, request.now, min_trust=least, person=owner))
    )


def _owner(request: RequestContext) -> str:
    """Whose the items are: an application's, as they would fill every context of the user's."""
    person = request.scope.person
    return f"{NAME}-{name_of(person)}" if person else NAME


def _key(namespace: tuple[str, ...], key: str) -> str:
    """Under which key of the store an item is. Keys of the store are alike in any case and width,
    visible, and have a longest: what is not plain, or long, is told apart by a hash."""
    text = f"{'.'.join(namespace)}/{key}"
    if len(text) <= KEY_LIMIT and text == plain_key(text) == visible(text):
        return text
    hashed = blake2s(dumped([*namespace, key]).encode(), digest_size=HASH_BYTES).hexdigest()
    return f"{visible(text)[: KEY_LIMIT - len(hashed) - 2].strip()} #{hashed}"


def _is_item(fact: HardFact) -> bool:
    """Whether a kv value is an item of this door's; anybody who writes to the store may have set
    anything, and one such value ends no search."""
    value = fact.value
    if not isinstance(value, dict):
        return False
    is_whole = isinstance(value.get("key"), str) and isinstance(value.get("value"), dict)
    paths = value.get("index") or []
    return (
        is_whole
        and all(_are_texts(one) for one in (value.get("namespace"), paths))
        and all(_is_moment(value.get(name)) for name in ("created", "updated"))
    )


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_moment(value: Any) -> bool:
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except (TypeError, ValueError):
        return False


def _item(fact: HardFact, kind: Any = Item, **more: Any) -> Any:
    value = fact.value
    return kind(
        namespace=_namespace(fact),
        key=value["key"],
        value=value["value"],
        created_at=datetime.fromisoformat(value["created"]),
        updated_at=datetime.fromisoformat(value["updated"]),
        **more,
    )


def _namespace(fact: HardFact) -> tuple[str, ...]:
    return tuple(fact.value["namespace"])


def _value(fact: HardFact) -> dict[str, Any]:
    found: dict[str, Any] = fact.value["value"]
    return found


def _updated(fact: HardFact) -> str:
    return str(fact.value["updated"])


def _texts(value: Any) -> list[str]:
    """All texts in a value of JSON."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in _texts(one)]
