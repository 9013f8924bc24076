"""affect, mood: what an event felt like, and the long mood that follows (document 003 §5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memento_cli.actions.events.feelings import feel, long_moods, say_mood
from memento_cli.core.context.item_text import mood_part
from memento_cli.core.events.affect import AXES, CONFIDENCE, PARTS, affect_in, rounded, vad_text
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.refs import same_person
from memento_cli.core.time.when import told_time
from memento_cli.errors import Usage
from memento_cli.tools.memory_tools import REASON
from memento_cli.tools.records_seen import EVIDENCE, OF, USER_AGREES, person_of, provenance_of
from memento_cli.tools.tool import LABELS, Tool, told, wordless

if TYPE_CHECKING:
    from memento_cli.core.events.affect import Affect, Vad
    from memento_cli.core.events.mood import LongMood
    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Arguments, ToolResult

READ, SAY = ("read", "say")
HOUR = 3600


def affect_given(args: Arguments, under: str = "") -> Affect:
    """The feeling in the arguments of a call. BadValue with all that is missing or out of range."""
    return affect_in({part: args[f"{under}{part}"] for part in PARTS})


def affect(request: RequestContext, args: Arguments) -> ToolResult:
    """Note what somebody felt about an event, in place of what they were said to feel before."""
    request.check_placeless()
    felt, event = affect_given(args), request.event(args["event_id"])
    whose, by = person_of(request, args), request.act(evidence=(event.id,))
    feel(request.store, event, felt, by, person=whose)
    value = {"event_id": request.told_id(event.ref), "mood": _numbers(request, whose)}
    return told("Noted.", value, request.note)


def mood(request: RequestContext, args: Arguments) -> ToolResult:
    """The long mood: its words, its baseline, and the shock that fades on it."""
    whose = person_of(request, args)
    if args["act"] == READ:
        request.check_unlabelled()
        return _read(request, whose)
    request.check_placeless()
    if not args["text"]:
        raise Usage("say what?", "text is what the mood says")
    said = say_mood(request.store, args["text"], provenance_of(request, args), person=whose)
    text = "Said." if said else "It keeps what it said today: a mood changes its words once a day."
    return told(text, {"said": said is not None, "mood": _numbers(request, whose)}, request.note)


def _mood(request: RequestContext, whose: str) -> LongMood | None:
    """The long mood of somebody, of what is trusted here alone."""
    least, until = request.config.min_trust, request.config.now
    every = long_moods(request.store, request.now, until=until, least=least)
    seen = (one for one in every if request.sees_of(one.person) and request.trusts(one.trust))
    return next((one for one in seen if same_person(one.person, whose)), None)


def _read(request: RequestContext, whose: str) -> ToolResult:
    found = _mood(request, whose)
    if found is None:
        return told("No mood is known.", {"mood": {}})
    part, lines = mood_part(found, request.now, request.zone), list[str]()
    if found.mood:
        shock, hours = found.mood.shock_at(request.now), found.mood.half_life / HOUR
        lines = [
            f"baseline: {vad_text(found.mood.baseline)}",
            f"shock: {vad_text(shock)}, of which half is gone in {hours:.0f} h",
        ]
    text = request.fenced("\n".join((part.text, *lines)))
    labels = wordless(part.row, "confirmed")
    return told(text, {"mood": _numbers(request, whose) | labels})


def _numbers(request: RequestContext, whose: str) -> dict[str, Any]:
    """The long mood of somebody in numbers."""
    found = _mood(request, whose)
    moved = found.mood if found else None
    if moved is None:
        return {}
    places = {
        "now": moved.vad_at(request.now),
        "baseline": moved.baseline,
        "shock": moved.shock_at(request.now),
    }
    numbers: dict[str, Any] = {name: _axes(vad) for name, vad in places.items()}
    numbers |= {"severity": round(moved.severity, 2), "half_life": moved.half_life}
    return numbers | {"felt_at": told_time(moved.at, request.zone)}


def _axes(vad: Vad) -> dict[str, float]:
    return rounded(vad)


AFFECT_PARTS = (
    Field("valence", "number", "-1 unpleasant, 1 pleasant.", low=-1, high=1),
    Field("arousal", "number", "-1 calm, 1 excited.", low=-1, high=1),
    Field("dominance", "number", "-1 helpless, 1 in control.", low=-1, high=1),
    Field("labels", "texts", "Short words for it."),
    Field("text", "text", "What was felt, and why: 1 to 3 sentences."),
    Field(CONFIDENCE, "number", "How sure, 0 to 1.", low=0, high=1),
)
"""What a feeling says; all of it is needed."""
NUMBERS = (
    *(
        Field(f"mood.{place}.{axis}", "number", doc, low=-1, high=1)
        for place, doc in (
            ("now", "The mood now."),
            ("baseline", "What it goes back to."),
            ("shock", "What fades on it."),
        )
        for axis in AXES
    ),
    Field("mood.severity", "number", "How far the last feeling was from the baseline, 0 to 1."),
    Field("mood.half_life", "whole", "In so many seconds half of the shock is gone."),
    Field("mood.felt_at", "text", "When something was felt last."),
)
AFFECT = Tool(
    "affect",
    "Note what an event felt like; the long mood follows it.",
    (
        Field("event_id", "text", "Which event.", required=True),
        *(part._replace(required=True) for part in AFFECT_PARTS),
        OF,
        USER_AGREES,
    ),
    affect,
    gives=(Field("event_id", "text", "The event."), *NUMBERS),
)
MOOD = Tool(
    "mood",
    "The long mood, for the tone of answers; not to be quoted.",
    (
        Field("act", "choice", "", READ, choices=(READ, SAY)),
        Field("text", "text", "say: what it says from now on."),
        OF,
        EVIDENCE,
        REASON,
        USER_AGREES,
    ),
    mood,
    reads=(READ,),
    gives=(
        Field("said", "flag", "Whether it says so now."),
        *NUMBERS,
        Field("mood.confirmed", "text", "When it was said."),
        *(one._replace(path=f"mood.{one.path}") for one in LABELS),
    ),
)
