"""The one module that prints. stdout is data, stderr is talk."""

from __future__ import annotations

import os
import sys

from memento_cli.cli.output.values import column, flagged, json_text, safe
from memento_cli.errors import MementoError, Refused, Usage
from memento_cli.standard import contextmanager, suppress

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime, tzinfo
    from typing import Any, TextIO

    Row = Mapping[str, Any]

NARROW = 80  # signs of a table that no terminal shows
LEAST_WRAPPED, LEAST_PAGED = 40, 8  # signs and lines for which every terminal has room
FORMATS = ("table", "json", "ndjson", "tsv", "ids")
FORCING = ("FORCE_COLOR", "CLICOLOR_FORCE")
COLORS = ("auto", "always", "never")
SCHEMA = 1
STYLES = {"bold": "1", "dim": "2", "green": "32", "yellow": "33", "red": "31"}


class Output:
    """Prints values in the format that was asked for.

    Moments are as the person's clocks show them on a terminal (`local` is the zone of those), and
    else, or with `utc`, in UTC. `preference` is what the user's own settings say under a key.
    """

    def __init__(self) -> None:
        self.utc = False
        self.local: Callable[[], tzinfo | None] = lambda: None
        self.ahead: Callable[[], datetime | None] = lambda: None  # if in the future
        self.format: str | None = None
        self.fields: tuple[str, ...] = ()
        self.offered = False  # whether it is known that the answer has these
        self.quiet = False
        self.preference: Callable[[str], str] = lambda key: ""
        self.color = self.answer = ""  # the answer is the text of the result
        self.beside: dict[str, Any] = {}  # what JSON says of a list as a whole
        self.remember: Callable[[str, Sequence[str]], None] = lambda noun, ids: None

    @property
    def terminal(self) -> bool:
        """Whether a person reads stdout."""
        return is_terminal(sys.stdout)

    @property
    def zone(self) -> tzinfo | None:
        """The zone in which times are told; None is UTC, and so is what a program reads."""
        return self.local() if self.tabular and self.terminal and not self.prefers_utc else None

    @property
    def prefers_utc(self) -> bool:
        """Whether times are told and typed in UTC, by --utc or by the user's own settings."""
        return self.utc or self.preference("times") == "utc"

    @property
    def tabular(self) -> bool:
        """Whether rows become a table for a person."""
        return self.format == "table" or (self.format is None and self.terminal)

    @property
    def machine(self) -> bool:
        """Whether a program asked for JSON."""
        return self.format in ("json", "ndjson")

    def offer(self, fields: Sequence[str]) -> None:
        """Usage if --fields names none of those that an answer will have; no answer fails then."""
        self._check_fields([dict.fromkeys(fields)])
        self.offered = True

    def rows(
        self,
        rows: Sequence[Row],
        columns: Sequence[str],
        name: str = "memories",
        *,
        noun: str = "",
        named: Sequence[str] = (),
        words: Sequence[str] = (),
        below: str = "",
    ) -> None:
        """Print records: a table on a terminal, tab-separated columns in a pipe, or as asked.

        A terminal numbers them: a number stands for an id, or for what is `named` in its place, of
        this `noun`, else of `name`. A table marks these `words` in the summaries, below which
        stands the text that each record has under the key `below`.
        """
        shown = self.fields or tuple(columns)
        self._check_fields(rows)
        told = rows if self.machine else [flagged(row, shown) for row in rows]
        match self.format or ("table" if self.terminal else "tsv"):
            case "json":
                self._json({"schema": SCHEMA, **self.beside, name: [*map(self._record, rows)]})
            case "ndjson":
                self._jsons(rows)
            case "ids":
                ids = [str(row["id"]) for row in rows if row.get("id")]
                self._lines(map(safe, ids))
                if rows and not ids:
                    self.note("These have no ids; --format tsv prints their columns")
            case "tsv":
                zone = self.zone
                self._lines("\t".join(column(row.get(key), zone) for key in shown) for row in told)
            case None | "table" if not rows and self.terminal:
                return  # a note says so; the numbers of the list before go on
            case _:
                names = named or [str(row.get("id", "")) for row in rows]
                numbered = bool(named or "id" in columns) and self.terminal
                if numbered:
                    self.remember(noun or name, names)
                self._table(told, shown, numbered, words, below)

    def value(self, value: Row, text: str) -> None:
        """Print one result: as JSON when that was asked for, else the text, made by the caller."""
        self._check_fields([value])
        self.answer = text
        if self.machine:
            self._json({"schema": SCHEMA, **self._record(value)})
        elif self.format == "ids" and not value.keys().isdisjoint(("id", "ids")):
            self.rows([{"id": id} for id in value.get("ids", [value.get("id")])], ())
        else:
            self._line(text)

    def values(self, values: Sequence[Row], texts: Sequence[str], name: str) -> None:
        """Print the results of an act on several memories: one document, or a line each."""
        self._check_fields(values)
        self.answer = ", ".join(texts)
        if self.format == "ndjson":
            self._jsons(values)
        elif self.machine:
            self._json({"schema": SCHEMA, name: [self._record(value) for value in values]})
        elif self.format == "ids" and values and "id" in values[0]:
            self.rows(values, ())
        else:
            self._lines(map(broken, texts))

    def say(self, text: str) -> None:
        """Print a line of text, as it is: the caller has made what a store says safe."""
        self._line(text)

    def note(self, text: str) -> None:
        """Tell a person something beside the data; --quiet silences it."""
        if not self.quiet:
            _talk(text)

    def warn(self, text: str) -> None:
        """Name something that had to be skipped."""
        _talk(self.warning(text))

    @contextmanager
    def advice(self) -> Iterator[None]:
        """For what is told beside an act that is done: if it cannot be read, it is not told."""
        with suppress(MementoError, OSError):
            yield

    def warning(self, text: str) -> str:
        """What `warn` says."""
        from memento_cli.core.text.quoting import shown  # which knows what a secret looks like

        return f"{self.style('Warning:', 'yellow', sys.stderr)} {shown(text)}"

    def error(self, problem: MementoError, given: Sequence[str] = ()) -> None:
        """What happened, and what to do about it, to whoever has given these texts."""
        from memento_cli.core.text.quoting import shown

        _talk(f"{self.style('Error:', 'red', sys.stderr)} {shown(problem.message, given)}")
        for line in ([f"Hint: {problem.hint}"] if problem.hint else []) + [*problem.choices]:
            _talk(shown(line, given))

    def talk(self, text: str) -> None:
        """Tell a person what they need to go on, also where notes are silenced."""
        _talk(text)

    def ask_text(self, question: str) -> str:
        """What a person types in answer to a question; empty at the end of the input."""
        return _answer_to(question).strip()

    def ask(self, question: str, choices: Mapping[str, str], default: str) -> str | None:
        """The key of the answer that a person gives; None where nobody can be asked."""
        if not can_ask():
            return None
        from memento_cli.core.text.quoting import shown

        offered = ", ".join(
            f"[{key.upper() if key == default else key}]{word[len(key) :]}"
            for key, word in choices.items()
        )
        while True:
            answer = _answer_to(f"{shown(question)} {offered}: ")
            if not answer:
                return None
            typed = answer.strip().lower() or default
            near = [key for key, word in choices.items() if word.startswith(typed)]
            if typed in choices or len(near) == 1:
                return typed if typed in choices else near[0]
            _talk(f"{shown(typed)} is none of {', '.join(choices)}")

    def confirmed(self, question: str, yes: bool) -> None:
        """Go on only with --yes or a person's yes; otherwise Refused."""
        if yes:
            return
        if at := self.ahead():
            question = f"Dated {self.minute(at)}: {question}"
        answer = self.ask(question, {"y": "yes", "n": "no"}, "n")
        if answer is None:
            hint = "add --yes to confirm it in a script"
            raise Refused(f"not done: nobody is there to ask: {question}", hint)
        if answer != "y":
            raise Refused("not done")

    def style(self, text: str, name: str, stream: TextIO | None = None) -> str:
        """The text in a colour, where colours are wanted."""
        wanted = self.colored(stream or sys.stdout)
        return f"\x1b[{STYLES[name]}m{text}\x1b[0m" if wanted else text

    def colored(self, stream: TextIO) -> bool:
        """Whether to colour a stream: --color, then NO_COLOR, CLICOLOR_FORCE, TERM, a terminal."""
        color = self.color or self.preference("color") or COLORS[0]
        if color != COLORS[0]:
            return color == "always"
        if os.environ.get("NO_COLOR"):
            return False
        if any(os.environ.get(name, "0") not in ("", "0") for name in FORCING):
            return True
        return os.environ.get("TERM") != "dumb" and is_terminal(stream)

    def here(self, at: datetime) -> datetime:
        """The moment in the zone in which times are told."""
        from memento_cli.core.time.when import in_zone

        zone = self.zone
        return in_zone(at, zone) if zone else at

    def minute(self, at: datetime) -> str:
        """A moment to the minute, for a person; without a zone where it is local."""
        return f"{self.here(at):%Y-%m-%d %H:%M}".zfill(16) + ("" if self.zone else " UTC")

    @contextmanager
    def progress(
        self, what: str, total: int | None = None, waiting: str = ""
    ) -> Iterator[Callable[[], None]]:
        """A bar on a terminal, for work that takes longer than a moment; the caller ticks it.
        `waiting` is shown at once, until the first tick."""
        if self.quiet or not is_terminal(sys.stderr):
            yield lambda: None
            return
        from memento_cli.cli.output.bar import Bar  # a person waits, and looks

        with Bar(what, total, waiting) as tick:
            yield tick

    def _record(self, row: Row) -> dict[str, Any]:
        return {key: row.get(key) for key in self.fields} if self.fields else dict(row)

    def _check_fields(self, rows: Sequence[Row]) -> None:
        unknown = [key for key in self.fields if rows and key not in rows[0]]
        if unknown and not self.offered:
            raise Usage(f"no field {unknown[0]}", "the fields are " + ", ".join(rows[0]))

    def _table(
        self,
        rows: Sequence[Row],
        columns: Sequence[str],
        numbered: bool,
        words: Sequence[str],
        below: str,
    ) -> None:
        from memento_cli.cli.output.table_view import WIDE, table_text
        from memento_cli.cli.output.wrapping import columns_of

        width = columns_of(sys.stdout) if self.terminal else NARROW
        colored = self.colored(standard_output())
        if numbered and not self.fields and width < WIDE:
            columns = [key for key in columns if key != "id"]
        self._write(table_text(rows, columns, self.zone, width, numbered, colored, words, below))

    def _json(self, document: Row) -> None:
        self._line(json_text(document, self.zone))

    def _jsons(self, rows: Sequence[Row]) -> None:
        self._lines(json_text(self._record(row), self.zone) for row in rows)

    def _lines(self, lines: Iterator[str] | Sequence[str]) -> None:
        for line in lines:
            self._line(line)

    def _line(self, line: str) -> None:
        self._write(line + "\n")

    def _write(self, text: str) -> None:
        """Write lines; through the user's pager where a terminal has no room for them."""
        stream = standard_output()
        if self.terminal and text.count("\n") > LEAST_PAGED:
            from memento_cli.cli.output.pager import is_paged  # short texts need none

            if is_paged(text, self.preference("pager")):
                return
        stream.write(text)


def can_ask() -> bool:
    """Whether a person is there to answer."""
    return is_terminal(sys.stdin) and is_terminal(sys.stderr)


def _answer_to(question: str) -> str:
    """The line that is typed after a question."""
    try:
        _talk(question, end="")
        return sys.stdin.readline()
    except KeyboardInterrupt:
        _talk("")  # what is told next begins a line
        raise


def _talk(text: str, end: str = "\n") -> None:
    if sys.stderr is not None:
        sys.stdout.flush() if sys.stdout is not None else None
        sys.stderr.write(broken(text, sys.stderr) + end)
        sys.stderr.flush()


def broken(text: str, stream: TextIO | None = None) -> str:
    """Text in lines for which a terminal has room; as it is where no terminal reads the stream."""
    stream = stream or sys.stdout
    if len(text) <= LEAST_WRAPPED or not stream or not stream.isatty():
        return text
    from memento_cli.cli.output.wrapping import columns_of, wrapped  # short texts need none

    return wrapped(text, columns_of(stream))


def standard_output() -> TextIO:
    """The stream that data goes to. OSError if the caller has closed it."""
    if sys.stdout is None:
        raise OSError(9, "stdout is closed")
    return sys.stdout


def is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()
