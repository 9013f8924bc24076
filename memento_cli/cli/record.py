"""memento record"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from memento_cli.cli.acting import acting, by_whom
from memento_cli.cli.call import Call, of
from memento_cli.cli.duplicates import KEEP, LINK, POLICIES, REINFORCE, Choice, chosen, tell_twins
from memento_cli.cli.options import DryRun, People, Person, Topics, Yes, one_of
from memento_cli.cli.rows import law_value
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret, unless_secret
from memento_cli.cli.stdin import read_stdin
from memento_cli.core.laws import law_text
from memento_cli.core.likeness import Twin
from memento_cli.core.memory import Draft, Link, Memory, Tags, split_content, trimmed
from memento_cli.core.secret_marks import allowed_kinds
from memento_cli.errors import Refused, Usage
from memento_cli.store.store import Store

if TYPE_CHECKING:
    from memento_cli.core.laws import Law

UNREAD = "what is still to be written"


class Wish(NamedTuple):
    """What is to be recorded, and how: what its importance was inferred from, if it was."""

    draft: Draft
    policy: str
    inferred: str
    dry_run: bool
    allow_secret: bool
    yes: bool = False


def record(
    ctx: typer.Context,
    summary: Annotated[
        str | None, typer.Argument(metavar="SUMMARY", help="One line; - reads all from stdin.")
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
        str,
        typer.Option("--significance", "-s", metavar="high|medium|low", help="Its half-life."),
    ] = "medium",
    kind: Annotated[
        str, typer.Option(metavar="KIND", help="working, episodic, semantic or procedural.")
    ] = "episodic",
    importance: Annotated[
        str | None,
        typer.Option(metavar="0..1|auto", help="It never decays; auto: by what it says."),
    ] = None,
    pin: Annotated[bool, typer.Option("--pin", help="Keep it from fading.")] = False,
    at: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it happened, if not now.")
    ] = None,
    about: Annotated[
        str | None, typer.Option(metavar="TIME|STAGE", help="When its matter was: 2018, at work.")
    ] = None,
    about_confidence: Annotated[
        float | None, typer.Option(metavar="0..1", help="How sure that time is; about needs it.")
    ] = None,
    source: Annotated[str, typer.Option(metavar="WHENCE", help="chat, tool, a URI …")] = "cli",
    privacy: Annotated[
        str, typer.Option(metavar="private|team|public", help="Who may see it.")
    ] = "private",
    project: Annotated[str | None, typer.Option(metavar="NAME", help="Its project.")] = None,
    agent: Annotated[str | None, typer.Option(metavar="NAME", help="The agent.")] = None,
    session: Annotated[str | None, typer.Option(metavar="NAME", help="The session.")] = None,
    initial: Annotated[float, typer.Option(metavar="S", help="The strength to begin with.")] = 1.0,
    law: Annotated[
        str,
        typer.Option(metavar="LAW", help="How it fades: ttl=48h, base-level … (`memento law`)."),
    ] = "",
    half_life: Annotated[
        float | None, typer.Option(metavar="DAYS", help="Instead of the significance's.")
    ] = None,
    min_strength: Annotated[
        float | None, typer.Option("--floor", metavar="S", help="It falls no lower.")
    ] = None,
    link: Annotated[
        list[str] | None, typer.Option(metavar="REL:ID", help="A relation, as cause_of:ID.")
    ] = None,
    supersedes: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="It replaces that memory.")
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Any other key."),
    ] = None,
    duplicate: Annotated[
        str, typer.Option("--if-duplicate", metavar="|".join(POLICIES), help="If one is there.")
    ] = "ask",
    allow_secret: AllowSecret = False,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Keep a new memory. Prints its id. An agent asks before it replaces a person's."""
    from memento_cli.actions.importance import importance_of
    from memento_cli.actions.record import check_size
    from memento_cli.cli.keys import links_of, more_of

    call = of(ctx)
    summary, detail = _piped(summary, detail, editor)
    store = call.store if dry_run else call.store_or_new()
    policy = POLICIES[one_of(duplicate, tuple(POLICIES), "if-duplicate")]
    more = more_of(set_ or []) | _about_keys(call, about, about_confidence)
    known = summary or (UNREAD if editor or summary is None else "")
    weight, inferred = importance_of(store, importance, known, topic or ())
    draft = Draft(
        summary=known,
        person=person or "",
        detail=detail,
        significance=significance,
        tags=Tags(tuple(topic or ()), tuple(people or ()), outcome),
        kind=kind,
        source=source,
        privacy=privacy,
        pinned=pin,
        importance=weight,
        project=project,
        agent=agent or call.agent,
        session=session,
        created=call.moment(at) if at else None,
        initial=initial,
        law=_law(store, law, half_life, (significance, kind, more)),
        min_strength=min_strength,
        links=(*links_of(link or []), *(Link("supersedes", id) for id in supersedes or ())),
        more=more,
    )
    if editor or summary is None:
        _check(call, store, draft, dry_run)
        words = _from_editor(summary or "", detail)
        weight, inferred = importance_of(store, importance, words[0], topic or ())
        draft = draft._replace(summary=words[0], detail=words[1], importance=weight)
    check_size(draft)
    allowed = unless_secret(call, lambda allow: allowed_kinds(draft, allow), allow_secret)
    _record(call, store, Wish(draft, policy, inferred, dry_run, bool(allowed), yes))


