"""about: when the matter of a memory, a state or an event was (document 003 §6-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memento_cli.actions.facts.states import update_state
from memento_cli.actions.memory.edit import edit
from memento_cli.core.events.events import about_of_event
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.about import ABOUT_FIELDS, About, about_in, about_keys, about_told
from memento_cli.core.memory.record_kinds import STATES, event_in
from memento_cli.core.recall.life_stages import stage_named
from memento_cli.core.security.trust import AGENT
from memento_cli.core.time.when import told_time
from memento_cli.errors import Refused, Usage
from memento_cli.tools.event_tools import ABOUT_TIME, about_of_call
from memento_cli.tools.records_seen import USER_AGREES, named_in, seen_states
from memento_cli.tools.request_context import copied_id
from memento_cli.tools.tool import Tool, told

if TYPE_CHECKING:
    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Arguments, ToolResult

GET, SET = ("get", "set")
MOMENTS = ("start", "end")


def about(request: RequestContext, args: Arguments) -> ToolResult:
    """Tell or set the time that something is about, an estimate with a confidence."""
    id = copied_id(args["id"])
    said = about_of_call(request, args)
    if args["act"] == SET and said is None:
        raise Usage("set it to when?", "time says it, and confidence how sure that is")
    if event_in(id):
        return _of_event(request, args)
    if id.startswith(f"{STATES}/"):
        return _of_state(request, args, said)
    memory = request.memory(id)
    if args["act"] == SET and said:
        keys = dict.fromkeys(f"memory.{field.path}" for field in ABOUT_FIELDS)
        memory = edit(
            request.store, memory.id, keys | about_keys(said), request.now,
            via=request.via, by=AGENT, agreed=request.agreed,
        ).memory  # fmt: skip
    return _told(request, args, memory.id, said or about_in(memory.more))


def _of_event(request: RequestContext, args: Arguments) -> ToolResult:
    """An event stays as it was observed, with what was said then of when its matter was."""
    event, zone = request.event(args["id"]), request.store.zone
    request.check_unlabelled()
    if args["act"] == SET:
        raise Refused("an event stays as it was observed", "observe takes about with the event")
    stated = event.about != About()
    return _told(request, args, event.ref, about_of_event(event, zone), estimated=not stated)


def _of_state(request: RequestContext, args: Arguments, said: About | None) -> ToolResult:
    setting = args["act"] == SET and said is not None
    request.check_placeless() if setting else request.check_unlabelled()
    one = named_in(request, args["id"], seen_states(request), "state")
    if setting:
        by = request.act()
        one = update_state(request.store, one.id, {"about": said}, by)
    return _told(request, args, f"{STATES}/{one.id}", one.about)


def _told(
    request: RequestContext, args: Arguments, id: str, found: About, *, estimated: bool = False
) -> ToolResult:
    zone, stage = request.zone, stage_named(found.life_stage or "")
    row: dict[str, Any] = {
        key: told_time(value, zone) if key in MOMENTS else value
        for key, value in found._replace(life_stage=stage)._asdict().items()
        if value is not None
    }
    row |= {"estimated": True} if estimated and row else {}
    text = about_told(found, request.store.zone, estimated=estimated)
    if found.life_stage not in (None, stage):  # which a file may say in any words
        text = request.fenced(text)
    note = request.note if args["act"] == SET else ""
    return told(text or "It names no time.", {"id": request.told_id(id), "about": row}, note)


ABOUT = Tool(
    "about",
    "When the matter of a memory, a state or an event was: an estimate, never certain.",
    (
        Field("act", "choice", "", GET, choices=(GET, SET)),
        Field("id", "text", "Of which.", required=True),
        *ABOUT_TIME,
        USER_AGREES,
    ),
    about,
    reads=(GET,),
    gives=(
        Field("id", "text", "Of which."),
        Field("about.start", "text", "From when."),
        Field("about.end", "text", "Until when."),
        Field("about.year_start", "whole", "From which year."),
        Field("about.year_end", "whole", "Until which year."),
        Field("about.life_stage", "text", "In which stage of life."),
        Field("about.confidence", "number", "How sure that is."),
        Field("about.estimated", "flag", "Whether it is guessed from the words."),
    ),
)
