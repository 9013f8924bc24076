"""memento export"""

from __future__ import annotations

import os
from collections import Counter

from memento_cli.cli.command_line import options
from memento_cli.cli.command_line.options import EXPORTS
from memento_cli.cli.output.rows import counted
from memento_cli.cli.output.values import safe
from memento_cli.core.security.trust import PRIVACIES, TRUSTS
from memento_cli.errors import PARTLY, BadData, Ended, Refused, Usage
from memento_cli.named_tuple import TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Annotated

    import typer

    from memento_cli.actions.exchange.export import Left, What
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import Yes
    from memento_cli.core.memory.memory import Memory


T = TypeVar("T")
NDJSON, MARKDOWN, CSV, HTML = EXPORTS
MEMORIES = "memories"
END = "\r\n"
"""What ends a row of csv (RFC 4180)."""


def export(
    call: Call,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[QUERY]...", help="Which memories; else all.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="PATH", help="A file; of markdown, a folder."),
    ] = None,
    kinds: Annotated[
        str | None,
        typer.Option("--kinds", metavar="A,B", help="Of ndjson: memories,archive,graph …; or all."),
    ] = None,
    raw_csv: Annotated[
        bool, typer.Option("--raw-csv", help="Of csv: cells that a spreadsheet may compute.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Code 7 if anything could not be read.")
    ] = False,
    yes: Yes = False,
) -> None:
    """Hand out what the store holds: whole, as JSON lines that a store can be made of again; or
    memories, as notes, a table or a page."""
    format = call.out.format or NDJSON
    output = None if output == "-" else output
    _check(call, format, output, raw_csv)
    work = _Work(call, _what(call, words or [], format, kinds), alone=kinds is not None)
    if format == MARKDOWN:
        work.notes(output or "", yes)
    else:
        work.hand_over(_texts(work, format, output, raw_csv), output, yes)
    work.report(output)
    if strict and work.unread:
        raise Ended(PARTLY)


def _check(call: Call, format: str, output: str | None, raw_csv: bool) -> None:
    if format not in EXPORTS or call.out.fields:
        hint = f"--format {'|'.join(EXPORTS)}; ndjson is JSON, a row a line"
        no_fields = ", and no --fields" if call.out.fields else ""
        raise Usage(f"an export has formats of its own{no_fields}", hint)
    if format == MARKDOWN and not output:
        raise Usage("a folder for the notes?", "--output FOLDER, which is empty or not there yet")
    if output is not None:
        from memento_cli.store.files.atomic_export import check_outside

        if not output:
            raise Usage("--output needs a name", "--output all.ndjson; without it all is printed")
        check_outside(output)
    if raw_csv and format != CSV:
        raise Usage("--raw-csv is of --format csv")


def _what(call: Call, words: list[str], format: str, kinds: str | None) -> What:
    """What to export: all there is, or of a query or of any format but ndjson, memories alone.

    Labels are asked of every kind, not of memories alone, so they are no part of the query.
    """
    from memento_cli.actions.exchange.export import What, is_limited, kinds_in
    from memento_cli.store.exchange.export_rows import KINDS

    query = options.query(call, words, dated=False)
    privacy, trust = query.min_privacy or PRIVACIES[0], query.min_trust or TRUSTS[-1]
    query = query._replace(min_privacy=None, min_trust=None)
    wanted = kinds_in(kinds) if kinds is not None else None
    if format != NDJSON and wanted not in (None, (MEMORIES,)):
        raise Usage(f"{format} has room for memories alone", "--format ndjson takes every kind")
    alone = format != NDJSON or is_limited(query)
    return What(query, wanted or ((MEMORIES,) if alone else KINDS), privacy, trust)


def _texts(work: _Work, format: str, output: str | None, raw_csv: bool) -> Iterator[str]:
    """What goes to a file or to stdout, in pieces that each end a line.

    What is printed shows what cannot be seen; what a file gets is exact, as ndjson is always.
    """
    if format == NDJSON:
        return work.rows()
    if format == HTML:
        return _page(work)
    table = work.table(raw_csv)
    if output is not None:
        return table
    return (f"{safe(text.removesuffix(END), lines=True)}\n" for text in table)


def _counted(count: int, what: str) -> str:
    return counted(count, what) if what != "memory" or count == 1 else f"{count} {MEMORIES}"


