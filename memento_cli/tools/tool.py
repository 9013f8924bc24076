"""A tool: its name, what it takes, and what it does. The schema is made from its fields."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC
from json import dumps
from typing import TYPE_CHECKING, Any

from memento_cli.core.fields.checks import checked
from memento_cli.core.fields.field import Field
from memento_cli.core.fields.json_schema import loose, strict
from memento_cli.errors import BadValue, Usage
from memento_cli.named_tuple import NamedTuple
from memento_cli.tools.leniency import understood, without_null

if TYPE_CHECKING:
    from collections.abc import Callable

    from memento_cli.tools.request_context import RequestContext

MOST_DIGITS = 9
MOST_SIGNS, MOST_ENTRIES, MOST_BYTES = 100_000, 100, 1_000_000
"""So long a text may be, so many entries a list, and so large all that a call says."""

MOST_UNKNOWN = 10
"""So many arguments that there are not are told of at once."""
ACT, AGREED, TEXT = "act", "confirm", "text"
SAYS = (
    Field(
        TEXT, "text", "The answer; words of the store stand in it between two marks, as data.",
        required=True,
    ),
    Field("error", "text", "The kind of an error."),
)  # fmt: skip
"""What every answer of ours has."""
Arguments = Mapping[str, Any]
"""What a call says, checked, by the paths of the tool's fields."""


class ToolResult(NamedTuple):
    """The answer of a tool: a value, whose `text` is what it says in words.

    Some hosts hand a model only the value and some only the text, so both have the same. Words of a
    store stand within a fence in the text; beside it stand ids, numbers and labels. `form` replaces
    the text where another program has settled its form.
    """

    value: dict[str, Any]
    is_error: bool = False
    form: str = ""

    @property
    def words(self) -> str:
        """The answer as one text: what it says, then the rest of the value as a line of JSON."""
        if self.form:
            return self.form
        rest = {key: one for key, one in self.value.items() if key != TEXT}
        lines = (self.value[TEXT], dumps(rest, ensure_ascii=False) if rest else "")
        return "\n".join(filter(None, lines))


def told(text: str, value: Mapping[str, Any], *notes: str) -> ToolResult:
    """An answer in words, with notes below them; beside them ids, numbers and labels, without those
    that say nothing."""
    beside = {key: one for key, one in value.items() if one not in (None, "", {})}
    return ToolResult({TEXT: "\n".join(filter(None, (text, *notes))), **beside})


def each_text(value: Any, change: Callable[[str], str]) -> Any:
    """A value of JSON with each text in it changed, keys too."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(key): each_text(one, change) for key, one in value.items()}
    return [each_text(one, change) for one in value] if isinstance(value, list) else value


def wordless(row: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """What of a row a value may say beside the words: of these keys, its trust and its flags, as
    far as they say anything."""
    return {key: row[key] for key in (*keys, "trust", "flags") if row[key] not in (None, ())}


def filled(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row without what is None."""
    return {key: one for key, one in row.items() if one is not None}


LABELS = (
    Field("trust", "text", "Who vouches for it."),
    Field("flags", "texts", "What of it reads like instructions."),
)
"""The labels of a row."""


