"""Which commands there are: the list that help, completion and the manual are made from."""

from __future__ import annotations

from typing import NamedTuple

from memento_cli.cli.options import PICTURES
from memento_cli.cli.out import FORMATS


class Entry(NamedTuple):
    """A command: its name, the module and function behind it, and its line in the help.

    `layered`: it reads several stores together.
    """

    name: str
    module: str
    function: str
    help: str
    filters: bool = False
    layered: bool = False
    formats: tuple[str, ...] = FORMATS


DAILY = (
    Entry("record", "record", "record", "Keep a new memory."),
    Entry(
        "recall",
        "recall",
        "recall",
        "Find memories by what they say, whom and when.",
        filters=True,
        layered=True,
    ),
    Entry(
        "list",
        "list",
        "list_",
        "List memories, the strongest first.",
        filters=True,
        layered=True,
    ),
    Entry("show", "show", "show", "Show one memory, whole; or an event, or what holds."),
    Entry("edit", "edit", "edit", "Change a memory, in an editor or by --set."),
    Entry("reinforce", "reinforce", "reinforce", "Make a memory stronger: it mattered again."),
    Entry("used", "used", "used", "Note that memories were of use."),
    Entry("prune", "prune", "prune", "Archive what has faded."),
    Entry("undo", "undo", "undo", "Take back the last act, or any."),
    Entry("log", "log", "log", "What was done, to one memory or to all."),
)
PANELS: dict[str, tuple[Entry, ...]] = {
    "Daily": DAILY,
    "One memory": (
        Entry("why", "why", "why", "Where a strength comes from, and where it goes."),
        Entry("similar", "similar", "similar", "Memories like this one."),
        Entry("curve", "curve", "curve", "One memory's past and future, drawn."),
        Entry("feedback", "feedback", "feedback", "Note what came of it: helpful, or not."),
        Entry("law", "law", "law", "By which law it fades, and another."),
        Entry("pin", "pin", "pin", "Keep memories from fading."),
        Entry("unpin", "pin", "unpin", "Let them fade again."),
        Entry("forget", "forget", "forget", "Archive one memory."),
        Entry("restore", "forget", "restore", "Bring memories back from the archive."),
    ),
    "What happened": (
        Entry("observe", "observe", "observe", "Keep what happened: a turn, a notice, an image."),
        Entry("events", "events", "events", "What was observed, the newest first."),
        Entry("thread", "thread", "thread", "What hangs together: threads of events."),
        Entry("affect", "affect", "affect", "Note what an event felt like."),
        Entry("mood", "mood", "mood", "The long mood now, and how it moved."),
        Entry("extract", "extract", "extract", "Do what somebody extracted from events."),
    ),
    "What holds": (
        Entry("fact", "fact", "fact", "Facts in time: what holds, held, and was believed."),
        Entry("state", "state", "state", "What holds, in somebody's own words."),
        Entry("task", "task", "task", "What is to be done."),
        Entry("prefer", "prefer", "prefer", "Likes and dislikes, and which are certain."),
        Entry("block", "block", "block", "Named texts that are always in the context."),
        Entry("kv", "kv", "kv", "Hard facts, each for its time: true and current, or gone."),
        Entry("session", "session", "session", "Working memory: what is at hand in a session."),
        Entry(
            "context",
            "context",
            "context",
            "What an agent is to know now, within a budget.",
            filters=True,
            layered=True,
        ),
        Entry("revisions", "revisions", "revisions", "What each change changed, and why."),
        Entry("relate", "relate", "relate", "State how two things are related."),
        Entry("unrelate", "relate", "unrelate", "Take that back."),
        Entry(
            "graph",
            "graph",
            "graph",
            "Who and what there is, and how it is related.",
            formats=(*FORMATS, *PICTURES),
        ),
        Entry("conflicts", "conflicts", "conflicts", "What contradicts what."),
        Entry("link", "link", "link", "Link a memory to another, or an event."),
        Entry("unlink", "link", "unlink", "Take a link away."),
    ),
    "For agents": (
        Entry("mcp", "mcp", "mcp", "Serve the store to agents, over MCP."),
        Entry(
            "agent",
            "agent",
            "agent",
            "Hooks and a skill for agents, without a server.",
            layered=True,
        ),
    ),
    "The store": (
        Entry("init", "init", "init", "Make a store."),
        Entry("profile", "profile", "profile", "The store's profile, and its settings."),
        Entry(
            "convert",
            "law",
            "convert",
            "Let many memories fade by another law.",
            filters=True,
        ),
        Entry(
            "proposals",
            "proposals",
            "proposals",
            "What was proposed and waits: show, apply or reject it.",
        ),
        Entry("sleep", "sleep", "sleep", "Propose what to make of what was recorded of late."),
        Entry(
            "import",
            "import_",
            "import_",
            "Take in JSON lines, Markdown, tyvi files, git log, chats.",
        ),
        Entry("review", "review", "review", "Be asked what you know, when it is due."),
        Entry(
            "forecast",
            "forecast",
            "forecast",
            "What will fade when, and what one use would buy.",
        ),
        Entry("maintain", "maintain", "maintain", "What a night should do."),
        Entry("cron", "maintain", "cron", "The crontab line or the timer for that."),
        Entry("settle", "settle", "settle", "Bring the numbers in the files up to date."),
        Entry("status", "status", "status", "The store, its index, and how far that is behind."),
        Entry("rebuild", "rebuild", "rebuild", "Make the index again."),
        Entry("stats", "stats", "stats", "What the store holds."),
        Entry("doctor", "doctor", "doctor", "Check every file, and repair what can be."),
        Entry("secrets", "secrets", "secrets", "Find keys and passwords in what is kept."),
        Entry("git", "git", "git", "Merge driver and hooks for a store in git."),
        Entry("trust", "trust", "trust", "Let this clone write to a store that came with it."),
        Entry("bench", "bench", "bench", "Measure memento: speed and recall, beside its goals."),
        Entry("watch", "watch", "watch", "Tell changes as they happen; keep the index fresh."),
        Entry("migrate", "migrate", "migrate", "Bring an older store to this format."),
    ),
    "Help": (
        Entry("manual", "manual", "manual", "The manual, by topic."),
        Entry("schema", "schema", "schema", "The JSON Schema of the files."),
        Entry("completion", "completion", "completion", "Completion for bash, zsh and fish."),
    ),
}
ENTRIES = {entry.name: entry for panel in PANELS.values() for entry in panel}
