"""memento record"""

from __future__ import annotations

from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.commands.memory.duplicates import (
    KEEP,
    LINK,
    POLICIES,
    REINFORCE,
    Choice,
    chosen,
    tell_twins,
)
from memento_cli.cli.input.acting import acting, by_whom, unless_secret
from memento_cli.cli.input.stdin import read_stdin
from memento_cli.cli.output.rows import law_value
from memento_cli.cli.output.values import safe
from memento_cli.core.memory.memory import (
    Draft,
    Link,
    Tags,
    split_content,
    trimmed,
    with_plain_ends,
)
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.errors import Refused, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Annotated, Any

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import (
        AllowSecret,
        DryRun,
        Links,
        People,
        Person,
        Topics,
        Yes,
    )
    from memento_cli.core.fading.laws import Law
    from memento_cli.core.tidy.near_duplicates import NearDuplicate
    from memento_cli.store.directory.store import Store

ABOUT_CONFIDENCE = "memory.about.confidence"
UNREAD = "what is still to be written"


def record(
    call: Call,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TEXT]...", help="What to keep; - reads it from standard input."),
    ] = None,
    detail: Annotated[
        str, typer.Option("--detail", "-d", metavar="TEXT", help="The rest; - reads it from stdin.")
    ] = "",
    editor: Annotated[bool, typer.Option("--editor", "-e", help="Write it in $EDITOR.")] = False,
    person: Person = None,
    topic: Topics = None,
    people: People = None,
    outcome: Annotated[
        str | None, typer.Option(help="positive, negative, neutral or mixed.", metavar="HOW")
    ] = None,
    significance: Annotated[
        str, typer.Option("--significance", "-s", metavar="high|medium|low", help="Its half-life.")
    ] = "medium",
    kind: Annotated[
        str, typer.Option(metavar="KIND", help="working, episodic, semantic or procedural.")
    ] = "episodic",
    importance: Annotated[
        float | None, typer.Option(metavar="0..1", help="How important it is; it never decays.")
    ] = None,
    pin: Annotated[bool, typer.Option("--pin", help="Keep it from fading.")] = False,
    at: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it happened, if not now.")
    ] = None,
    about: Annotated[
        str | None,
        typer.Option(
            metavar="TIME|STAGE",
            help="When its matter was: 2018, at work; --set about.confidence=.8 says how sure.",
        ),
    ] = None,
    source: Annotated[str, typer.Option(metavar="WHENCE", help="chat, tool, a URI …")] = "cli",
    privacy: Annotated[
        str, typer.Option(metavar="private|team|public", help="Who may see it.")
    ] = "private",
    project: Annotated[str | None, typer.Option(metavar="NAME", help="Its project.")] = None,
    session: Annotated[str | None, typer.Option(metavar="NAME", help="The session.")] = None,
    fade: Annotated[
        str, typer.Option(metavar="LAW", help="How it fades: half-life=30,floor=.2, ttl=48h.")
    ] = "",
    link: Links = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Any other key: strength.initial=1.2."),
    ] = None,
    duplicate: Annotated[
        str, typer.Option("--if-duplicate", metavar="|".join(POLICIES), help="If one is there.")
    ] = "ask",
    allow_secret: AllowSecret = False,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Keep a new memory. Prints its id.

    The words need no quotes, but for signs that the shell reads. Of several lines the first is the
    summary, and the rest is the detail. An agent asks before it replaces a memory of a person.
    """
    from memento_cli.actions.memory.record import check_size, importance_of, memory_of_draft
    from memento_cli.cli.commands.memory.keys import AGENT, INITIAL, more_of

    summary, detail = _given_words(words or [], detail, editor)
    store = call.store if dry_run else call.store_or_new()
    policy = POLICIES[one_of(duplicate, tuple(POLICIES), "if-duplicate")]
    more = _about_keys(call, about, more_of(set_ or []))
    law, floor = _fading(store, fade, (significance, kind, more))
    text = summary or (UNREAD if editor or summary is None else "")
    weight, inferred = importance_of(store, importance, text, topic or ())
    draft = Draft(
        summary=text,
        person=person or "",
        detail=detail,
        significance=significance,
        tags=Tags(_topics(topic or ()), tuple(people or ()), outcome),
        kind=kind,
        source=source,
        privacy=privacy,
        pinned=pin,
        importance=weight,
        project=project,
        agent=more.pop(AGENT, None) or call.agent,
        session=session,
        created=call.moment(at) if at else None,
        initial=more.pop(INITIAL, 1.0),
        law=law,
        min_strength=floor,
        links=tuple(_links(call, link)) if link else (),
        more=more,
    )
    if editor or summary is None:
        memory_of_draft(store, draft, call.now)  # all but the words, before anybody writes them
        written, below = _from_editor(call, summary or "", detail, dry=dry_run)
        weight, inferred = importance_of(store, importance, written, topic or ())
        draft = draft._replace(summary=written, detail=below, importance=weight)
    check_size(draft)
    allowed = unless_secret(call, lambda allow: allowed_kinds(draft, allow), allow_secret)
    _record(call, store, draft, policy, inferred, {"yes": yes, "allow_secret": bool(allowed)})


def _record(
    call: Call, store: Store, draft: Draft, policy: str, inferred: str, agreed: dict[str, bool]
) -> None:
    """Record a draft; `inferred` is what its importance was inferred from, if it was."""
    from memento_cli.actions.memory.record import duplicates_of, memory_of_draft
    from memento_cli.actions.memory.record import record as act
    from memento_cli.core.security.instructions import flags_of
    from memento_cli.core.security.trust import READS

    memory_of_draft(store, draft, call.now)
    has_link = any(link.rel in ("supersedes", "duplicates") for link in draft.links)
    twins = [] if has_link else duplicates_of(store, draft, call.now)
    if call.params["dry_run"]:
        _dry(call, store, draft)
        _tell_importance(call, inferred)
        tell_twins(call, twins)
        return
    how, twin = chosen(call, store, draft, twins, policy) if twins else Choice(KEEP)
    if twin and how == REINFORCE:
        _reinforce_instead(call, store, twin)
        return
    if twin:
        rel = "duplicates" if how == LINK else "supersedes"
        draft = draft._replace(links=(*draft.links, Link(rel, twin.memory.id)))
    memory, path = acting(
        call,
        lambda by: act(store, draft, call.now, allow_secret=by.allow_secret, **by_whom(by)),
        agreed,
    )
    value = {"id": memory.id, "path": path}
    call.out.value(value | ({"inferred": inferred} if inferred else {}), safe(memory.id))
    _tell_importance(call, inferred)
    if flags := flags_of(memory):
        marks = f"It {READS} ({', '.join(flags)}): it is kept, and marked wherever it is shown"
        call.out.note(marks)
    if memory.created > call.now:
        call.out.note(
            f"It is from the future: it begins to fade on {call.out.here(memory.created):%Y-%m-%d}"
        )


def _dry(call: Call, store: Store, draft: Draft) -> None:
    from memento_cli.actions.memory.record import memory_of_draft, needs_suffix
    from memento_cli.core.fading.wording import law_text

    memory = memory_of_draft(store, draft, call.now)
    id = f"{memory.id}-****" if needs_suffix(store, memory.id) else memory.id
    head = f"would record {safe(id)} ({memory.kind}, {law_text(memory.fade.law)})"
    text = f"{head}: {safe(memory.content.summary)}"
    call.out.value({"id": id, "recorded": False, "law": law_value(memory.fade.law)}, text)


def _tell_importance(call: Call, inferred: str) -> None:
    if inferred:
        call.out.note(safe(inferred))


def _reinforce_instead(call: Call, store: Store, twin: NearDuplicate) -> None:
    from memento_cli.actions.memory.reinforce import reinforce
    from memento_cli.core.fading.wording import skip_reason

    id = twin.memory.id
    use = reinforce(store, id, call.now, "recorded again").result
    why = skip_reason(use, store.settings.rules)
    call.out.note(f"{safe(id)} " + (f"unchanged: {why}" if why else "reinforced instead"))
    call.out.value({"id": id, "reinforced": use.applied}, safe(id))


def _given_words(words: list[str], detail: str, editor: bool) -> tuple[str | None, str]:
    """The summary and the detail that were given, with what stdin says in the place of a `-`.

    The summary is None where nothing was given and a person is there to write it. Usage if nobody
    says anything.
    """
    from memento_cli.cli.output.out import can_ask

    if "-" in words and (len(words) > 1 or detail == "-"):
        raise Usage("a - is all of the text", "text beside it goes into --detail")
    if not words and not editor and not can_ask():
        raise Usage("what should be recorded?", "`memento record -` reads it from stdin")
    if words == ["-"]:
        return _joined(*split_content(read_stdin("the memory")), detail)
    rest = trimmed(read_stdin("the detail")) if detail == "-" else detail
    if not words:
        return None, rest
    head, _, below = with_plain_ends(" ".join(words)).strip("\n").partition("\n")
    return _joined(head, trimmed(below), rest)


def _topics(topics: Sequence[str]) -> tuple[str, ...]:
    if not all(map(str.strip, topics)):
        raise Usage("--topic is empty", "leave it out, or name a topic")
    return tuple(topics)


def _joined(summary: str, *details: str) -> tuple[str, str]:
    if not summary.strip():
        raise Usage("there is no text to keep", "`memento record TEXT`")
    return summary, "\n\n".join(filter(None, details))


def _from_editor(call: Call, summary: str, detail: str, *, dry: bool) -> tuple[str, str]:
    from memento_cli.cli.input.editor import edited_text

    if not dry:
        call.check_writable()
    help = "# The first line is the summary, the rest the detail. This line is left out."
    text = edited_text(
        f"{summary}\n\n{detail}\n{help}\n".lstrip("\n"), ".md", call.out.preference("editor")
    )
    written = "\n".join(line for line in text.splitlines() if line.rstrip() != help)
    head, _, rest = trimmed(written).partition("\n")
    if not head.strip():
        raise Refused("nothing was written, so nothing is recorded")
    return head.strip(), trimmed(rest)


def _about_keys(call: Call, about: str | None, more: dict[str, Any]) -> dict[str, Any]:
    """The keys that --set says and, if --about was given, those that say when the matter of a
    memory was; Usage if it is not said how sure that is."""
    if about is None:
        return more
    from memento_cli.cli.commands.facts.state_options import about_given  # few say it
    from memento_cli.core.memory.about import about_keys

    confidence = more.get(ABOUT_CONFIDENCE)
    if confidence is None:
        hint = "--set about.confidence=.8 says how sure it is, 0 to 1"
        raise Usage("when it was is an estimate", hint)
    return more | about_keys(about_given(call, about, confidence, None))


def _fading(
    store: Store, text: str, of: tuple[str, str, dict[str, Any]]
) -> tuple[Law | None, float | None]:
    from memento_cli.core.memory.creation import law_and_floor, law_from

    if not text:
        return None, None
    name, floor = law_and_floor(text)
    return law_from(name, *of, store.settings.defaults) if name else None, floor


def _links(call: Call, texts: Sequence[str]) -> Iterator[Link]:
    from memento_cli.cli.commands.memory.keys import links_of
    from memento_cli.cli.input.selecting import selected

    for link in links_of(texts):
        yield link._replace(target=selected(call, [link.target]))
