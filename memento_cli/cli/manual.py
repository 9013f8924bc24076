"""memento manual"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.cli.call import Call, of
from memento_cli.cli.reference.topics import TOPICS
from memento_cli.errors import Usage


def manual(
    ctx: typer.Context,
    topic: Annotated[
        str | None,
        typer.Argument(metavar="TOPIC", help="A topic or a command; lists them if none is given."),
    ] = None,
    man: Annotated[
        bool, typer.Option("--man", help="The man page: memento manual --man > memento.1.")
    ] = False,
) -> None:
    """Print the manual: one topic, as Markdown, or the list of topics."""
    call = of(ctx)
    if man:
        _man_page(call, topic)
    elif topic is None:
        _topics(call)
    else:
        from memento_cli.cli.reference.chapters import chapter

        name, text = chapter(topic)
        call.out.value({"topic": name, "text": text}, text.rstrip("\n"))


def _topics(call: Call) -> None:
    if call.out.format is not None:
        rows = [{"id": name, "about": line} for name, line in TOPICS.items()]
        call.out.rows(rows, ("id", "about"), "topics")
        return
    width = max(map(len, TOPICS))
    for name, line in TOPICS.items():
        call.out.say(f"{name:<{width}}  {line}")
    call.out.note("`memento manual TOPIC` prints one; a command's name works, too.")


def _man_page(call: Call, topic: str | None) -> None:
    from memento_cli.cli.reference.man_page import man_page

    if topic is not None:
        raise Usage("--man is the whole man page; it takes no topic")
    text = man_page()
    call.out.value({"topic": "man", "text": text}, text.rstrip("\n"))
