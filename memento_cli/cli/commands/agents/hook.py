"""memento agent hook: what a client tells its hooks as JSON, and what it takes for an answer.

Claude Code, Codex and VS Code call an event SessionStart, and read `hookSpecificOutput`; Cursor
calls it sessionStart, and reads `additional_context`. So the event's name tells both what is asked
and in which form. Claude Code, Codex and, as BeforeAgent, Gemini CLI let a hook add to a prompt.
"""

from __future__ import annotations

from memento_cli.cli.input.past import looked_back
from memento_cli.cli.input.stdin import read_stdin
from memento_cli.cli.output.values import json_text
from memento_cli.errors import MementoError, NotFound
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Annotated, Any

    import typer

    from memento_cli.cli.call import Call

START, PROMPT, ANSWER = "start", "prompt", "answer"
EVENTS: Mapping[str, tuple[str, str]] = {
    "SessionStart": (START, ""),
    "sessionStart": (START, ""),
    "UserPromptSubmit": (PROMPT, "prompt"),
    "BeforeAgent": (PROMPT, "prompt"),
    "Stop": (ANSWER, "last_assistant_message"),
    "AfterAgent": (ANSWER, "prompt_response"),
    "afterAgentResponse": (ANSWER, "text"),
}
"""What each event of a host is about, and under which key its words stand."""
NAMES = ("hook_event_name", "hookEventName")
MOST_BUDGET = 4000
"""More than that begins no session, whatever a store's settings say."""
PROMPT_BUDGET, PROMPT_MEMORIES = 400, 5
"""What stands before a prompt: document 002's top 5, in as many tokens as they usually take."""
MOST_SIGNS = 20_000
"""So much of a prompt or an answer is looked at, of its beginning and of its end: what was pasted
into it may be a whole log."""
MOST_NAMED = 20
TOLD, ASKED = "<hook_context>", "</hook_context>"
"""Between these Gemini CLI puts before a prompt what a hook has told; nobody asks for that."""
WHY = "named in an answer"
VIA = "hook"


class HookCall(NamedTuple):
    """What a hook was called for: the event by its client's name, what that is about, and words."""

    event: str
    about: str
    words: str = ""


def hook(
    call: Call,
    budget: Annotated[
        int | None, typer.Option("--budget", metavar="TOKENS", help="Tell at most so many.")
    ] = None,
) -> None:
    """Answer a host's hook: read its JSON from standard input, and print what the model is to
    know, fenced as data. It never fails, so that memory never holds up a turn; without a store it
    prints nothing."""
    hook_call = None
    try:
        hook_call = heard(read_stdin("a hook's JSON", keep=False))
        if hook_call is not None:
            answer(call, hook_call, budget)
    except NotFound:
        return
    except (MementoError, OSError) as problem:
        call.out.warn(str(problem))
        if hook_call is not None and hook_call.about == START and not _is_cursors(hook_call):
            # to the person: why there is no memory in this session, which Cursor does not show
            call.out.say(json_text({"systemMessage": f"memento: {problem}"}))


def heard(text: str) -> HookCall | None:
    """What a client told, if it is JSON and about anything here. Halves of signs are none."""
    from memento_cli.core.text.strict_json import loaded, without_surrogates

    try:
        document = without_surrogates(loaded(text, len(text)))
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict):
        return None
    event = next((document[name] for name in NAMES if isinstance(document.get(name), str)), "")
    if event not in EVENTS:
        return None
    about, key = EVENTS[event]
    words = document.get(key)
    said = words if isinstance(words, str) else ""
    if said.startswith(TOLD):
        said = said.partition(ASKED)[2].lstrip()
    return HookCall(event, about, _ends(said))


def _ends(text: str) -> str:
    """The text, or of a very long one its beginning and its end: a question may follow a log."""
    half = MOST_SIGNS // 2
    return text if len(text) <= MOST_SIGNS else f"{text[:half]} {text[-half:]}"


def answer(call: Call, hook_call: HookCall, budget: int | None) -> None:
    """Tell the model what it is to know, or note what it has used; at most `budget` tokens."""
    if hook_call.about == START:
        _tell(call, hook_call, _context(call, budget))
    elif hook_call.about == PROMPT:
        _tell(call, hook_call, _related(call, hook_call.words, budget))
    else:
        _note_used(call, hook_call.words)


def _context(call: Call, budget: int | None) -> str:
    from memento_cli.actions.context.context import context, new_nonce
    from memento_cli.core.recall.query import Query

    most = call.store.settings["context.memories"] if budget is None else None
    if budget is None:  # a store that came from elsewhere says what it likes
        budget = min(call.store.settings["context.budget"], MOST_BUDGET)
    blocks = min(call.store.settings["context.blocks"], MOST_BUDGET)
    made = context(
        call.layers, Query(limit=most, until=call.named_now), call.now,
        budget=budget, blocks=blocks, until=call.named_now, utc=call.out.utc,
        past=looked_back(call, None),
    )  # fmt: skip
    return made.text(new_nonce())


def _related(call: Call, prompt: str, budget: int | None) -> str:
    """The best memories for a prompt, of which all is words: it asks nothing of a store but by
    them, and by the time that they name."""
    from memento_cli.actions.context.context import new_nonce, related
    from memento_cli.core.recall.query_parser import parsed_query

    query = parsed_query(
        prompt, lambda text, end: call.moment(text, end=end), spoken=True
    ).query  # fmt: skip
    if not query.words:
        return ""
    query = query._replace(limit=PROMPT_MEMORIES, until=call.named_now)
    most = PROMPT_BUDGET if budget is None else budget
    nonce, utc = new_nonce(), call.out.utc
    return related(
        call.layers, query, call.now,
        budget=most, nonce=nonce, utc=utc, past=looked_back(call, None),
    ).text  # fmt: skip


def _note_used(call: Call, text: str) -> None:
    """What an answer names was of use: its id is there, and the memory is still in the store."""
    from memento_cli.actions.memory.reading import resolve_ids
    from memento_cli.actions.memory.reinforce import note_use
    from memento_cli.core.memory.ids import minted_in

    named = minted_in(text)
    ids = resolve_ids(call.store, [id for id in named if id in call.store.memories][:MOST_NAMED])
    if ids:
        note_use(call.store, ids, call.now, WHY, via=VIA)


def _tell(call: Call, hook_call: HookCall, text: str) -> None:
    """Give the client what its model is to read."""
    if not text:
        return
    value: Mapping[str, Any] = {"additional_context": text}
    if not _is_cursors(hook_call):
        specific = {"hookEventName": hook_call.event, "additionalContext": text}
        value = {"hookSpecificOutput": specific}
    call.out.say(json_text(value))


def _is_cursors(hook_call: HookCall) -> bool:
    return hook_call.event[0].islower()