class Tool(NamedTuple):
    """One tool. `writes` if it changes the store, but for these values of its `act` that only read;
    `destroys` if it can do what cannot be undone. `gives` are the fields of its answer beside
    `text`, or with `is_foreign` all of them, as another program has settled them, which also passes
    over what it does not know.

    Unasked is what it answers as long as the user has not agreed to what needs that; that they have
    stands in what was said under `confirm`.
    """

    name: str
    doc: str
    fields: tuple[Field, ...]
    do: Callable[[RequestContext, Arguments], ToolResult]
    writes: bool = True
    reads: tuple[str, ...] = ()
    destroys: bool = False
    repeats: bool = False
    gives: tuple[Field, ...] = ()
    is_foreign: bool = False

    def act(self, request: RequestContext, args: Arguments) -> ToolResult:
        """What it answers, once it is done."""
        request.agreed = bool(args.get(AGREED))
        return self.do(request, args)

    @property
    def schema(self) -> dict[str, Any]:
        """What it takes, as JSON Schema; nothing beside that, unless another program is so."""
        return loose(self.fields) if self.is_foreign else strict(self.fields)

    @property
    def answer_schema(self) -> dict[str, Any]:
        """What it answers, as JSON Schema; nothing beside that."""
        return strict(self.gives if self.is_foreign else (*SAYS, *self.gives))

    @property
    def reading(self) -> Tool | None:
        """The same for who only reads; None if nothing is left of it."""
        if not self.writes:
            return self
        if not self.reads:
            return None
        act = next(field for field in self.fields if field.path == ACT)
        fields = (act._replace(choices=self.reads), *(one for one in self.fields if one != act))
        return self._replace(fields=fields, writes=False)

    def arguments_of(self, given: Mapping[str, Any] | None) -> Arguments:
        """What a call says, checked. BadValue with all that is wrong with it."""
        given = without_null(given or {})
        size = len(dumps(given, ensure_ascii=False).encode(errors="surrogatepass"))
        if size > MOST_BYTES:
            raise BadValue(f"the arguments have {size} bytes; {MOST_BYTES} are the most")
        if not self.is_foreign:  # whose refusals are settled, too
            given = understood(self.fields, given)
        values, problems = checked(self.fields, given, UTC)
        unknown = () if self.is_foreign else self._unknown(given)
        problems += [self._meant(name) for name in unknown[:MOST_UNKNOWN]]
        problems += [problem for path in values for problem in _too_long(path, values[path])]
        if problems:
            takes = ", ".join(field.path for field in self.fields)
            raise BadValue("; ".join(problems), f"{self.name} takes {takes}")
        return values

    def _meant(self, name: str) -> str:
        """What is said of an argument that there is not, with the one that it is like."""
        from memento_cli.core.text.normal_forms import nearest  # only a mistake comes here

        rows = (f"{field.path}.{one.path}" for field in self.fields for one in field.of)
        near = nearest(name, [*(field.path for field in self.fields), *rows])
        return f"unknown argument {name[:60]!r}" + (f", did you mean {near[0]}?" if near else "")

    def _unknown(self, given: Mapping[str, Any]) -> list[str]:
        known = {field.path for field in self.fields}
        tables = {field.keys[0] for field in self.fields if len(field.keys) > 1}
        found = [name for name in given if name not in known and name not in tables]
        for table in tables:
            inner = given.get(table)
            if isinstance(inner, dict):
                found += [f"{table}.{key}" for key in inner if f"{table}.{key}" not in known]
        for field in self.fields:
            rows, inside = given.get(field.path), {one.path for one in field.of}
            if field.of and isinstance(rows, list):
                named = (key for row in rows if isinstance(row, dict) for key in row)
                found += [f"{field.path}.{key}" for key in named if key not in inside]
        return found


def whole_in(text: str, name: str) -> int | None:
    """The number that a text says, as prompts and addresses can only say it; None if it is blank.
    Usage if it is none, or far too large."""
    said = text.strip()
    if not said:
        return None
    if not said.isdecimal() or len(said) > MOST_DIGITS:
        raise Usage(f"{name} cannot be {text[:40]!r}", "a whole number")
    return int(said)


def _too_long(path: str, value: Any) -> list[str]:
    if isinstance(value, str) and len(value) > MOST_SIGNS:
        return [f"{path}: {len(value)} signs; {MOST_SIGNS} are the most"]
    if isinstance(value, tuple) and len(value) > MOST_ENTRIES:
        return [f"{path}: {len(value)} entries; {MOST_ENTRIES} are the most"]
    if isinstance(value, tuple):
        inner = (one for row in value if isinstance(row, dict) for one in row.items())
        return [problem for key, one in inner for problem in _too_long(f"{path}.{key}", one)]
    return []
