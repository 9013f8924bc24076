"""The codec of TOML files: a record type declares its fields, and this reads and writes its files.

From the fields of a `RecordType` the codec checks a document; `make` makes the value of the checked
values, and `values_of` gives them back, to be written in the order of the fields.
"""

from __future__ import annotations

from datetime import datetime

from memento_cli.core.fields.checks import MISSING, checker, lookup, value_of
from memento_cli.core.memory.refs import stored_ref
from memento_cli.core.time.when import iso, span_text
from memento_cli.errors import BadData
from memento_cli.named_tuple import Generic, NamedTuple, TypeVar
from memento_cli.standard import Mapping
from memento_cli.store.toml.changes import flat
from memento_cli.store.toml.writer import key_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import tzinfo
    from typing import Any

    from memento_cli.core.fields.checks import Check, Checked
    from memento_cli.core.fields.field import Field

    Values = Mapping[str, Any]
    """Values by the paths of their fields, as `block.name`; of an entry of a list, by its keys."""


T = TypeVar("T")
ANY_KEY = "*"
"""The last part of a field's path that stands for every key of its table, as in `fact.*`."""


class Source(NamedTuple):
    """A checked document: the id in its file's name, its values by path, the whole document, and
    the zone of times that name none."""

    id: str
    values: Values
    data: Mapping[str, Any]
    zone: tzinfo


class RecordType(NamedTuple):
    """The declaration of one kind of file, which is recognised by its table `root`.

    `make` gives the value of a valid document, `values_of` the fields of a value by path; without
    them, the keys of the root table are the attributes of the value. A field that is left out or
    None does not stand in the file. `people` are the keys of the root table that refer to a person:
    a bare name is completed. `faults` finds what is wrong although each field is valid. `id_of`
    gives the id of a file from its root table. A file whose `key` gives another id than its name is
    refused when it is read (`is_strict`), or before it is changed.
    """

    root: str
    noun: str
    title: str
    type: type
    fields: tuple[Field, ...]
    make: Callable[[Source], Any] | None = None
    values_of: Callable[[Any], Values] | None = None
    id_of: Callable[[Mapping[str, Any]], str] = lambda table: str(table["id"])
    faults: Callable[[Source], list[str]] = lambda source: []
    key: str = ""
    is_strict: bool = True
    people: tuple[str, ...] = ()

    def id_in(self, table: Mapping[str, Any]) -> str:
        """The id of a file from its root table, in which a person may have a bare name."""
        people = {key: stored_ref(table[key]) for key in self.people if table.get(key)}
        return self.id_of({**table, **people})


class Codec(Generic[T]):
    """Reads and writes the documents of one folder, of one or several record types.

    Where several types share a folder, the root table of a file decides which one it is.
    """

    def __init__(self, types: Sequence[RecordType], zone: tzinfo) -> None:
        self.types = types
        self.zone = zone

    @property
    def noun(self) -> str:
        """The word for a value of this folder in messages: the noun of the first type."""
        return self.types[0].noun

    def value(self, id: str, data: Mapping[str, Any]) -> T:
        """The value of a document; BadData with all its problems."""
        record = self._type_in(id, data)
        check = CHECKS.get(record.root) or CHECKS.setdefault(record.root, _check(record.fields))
        values, problems = check(data, self.zone)
        for path in (f"{record.root}.{key}" for key in record.people):
            values[path] = stored_ref(values[path]) if values[path] else None
        source = Source(id, values, data, self.zone)
        if record.is_strict:
            problems += _other_file(record, source)
        if problems := problems + record.faults(source):
            raise BadData(id, problems)
        made: T = record.make(source) if record.make else record.type(**under(record.root, values))
        return made

    def data(self, value: T) -> dict[str, Any]:
        """The document of a value, nested, in the order of the fields."""
        record = self._type_of(value)
        values = record.values_of(value) if record.values_of else by_path(record.root, value)
        return table_of(record.fields, values)

    def keys(self, value: T) -> dict[str, Any]:
        """The document of a value by paths, with None for each absent field.

        Written over another value, it leaves nothing of that.
        """
        return {field.path: None for field in self._type_of(value).fields} | flat(self.data(value))

    def _type_of(self, value: T) -> RecordType:
        return next(record for record in self.types if record.type is type(value))

    def _type_in(self, id: str, data: Mapping[str, Any]) -> RecordType:
        matching = [record for record in self.types if type(data.get(record.root)) is dict]
        if len(matching) != 1:
            roots = ", ".join(f"[{record.root}]" for record in self.types)
            raise BadData(id, [f"has not one of {roots}" if self.types[1:] else f"missing {roots}"])
        return matching[0]


def table_of(fields: Sequence[Field], values: Values) -> dict[str, Any]:
    """The nested table of values by path, in the order of the fields.

    None is left out, and so is a field's default, unless the field is always `written`.
    """
    table: dict[str, Any] = {}
    for field in fields:
        value = values.get(field.path)
        if value is None or (value == field.default and not field.written):
            continue
        parent = table
        for key in field.keys[:-1]:
            parent = parent.setdefault(key, {})
        if field.keys[-1] == ANY_KEY:
            parent |= {key: _stored(field, rows) for key, rows in value.items()}
        else:
            parent[field.keys[-1]] = _stored(field, value)
    return table


def by_path(path: str, value: Any) -> dict[str, Any]:
    """The attributes of a named tuple as the values of fields under a path; none for None."""
    return {} if value is None else {f"{path}.{key}": it for key, it in value._asdict().items()}


def under(path: str, values: Values) -> dict[str, Any]:
    """The values of the fields directly in the table at a path, by their keys."""
    start = path + "."
    return {
        name.removeprefix(start): value
        for name, value in values.items()
        if name.startswith(start) and "." not in name[len(start) :]
    }


CHECKS: dict[str, Check] = {}
"""The check of each record type by its root table, made when the first file is read."""


def _check(fields: Sequence[Field]) -> Check:
    """A function that checks a document by these fields, of which some end with ANY_KEY."""
    every = [field for field in fields if field.keys[-1] == ANY_KEY]
    check = checker([field for field in fields if field not in every])

    def check_all(data: Mapping[str, Any], zone: tzinfo) -> Checked:
        values, problems = check(data, zone)
        for field in every:
            values[field.path], more = _lists(field, data, zone)
            problems += more
        return values, problems

    return check_all if every else check


def _lists(field: Field, data: Mapping[str, Any], zone: tzinfo) -> Checked:
    """The lists of tables under every key of a field's table, and their problems."""
    table, _ = lookup(data, field.keys[:-1])
    path = ".".join(field.keys[:-1])
    if table is MISSING:
        return {}, []
    if not isinstance(table, Mapping):
        return {}, [f"{path}: not a table"]
    rows: dict[str, Any] = {}
    problems: list[str] = []
    for key, raw in table.items():
        of_key = field._replace(path=f"{path}.{key_text(key)}", default=())
        rows[key], more = value_of(of_key, raw, zone)
        problems += more
    return rows, problems


def _other_file(record: RecordType, source: Source) -> list[str]:
    """The problem of a file whose keys give another id than its name."""
    if not (record.key and source.values[record.key]):
        return []
    id = record.id_in(under(record.root, source.values))
    if id == source.id:
        return []
    return [f"{record.key}: the file of that {record.noun} is {id}.toml"]


def _stored(field: Field, value: Any) -> Any:
    """A value of a field in the types that TOML has."""
    if field.kind == "tables":
        return [table_of(field.of, row) for row in value]
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, tuple):
        return list(value)
    return span_text(value) if field.kind == "span" and isinstance(value, float) else value