class _Work:
    """An export under way: what went out so far, what was left out, and what may be a secret.

    `alone`: nothing but the kinds that were named goes out.
    """

    def __init__(self, call: Call, what: What, *, alone: bool = False) -> None:
        self.call, self.what, self.alone = call, what, alone
        self.done = self.secrets = self.unread = 0
        self.also = ""
        self.left: Counter[str] = Counter()

    def rows(self) -> Iterator[str]:
        """The rows of ndjson."""
        from memento_cli.actions.exchange.export import export, kinds_sent
        from memento_cli.store.exchange.export_rows import header, row_text

        yield header(kinds_sent(self.what)) + "\n"
        for row in self._going_out(export(self.call.store, self.what, self.call.now)):
            try:
                yield row_text(row) + "\n"
            except BadData as problem:
                self.done -= 1
                self._unreadable(row.path, "; ".join(problem.problems))

    def memories(self) -> Iterator[Memory]:
        """The memories of the other formats."""
        from memento_cli.actions.exchange.export import exported_memories

        return self._going_out(exported_memories(self.call.store, self.what, self.call.now))

    def table(self, raw: bool) -> Iterator[str]:
        """The rows of csv."""
        from memento_cli.store.exchange.memory_formats import csv_head, csv_row

        yield csv_head()
        for memory in self.memories():
            yield csv_row(memory, self.call.now, raw=raw)

    def hand_over(self, texts: Iterable[str], output: str | None, yes: bool) -> None:
        """Write all into a file, whole or not at all; or print it."""
        if output is None:
            for text in texts:
                self.call.out.say(text.removesuffix("\n"))
            return
        from memento_cli.store.files.atomic_export import atomic_file

        if os.path.isdir(output):
            raise Refused(f"{output} is a folder", "give the name of a file")
        if os.path.lexists(output):
            self.call.out.confirmed(f"{output} is already there. Write over it?", yes)
        with atomic_file(output) as file:
            for text in texts:
                file.write(text.encode())

    def notes(self, output: str, yes: bool) -> None:
        """Write a folder of notes, one a memory, in place of those of an export before."""
        from memento_cli.store.exchange.memory_formats import SUFFIX, is_note, note_text
        from memento_cli.store.files.atomic_export import atomic_folder, new_file, own_files

        if own_files(output, is_note):
            self.call.out.confirmed(f"{output} has notes already. Write new ones instead?", yes)
        with atomic_folder(output, is_note) as folder:
            for memory in self.memories():
                with new_file(os.path.join(folder, memory.id + SUFFIX)) as file:
                    file.write(note_text(memory).encode())

    def report(self, output: str | None) -> None:
        """Tell on stderr what went out, what did not, and that there are secrets in it."""
        out, what = self.call.out, "memory" if self.what.kinds == (MEMORIES,) else "row"
        for reason, count in self.left.items():
            out.warn(f"{_counted(count, what)} left out: {reason}")
        if self.secrets:
            note = f"{_counted(self.secrets, what)} with a key or a password in it"
            out.warn(f"{note} went out; `memento store secrets` names them")
        if output is not None:
            out.note(f"Wrote {_counted(self.done, what)}{self.also} to {safe(output)}")

    def _going_out(self, offered: Iterable[T | Left]) -> Iterator[T]:
        """What goes out, counted; what does not is told, or counted where a label keeps it."""
        from memento_cli.actions.exchange.export import (
            DOUBTFUL,
            UNMARKED,
            Left,
            has_secret,
            size_of,
        )

        with self.call.out.progress("exporting", size_of(self.call.store, self.what)) as tick:
            for one in offered:
                tick()
                if not isinstance(one, Left):
                    self.done += 1
                    self.secrets += has_secret(one)
                    yield one
                elif one.reason in (UNMARKED, DOUBTFUL):
                    self.left[one.reason] += one.rows
                else:
                    self._unreadable(one.path, one.reason)

    def _unreadable(self, path: str, reason: str) -> None:
        self.unread += 1
        self.call.out.warn(f"{path}: {reason}; left out")


def _page(work: _Work) -> Iterator[str]:
    """The pieces of a page to look at: of the whole store or, if memories were chosen, of these."""
    from memento_cli.actions.exchange.export import What, has_secret
    from memento_cli.web.frozen import frozen_parts  # few exports are pages
    from memento_cli.web.looking import Looking

    def counted_secrets(document: object) -> None:
        work.secrets += has_secret(document)

    call, whole = work.call, work.what._replace(kinds=()) == What(kinds=()) and not work.alone
    work.also = ", and all that holds and happened (--kinds memories leaves it out)," * whole
    looking = Looking(call.store, call.now, call.zone)
    return frozen_parts(looking, work.memories(), whole=whole, beside=counted_secrets)
