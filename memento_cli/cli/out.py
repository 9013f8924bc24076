"""The one module that prints. stdout is data, stderr is talk."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TextIO

from memento_cli.cli.safe import between_tabs, safe
from memento_cli.core.when import iso
from memento_cli.errors import MementoError, Refused, Usage

FORMATS = ("table", "json", "ndjson", "tsv", "ids")
COLORS = ("auto", "always", "never")
SCHEMA = 1
STYLES = {"bold": "1", "dim": "2", "green": "32", "yellow": "33", "red": "31"}
NARROW = 80
CELL_SIGNS = 200
PATIENCE_SECONDS = 0.7

Row = Mapping[str, Any]


class Out:
    """Prints values in the format that was asked for."""

    def __init__(self) -> None:
        self.format: str | None = None
        self.fields: tuple[str, ...] = ()
        self.quiet = False
        self.color = "auto"

    @property
    def terminal(self) -> bool:
        """Whether a person reads stdout."""
        return _is_terminal(sys.stdout)

    @property
    def machine(self) -> bool:
        """Whether a program asked for JSON."""
        return self.format in ("json", "ndjson")

    def rows(self, rows: Sequence[Row], columns: Sequence[str], name: str = "memories") -> None:
        """Print records: a table on a terminal, tab-separated columns in a pipe, or as asked."""
        shown = self.fields or tuple(columns)
        self._check_fields(rows)
        match self.format or ("table" if self.terminal else "tsv"):
            case "json":
                self._line(json_text({"schema": SCHEMA, name: [self._record(r) for r in rows]}))
            case "ndjson":
                self._lines(json_text(self._record(row)) for row in rows)
            case "ids":
                self._lines(safe(str(row.get("id", ""))) for row in rows)
            case "tsv":
                self._lines("\t".join(_column(row.get(key)) for key in shown) for row in rows)
            case _:
                self._table(rows, shown)

    def value(self, value: Row, text: str) -> None:
        """Print one result: as JSON when that was asked for, else the text, made by the caller."""
        self._check_fields([value])
        if self.machine:
            self._line(json_text({"schema": SCHEMA, **self._record(value)}))
        else:
            self._line(text)

    def values(self, values: Sequence[Row], texts: Sequence[str], name: str) -> None:
        """Print the results of an act on several memories: one document, or a line each."""
        for value in values:
            self._check_fields([value])
        if self.format == "ndjson":
            self._lines(json_text(self._record(value)) for value in values)
        elif self.machine:
            self._line(json_text({"schema": SCHEMA, name: [self._record(v) for v in values]}))
        elif self.format == "ids" and values and "id" in values[0]:
            self.rows(values, ())
        else:
            self._lines(texts)

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

    def warning(self, text: str) -> str:
        """What `warn` says."""
        return f"{self.style('Warning:', 'yellow', sys.stderr)} {safe(text)}"

    def error(self, problem: MementoError) -> None:
        """What happened, and what to do about it."""
        _talk(f"{self.style('Error:', 'red', sys.stderr)} {safe(problem.message)}")
        if problem.hint:
            _talk(f"Hint: {safe(problem.hint)}")

    def ask(self, question: str, choices: Mapping[str, str], default: str) -> str | None:
        """The key of the answer that a person gives; None where nobody can be asked."""
        if not can_ask():
            return None
        offered = ", ".join(_offered(key, word, default) for key, word in choices.items())
        while True:
            _talk(f"{safe(question)} {offered}: ", end="")
            answer = sys.stdin.readline()
            if not answer:
                return None
            given = answer.strip().lower() or default
            near = [key for key, word in choices.items() if word.startswith(given)]
            if given in choices or len(near) == 1:
                return given if given in choices else near[0]

    def confirmed(self, question: str, yes: bool) -> None:
        """Go on only with --yes or a person's yes; otherwise Refused."""
        if yes:
            return
        answer = self.ask(question, {"y": "yes", "n": "no"}, "n")
        if answer is None:
            raise Refused("not done: nobody is there to ask", "add --yes to confirm it in a script")
        if answer != "y":
            raise Refused("not done")

    def style(self, text: str, name: str, stream: TextIO | None = None) -> str:
        """The text in a colour, where colours are wanted."""
        wanted = self.colored(stream or sys.stdout)
        return f"\x1b[{STYLES[name]}m{text}\x1b[0m" if wanted else text

    def colored(self, stream: TextIO) -> bool:
        """Whether to colour a stream: --color, then NO_COLOR, CLICOLOR_FORCE, TERM, a terminal."""
        if self.color != "auto":
            return self.color == "always"
        if os.environ.get("NO_COLOR"):
            return False
        if _set("FORCE_COLOR") or _set("CLICOLOR_FORCE"):
            return True
        return os.environ.get("TERM") != "dumb" and _is_terminal(stream)

    @contextmanager
    def progress(self, what: str, total: int | None = None) -> Iterator[Callable[[], None]]:
        """A bar on a terminal, for work that takes longer than a moment; the caller ticks it."""
        if self.quiet or not _is_terminal(sys.stderr):
            yield lambda: None
            return
        bar = _Bar(what, total)
        try:
            yield bar.tick
        finally:
            bar.stop()

    def _record(self, row: Row) -> dict[str, Any]:
        return {key: row.get(key) for key in self.fields} if self.fields else dict(row)

    def _check_fields(self, rows: Sequence[Row]) -> None:
        unknown = [key for key in self.fields if rows and key not in rows[0]]
        if unknown:
            raise Usage(f"no field {unknown[0]}", "the fields are " + ", ".join(rows[0]))

    def _table(self, rows: Sequence[Row], columns: Sequence[str]) -> None:
        from rich.box import SIMPLE_HEAD
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for key in columns:
            numeric = bool(rows) and isinstance(rows[0].get(key), int | float)
            table.add_column(
                safe(key),
                justify="right" if numeric else "left",
                overflow="fold",
                no_wrap=key == "id",  # it is there to be copied
            )
        for row in rows:
            table.add_row(*(Text(_cut(cell(row.get(key), short=True))) for key in columns))
        colored = self.colored(sys.stdout)
        console = Console(
            file=_stdout(),
            emoji=False,
            markup=False,
            highlight=False,
            color_system="auto" if colored else None,
            force_terminal=colored or None,
            width=None if self.terminal else NARROW,
        )
        console.print(table)

    def _lines(self, lines: Iterator[str] | Sequence[str]) -> None:
        for line in lines:
            self._line(line)

    def _line(self, line: str) -> None:
        _stdout().write(line + "\n")


