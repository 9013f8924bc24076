"""memento state mood"""

from __future__ import annotations

from datetime import UTC

from memento_cli.cli.commands.events.affect import NOT_TAKEN
from memento_cli.cli.input.acting import ASKED, acting, spoken
from memento_cli.cli.output.pictures import columns
from memento_cli.cli.output.rows import labelled, note_flags
from memento_cli.cli.output.values import safe
from memento_cli.cli.output.wrapping import wrapped
from memento_cli.core.events.affect import vad_text
from memento_cli.core.events.mood_wording import mood_sentence
from memento_cli.core.facts.states import MOOD, single_id
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.memory.refs import name_of
from memento_cli.core.security.trust import trust_label as trust_told
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated, Any

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import (
        AllowSecret,
        Ascii,
        Event,
        Evidence,
        Of,
        Reason,
        Yes,
    )
    from memento_cli.core.events.mood import LongMood

OF_SAY, OF_HISTORY = ASKED, ("since", "html", "ascii")
"""What goes with --say alone, and what with --history; --force with both."""


def mood(
    call: Call,
    of: Of = "",
    say: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Let it say this; - is stdin.")
    ] = None,
    history: Annotated[bool, typer.Option("--history", help="How it moved, drawn.")] = False,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="With --history: from then on.")
    ] = None,
    html: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="With --history: a page in this file; - prints it."),
    ] = None,
    ascii: Ascii = False,
    force: Annotated[
        bool, typer.Option("--force", help="Say it again on the same day; with --html, write over.")
    ] = False,
    event: Event = "",
    evidence: Evidence = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """The long mood now: how it is, what is usual, since when, and what it says.

    An agent asks before it lets the mood say something else than a person told.

    Its numbers follow what was felt (`memento event affect`); nothing is written by reading them.
    """
    params = call.params
    _check(params)
    if say is not None:
        _say(call, spoken(say), params)
    elif history:
        from memento_cli.cli.commands.facts.mood_history import show_history

        show_history(call, params)
    else:
        _show(call, of)


def _check(params: dict[str, Any]) -> None:
    """Usage, if an option was given that goes with another one, which was not."""
    if params["say"] is not None and params["history"]:
        raise Usage("--say changes it, --history shows it", "one after the other")
    for needed, names in (("say", OF_SAY), ("history", OF_HISTORY)):
        for name in names:
            if params[name] and params[needed] in (None, False):
                raise Usage(f"--{name.replace('_', '-')} goes with --{needed}")
    if params["force"] and params["say"] is None and not params["html"]:
        raise Usage("--force goes with --say or --html")


def _say(call: Call, text: str, params: dict[str, Any]) -> None:
    from memento_cli.actions.events.feelings import mood_state, mood_text, say_mood

    person, force = params["of"] or call.store.settings["person"], params["force"]
    state = acting(call, lambda act: say_mood(call.store, text, act, person=person, force=force))
    is_taken = state is not None
    state = state or mood_state(call.store, person)
    same = state is not None and state.body == mood_text(text)
    if state:
        outcome = "says so now" if is_taken else "says so already" if same else "keeps what it said"
        value = {"id": ref_of(STATES, state.id), "text": state.body, "changed": is_taken}
        call.out.value(value, f"{safe(state.id)} {outcome}")
    if not (is_taken or same):
        call.out.note(NOT_TAKEN)
    call.note_if_ahead()


def _show(call: Call, person: str) -> None:
    from memento_cli.actions.events.feelings import long_mood

    mood_now = long_mood(call.store, call.now, person, until=call.named_now)
    call.out.value(row_of(call, mood_now), _text(call, mood_now))
    note_flags(call.out, mood_now.text, *mood_now.labels)
    if not (mood_now.text or mood_now.mood):
        call.out.note(f"Nothing is known of a mood of {safe(name_of(mood_now.person))}")


def row_of(call: Call, mood_now: LongMood) -> dict[str, Any]:
    """A long mood now, as JSON has it; without numbers where nothing was felt."""
    mood, state = mood_now.mood, mood_now.state
    return {
        "id": ref_of(STATES, state.id if state else single_id(mood_now.person, MOOD)),
        "person": mood_now.person,
        "text": mood_now.text,
        "labels": mood_now.labels,
        "now": mood.vad_at(call.now)._asdict() if mood else None,
        "baseline": mood.baseline._asdict() if mood else None,
        "shock": mood.shock_at(call.now)._asdict() if mood else None,
        "shock_half_life": mood.half_life if mood else None,
        "severity": mood.severity if mood else None,
        "at": mood.at if mood else None,
        "confirmed": state.confirmed if state else None,
        "trust": mood_now.trust,
        "internal": True,
        "words": mood_sentence(mood_now.moods, call.now, UTC),
    }


def _text(call: Call, mood_now: LongMood) -> str:
    mood = mood_now.mood
    facts = [
        ("person", name_of(mood_now.person)),
        ("labels", ", ".join(mood_now.labels)),
        ("trust", trust_told(mood_now.trust) or ""),
    ]
    head = [safe(mood_now.text, lines=True), ""] if mood_now.text else []
    if mood:
        sentence = safe(mood_sentence(mood_now.moods, call.now, call.zone))
        head = [wrapped(sentence, columns()) if call.out.terminal else sentence, "", *head]
        facts += [
            ("last felt", call.out.minute(mood.at)),
            ("numbers", f"{vad_text(mood.vad_at(call.now))}, each from -1 to 1"),
        ]
    return "\n".join([*head, labelled(facts, call.out)])
