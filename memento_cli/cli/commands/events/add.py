"""memento event add"""

from __future__ import annotations

from memento_cli.cli.call import opened
from memento_cli.cli.commands.facts.state_options import ABOUT, about_given
from memento_cli.cli.input.acting import typed, unless_secret
from memento_cli.cli.input.piped import Piped, not_lost, standard_input
from memento_cli.cli.output.values import safe
from memento_cli.core.events.event_rows import talk_row
from memento_cli.core.events.events import (
    CHAT,
    IMAGE,
    SOURCES,
    Event,
    Words,
    checked_event,
    is_complete,
)
from memento_cli.core.memory.about import About
from memento_cli.core.memory.memory import trimmed
from memento_cli.core.memory.record_kinds import EVENTS, ref_of
from memento_cli.errors import PARTLY, Ended, Usage
from memento_cli.standard import nullcontext

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.actions.events.observe import Observed
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import (
        AboutSure,
        AboutTime,
        AllowSecret,
        DryRun,
        Jsonl,
        LifeStage,
        Of,
        People,
    )

ALONE = ("jsonl", "dry_run", "strict", "allow_secret", "of")
"""What a stream of events takes beside it: all else its lines say."""


def add(
    call: Call,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="TEXT", help="What was said, or a notice; - reads it from stdin."),
    ] = None,
    user: Annotated[
        str | None, typer.Option("--user", "-u", metavar="TEXT", help="What a user said.")
    ] = None,
    assistant: Annotated[
        str | None, typer.Option("--assistant", "-a", metavar="TEXT", help="What was answered.")
    ] = None,
    speaker: Annotated[
        str, typer.Option("--speaker", metavar="NAME", help="Who said it, by name.")
    ] = "",
    image: Annotated[
        list[str] | None,
        typer.Option("--image", metavar="TEXT", help="What is on an image; repeatable."),
    ] = None,
    source: Annotated[
        str, typer.Option("--source", metavar="|".join(SOURCES), help="Where it comes from.")
    ] = "",
    client: Annotated[
        str, typer.Option("--client", metavar="NAME", help="The program they talked through.")
    ] = "",
    session: Annotated[
        str, typer.Option("--session", metavar="NAME", help="Which session of it.")
    ] = "",
    project: Annotated[str, typer.Option("--project", metavar="NAME", help="Of a project.")] = "",
    of: Of = "",
    people: People = None,
    at: Annotated[str | None, typer.Option(metavar="TIME", help="When; else now.")] = None,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="A turn that was broken off.")
    ] = False,
    about: AboutTime = None,
    about_confidence: AboutSure = None,
    life_stage: LifeStage = None,
    jsonl: Jsonl = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="With --jsonl: code 7 if any had to be left out.")
    ] = False,
    allow_secret: AllowSecret = False,
    dry_run: DryRun = False,
) -> None:
    """Keep what happened, unchanged and for ever: a turn of talk, a notice, what an image shows.

    It prints the event's id. A turn is what a user said, together with what was answered.
    """
    text = " ".join(words or ())
    if [text, user, assistant].count("-") > 1:
        raise Usage("standard input is one text", "only one of TEXT, --user and --assistant is -")
    if jsonl is not None:
        _stream(call, jsonl, of, strict, allow_secret, dry_run)
        return
    given = [call.params[key] for key in ABOUT]
    content = Words(
        user=typed(user, "what the user said") if user else "",
        assistant=typed(assistant, "the answer") if assistant else "",
        said=trimmed(typed(text, "what was said")) if text else "",
        speaker=speaker,
        images=tuple(image or ()),
    )
    event = Event(
        id="",
        at=call.moment(at) if at else call.now,
        source=source or (IMAGE if content.images and not (content.user or content.said) else CHAT),
        by="",
        person=of,
        words=content,
        client=client,
        session=session,
        project=project,
        people=tuple(people or ()),
        about=about_given(call, *given) if any(one is not None for one in given) else About(),
    )
    event = event._replace(done=not unfinished and is_complete(content, event.source))
    _keep(call, checked_event(event), allow_secret, dry_run)


def _keep(call: Call, event: Event, allow_secret: bool, dry_run: bool) -> None:
    from memento_cli.actions.events.observe import observe as act

    if dry_run:
        value = {"id": None, "source": event.source, "at": event.at, "observed": False}
        call.out.value(value, f"would keep {event.source}: {safe(event.text)}")
        return
    store = call.store_or_new()
    done = unless_secret(call, lambda allow: act(store, event, allow_secret=allow), allow_secret)
    value = {"id": done.ref, "source": done.source, "at": done.at}
    value |= talk_row(done, store.zone)
    call.out.value(value, safe(done.ref))


def _stream(
    call: Call, path: str, of: str, strict: bool, allow_secret: bool, dry_run: bool
) -> None:
    from memento_cli.actions.events.observe import Stream
    from memento_cli.actions.exchange.sources.rows import event_items

    for name, option in call.given.items():
        if name not in ALONE:
            raise Usage(f"{option} does not go with --jsonl", "each line says it for itself")
    store = call.store if dry_run else call.store_or_new()
    stream = Stream(store, of, dry=dry_run, allow_secret=allow_secret)
    try:
        piped = path == "-"
        source = nullcontext(standard_input(call, "JSON lines")) if piped else opened(path)
        with source as file, call.out.progress("observing") as tick:
            rows = Piped(file, path, stream, allow=allow_secret)
            with not_lost(rows, dry=dry_run):
                stream.take(event_items(rows.reader, path, call.zone, call.moving_now), tick)
    except BaseException:
        if stream.until:
            _report(call, stream.done, dry_run)
            call.out.note(safe(f"Ended early: go on after {stream.until}"))
        raise
    _report(call, stream.done, dry_run)
    call.warn_kept()
    if strict and stream.skipped:
        raise Ended(PARTLY)


def _report(call: Call, done: Observed, dry_run: bool) -> None:
    for bad in (each.told for each in done.skipped):
        call.out.note(safe(f"{bad.where}: {bad.reason}"))
    added = [ref_of(EVENTS, id) for id in done.added]
    value = {
        "added": added,
        "already": done.already,
        "skipped": [bad.told._asdict() for bad in done.skipped],
        "dry_run": dry_run,
    }
    verb = "would be added" if dry_run else "added"
    skipped = f", {len(done.skipped)} skipped" if done.skipped else ""
    text = f"{done.fresh} {verb}, {done.already} there already{skipped}"
    call.out.value(value, text)