class _Bar:
    """A progress bar that appears only when the work has taken a while."""

    def __init__(self, what: str, total: int | None) -> None:
        self.what, self.total, self.done = what, total, 0
        self.start = time.monotonic()
        self.shown: Any = None

    def tick(self) -> None:
        self.done += 1
        if self.shown is None and time.monotonic() - self.start > PATIENCE_SECONDS:
            from rich.console import Console
            from rich.progress import Progress

            self.shown = Progress(console=Console(stderr=True), transient=True)
            self.shown.add_task(self.what, total=self.total)
            self.shown.start()
        if self.shown is not None:
            self.shown.update(0, completed=self.done)

    def stop(self) -> None:
        if self.shown is not None:
            self.shown.stop()


def _cut(text: str) -> str:
    return text if len(text) <= CELL_SIGNS else text[: CELL_SIGNS - 2] + " …"


def _offered(key: str, word: str, default: str) -> str:
    """An answer with its key marked; the one that Enter gives in capitals."""
    return f"[{key.upper() if key == default else key}]{word[len(key) :]}"


def _column(value: Any) -> str:
    """A value as one cell between tabs; a number below zero is one, whatever it begins with."""
    is_number = isinstance(value, int | float)
    return cell(value) if is_number else between_tabs(cell(value))


def cell(value: Any, *, short: bool = False) -> str:
    """A value as one cell: no tab, no newline, nothing that acts."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d}" if short else iso(value)
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, bool):
        return ("yes" if value else "") if short else ("true" if value else "false")
    if isinstance(value, list | tuple):
        return safe(", ".join(str(entry) for entry in value))
    return safe(str(value))


def json_text(value: Any) -> str:
    """JSON that is safe to print; moments are ISO 8601."""
    from memento_cli.store.strict_json import dumped

    return dumped(_plain(value))


def can_ask() -> bool:
    """Whether a person is there to answer."""
    return _is_terminal(sys.stdin) and _is_terminal(sys.stderr)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return _plain(value._asdict())
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value


def _talk(text: str, end: str = "\n") -> None:
    if sys.stderr is not None:
        sys.stdout.flush() if sys.stdout is not None else None
        sys.stderr.write(text + end)
        sys.stderr.flush()


def _stdout() -> TextIO:
    """Where data goes; OSError if the caller has closed it."""
    if sys.stdout is None:
        raise OSError(9, "stdout is closed")
    return sys.stdout


def _set(name: str) -> bool:
    return os.environ.get(name, "0") not in ("", "0")


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()
