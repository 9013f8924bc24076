"""memento help: a page, a chapter of the manual, or all that there is to say of a command."""

from __future__ import annotations

from memento_cli.cli.reference.pages import PAGES, first_page, page_text, settings_here
from memento_cli.cli.reference.topics import TOPICS
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.store.settings.values import Settings

LISTED = "topics"
"""The page that lists every page and every chapter."""


def help_(
    call: Call,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TOPIC|VERB]", help="all, topics, one of these, or a command: fact set."
        ),
    ] = None,
    man: Annotated[
        bool, typer.Option("--man", help="The man page: memento help --man > memento.1.")
    ] = False,
    html: Annotated[
        str | None,
        typer.Option("--html", metavar="DIR", help="All of it as pages, into this folder."),
    ] = None,
) -> None:
    """Print help: the first page, a topic, or a command with its chapter of the manual."""
    topic = " ".join(words or ())
    if (man or html is not None) and (topic or (man and html is not None)):
        raise Usage("--man and --html are of the whole manual", "each stands alone")
    if man:
        from memento_cli.cli.reference.man_page import man_page

        _print(call, "man", man_page())
    elif html is not None:
        from memento_cli.cli.reference.site.writing import written

        if not html:
            raise Usage("--html needs a folder", "--html manual")
        names = written(html, settings_here(call))
        text = f"Wrote {len(names)} pages to {html}"
        call.out.values([{"path": path} for path in names], [text], "files")
    elif topic == LISTED:
        _list_topics(call)
    else:
        _print(call, *topic_text(topic, settings_here(call)))


def topic_text(topic: str, settings: Settings) -> tuple[str, str]:
    """The name and the text of a topic. NotFound if there is none."""
    if not topic:
        return "", first_page(settings)
    if topic in PAGES:
        return topic, page_text(topic, settings)
    from memento_cli.cli.reference.chapters import chapter

    return chapter(topic, settings)


def _print(call: Call, topic: str, text: str) -> None:
    shown = text.rstrip("\n")
    if call.out.terminal and not call.out.machine and topic not in ("man", *PAGES):
        from memento_cli.cli.output.pictures import columns
        from memento_cli.cli.output.wrapping import reflowed

        shown = reflowed(shown, columns())
    call.out.value({"topic": topic, "text": text}, shown)


def _list_topics(call: Call) -> None:
    topics = {**PAGES, **{name: line for name, line in TOPICS.items() if name not in PAGES}}
    if call.out.format is not None:
        rows = [{"id": name, "about": line} for name, line in topics.items()]
        call.out.rows(rows, ("id", "about"), "topics")
        return
    width = max(map(len, topics))
    for name, line in topics.items():
        call.out.say(f"{name:<{width}}  {line}")
    call.out.note("`memento help TOPIC` prints one; a command's name works, too")