def _record(call: Call, store: Store, wish: Wish) -> None:
    from memento_cli.actions.record import drafted, duplicates_of
    from memento_cli.actions.record import record as act

    draft, policy, inferred, dry_run, allow_secret, yes = wish
    drafted(store, draft, call.now)
    told = any(link.rel in ("supersedes", "duplicates") for link in draft.links)
    twins = [] if told else duplicates_of(store, draft, call.now)
    if dry_run:
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
        {"yes": yes, "allow_secret": allow_secret},
        lambda by: act(store, draft, call.now, allow_secret=by.allow_secret, **by_whom(by)),
    )
    value = {"id": memory.id, "path": path}
    call.out.value(value | ({"inferred": inferred} if inferred else {}), safe(memory.id))
    _tell_importance(call, inferred)
    _tell_flags(call, memory)
    if memory.created > call.now:
        call.out.note(
            f"It is from the future: it begins to fade on {call.out.here(memory.created):%Y-%m-%d}"
        )


def _dry(call: Call, store: Store, draft: Draft) -> None:
    from memento_cli.actions.record import drafted

    memory = drafted(store, draft, call.now)
    head = f"would record {safe(memory.id)} ({memory.kind}, {law_text(memory.fade.law)})"
    text = f"{head}: {safe(memory.content.summary)}"
    call.out.value({"id": memory.id, "recorded": False, "law": law_value(memory.fade.law)}, text)


def _tell_importance(call: Call, inferred: str) -> None:
    if inferred:
        call.out.note(safe(inferred))


def _tell_flags(call: Call, memory: Memory) -> None:
    from memento_cli.core.instructions import READS, flags_of

    if found := flags_of(memory):
        call.out.note(
            f"It {READS} ({', '.join(found)}): it is kept, and marked wherever it is shown"
        )


def _reinforce_instead(call: Call, store: Store, twin: Twin) -> None:
    from memento_cli.actions.reinforce import reinforce

    id = twin.memory.id
    use = reinforce(store, id, call.now, "recorded again").result
    call.out.note(f"{safe(id)} " + ("reinforced instead" if use.applied else "unchanged"))
    call.out.value({"id": id, "reinforced": use.applied}, safe(id))


def _piped(summary: str | None, detail: str, editor: bool) -> tuple[str | None, str]:
    """What was given, with what stdin says in the place of a -. Usage if nobody says anything."""
    from memento_cli.cli.out import can_ask

    if summary == "-" and detail == "-":
        raise Usage("only one of SUMMARY and --detail can be -")
    if summary is None and not editor and not can_ask():
        raise Usage("what should be recorded?", 'memento record "One line" --detail "The rest"')
    if summary == "-":
        return split_content(read_stdin("the memory"))
    return summary, trimmed(read_stdin("the detail")) if detail == "-" else detail


def _check(call: Call, store: Store, draft: Draft, dry_run: bool) -> None:
    """Check all but the words before anybody writes them."""
    from memento_cli.actions.record import drafted

    drafted(store, draft, call.now)
    if not dry_run:
        call.check_writable()


def _from_editor(summary: str, detail: str) -> tuple[str, str]:
    from memento_cli.cli.editor import edited_text

    help = "# The first line is the summary, the rest the detail. This line is left out."
    text = edited_text(f"{summary}\n\n{detail}\n{help}\n".lstrip("\n"), ".md")
    kept = "\n".join(line for line in text.splitlines() if line.rstrip() != help)
    head, _, rest = trimmed(kept).partition("\n")
    if not head.strip():
        raise Refused("nothing was written, so nothing is recorded")
    return head.strip(), trimmed(rest)


def _about_keys(call: Call, about: str | None, confidence: float | None) -> dict[str, Any]:
    from memento_cli.cli.state_options import about_given
    from memento_cli.core.about import about_keys

    if about is None and confidence is None:
        return {}
    return about_keys(about_given(call, about, confidence, None))


def _law(
    store: Store, text: str, half_life: float | None, of: tuple[str, str, dict[str, Any]]
) -> Law | None:
    """The law that --law or --half-life says; `of` are significance, kind and other keys."""
    from memento_cli.core.fresh import law_from
    from memento_cli.core.laws import law_of

    if text and half_life is not None:
        raise Usage("--law and --half-life both say how it fades", "leave one of them out")
    if half_life is not None:
        return law_of("half-life", half_life)
    return law_from(text, *of, store.settings.defaults) if text else None
