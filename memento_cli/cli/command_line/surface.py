"""Which commands there are: the list that help, completion and the manual are made from."""

from __future__ import annotations

from memento_cli.cli.command_line.options import EXPORTS, PICTURES
from memento_cli.cli.output.out import FORMATS
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.settings.fields import SETTINGS

TYPE_CHECKING = False


FADING = "commands.fading"
EVENTS = "commands.events"
SESSION = "commands.sessions.session"
THREAD = f"{EVENTS}.thread"
STATE, MOOD = "commands.facts.state", "commands.facts.mood"
FACT, LIKES, KV = "commands.facts.fact", "commands.facts.likes", "commands.facts.kv"
BLOCK = "commands.facts.block"
GRAPH = "commands.graph"
TIDY = "commands.tidy"
AGENTS = "commands.agents"
UNDO = "commands.undo"
STORE, CHECKUP, HELP = "commands.store", "commands.checkup", "commands.help"
CONFIG, COMPLETION = f"{STORE}.config", f"{HELP}.completion"


class Entry(NamedTuple):
    """A command: its path (`fact set`), the module and function behind it, its line in the help.

    `layered`: it reads several stores together. `filters`: it takes the options that choose
    memories. `hidden`: programs call it, and no help names it.
    """

    path: str
    module: str
    function: str
    help: str
    filters: bool = False
    layered: bool = False
    formats: tuple[str, ...] = FORMATS
    hidden: bool = False

    @property
    def name(self) -> str:
        """The last word of the path: what a group calls it."""
        return self.path.rpartition(" ")[2]


class Group(NamedTuple):
    """A noun with commands of its own: bare it prints its help, and does nothing."""

    path: str
    help: str
    hidden: bool = False

    @property
    def name(self) -> str:
        """The last word of the path."""
        return self.path.rpartition(" ")[2]


DAILY = (
    Entry("record", "commands.memory.record", "record", "Keep a new memory."),
    Entry(
        "recall",
        "commands.recall.recall",
        "recall",
        "Find memories by what they say, whom and when.",
        filters=True,
        layered=True,
    ),
    Entry(
        "list",
        "commands.memory.list",
        "list_",
        "List memories, the strongest first.",
        filters=True,
        layered=True,
    ),
    Entry(
        "show",
        "commands.memory.show",
        "show",
        "Show one memory, whole; or an event, or what holds.",
    ),
    Entry("edit", "commands.memory.edit", "edit", "Change a memory, also its links."),
    Entry(
        "reinforce",
        "commands.memory.reinforce",
        "reinforce",
        "Make a memory stronger: it mattered again.",
    ),
    Entry("prune", "commands.memory.prune", "prune", "Archive what has faded."),
    Entry("undo", f"{UNDO}.undo", "undo", "Take back the last act, or any."),
    Entry("log", f"{UNDO}.log", "log", "What was done, to one memory or to all."),
)
PANELS: dict[str, tuple[Entry | Group, ...]] = {
    "Daily": DAILY,
    "One memory": (
        Group("fade", "How memories fade: why, along which curve, by which law."),
        Entry("fade why", f"{FADING}.why", "why", "The acts that led to a strength, and its law."),
        Entry("fade curve", f"{FADING}.curve", "curve", "One memory's past and future, drawn."),
        Entry(
            "fade forecast",
            f"{FADING}.forecast",
            "forecast",
            "What will fade when, and what one use would buy.",
        ),
        Entry(
            "fade review", f"{FADING}.review", "review", "Be asked what you know, when it is due."
        ),
        Entry(
            "fade set",
            f"{FADING}.set",
            "set_",
            "Let memories fade by another law: some, or all that match.",
            filters=True,
        ),
        Entry("pin", "commands.memory.pin", "pin", "Keep memories from fading."),
        Entry("forget", "commands.memory.forget", "forget", "Archive one memory."),
        Entry(
            "restore", "commands.memory.forget", "restore", "Bring memories back from the archive."
        ),
    ),
    "What happened": (
        Group("event", "What happened: kept as it was, and never fading."),
        Entry("event add", f"{EVENTS}.add", "add", "Keep a turn of talk, a notice, an image."),
        Entry("event list", f"{EVENTS}.list", "list_", "List what was observed, the newest first."),
        Entry("event link", THREAD, "link", "Link an event to one that it goes back to."),
        Entry("event affect", f"{EVENTS}.affect", "affect", "Note what an event felt like."),
        Entry(
            "event extract", f"{EVENTS}.extract", "extract", "Do what was extracted from events."
        ),
        Group("event thread", "What hangs together: threads of events."),
        Entry("event thread add", THREAD, "add", "Put events into a thread, also a new one."),
        Entry("event thread remove", THREAD, "remove", "Take events out of a thread."),
        Entry("event thread split", THREAD, "split", "Move events into a new thread."),
        Entry("event thread merge", THREAD, "merge", "Move all events of threads into one."),
        Entry("event thread list", THREAD, "list_", "List the threads."),
        Entry("event thread show", THREAD, "show", "Show a thread, with its events."),
    ),
    "What holds": (
        Group("fact", "Values of somebody's keys in time, and likes and dislikes."),
        Entry("fact set", FACT, "set_", "Set a value from now on; earlier ones are kept."),
        Entry("fact get", FACT, "get", "Print what a key says, or said."),
        Entry("fact list", FACT, "list_", "List what holds, or held; or what is liked."),
        Entry("fact history", FACT, "history", "Show every value that a key had."),
        Entry("fact correct", FACT, "correct", "Say that it was another value all along."),
        Entry("fact end", FACT, "end", "Say that nothing holds as a key any more."),
        Entry("fact like", LIKES, "like", "Say that somebody likes something."),
        Entry("fact dislike", LIKES, "dislike", "Say that somebody dislikes something."),
        Entry("fact confirm", LIKES, "confirm", "Confirm a like or a dislike."),
        Entry("fact revoke", LIKES, "revoke", "Revoke a like or a dislike."),
        Group("state", "What holds, in somebody's own words; tasks, and the long mood."),
        Entry("state add", STATE, "add", "Add a sentence that holds, or a task."),
        Entry("state list", STATE, "list_", "List what holds, or the open tasks."),
        Entry("state update", STATE, "update", "Change what a state says, or its time."),
        Entry("state done", STATE, "done", "Say that tasks are done."),
        Entry("state close", STATE, "close", "Say that states hold no more."),
        Entry("state confirm", STATE, "confirm", "Say that states hold still."),
        Entry("state mood", MOOD, "mood", "The long mood now, and how it moved."),
        Group("block", "Named texts that are always in the context."),
        Entry("block set", BLOCK, "set_", "Set what a block says."),
        Entry("block get", BLOCK, "get", "Print what a block says, or all blocks."),
        Entry("block list", BLOCK, "list_", "List the blocks, and what each is for."),
        Entry("block delete", BLOCK, "delete", "Delete a block."),
        Group("kv", "Values that expire: true and current, or gone."),
        Entry("kv set", KV, "set_", "Set a value, for a time or without end."),
        Entry("kv get", KV, "get", "Print the value of a key."),
        Entry("kv list", KV, "list_", "List the values that have not expired."),
        Entry("kv unset", KV, "unset", "Take a value away before its time."),
        Group("session", "Working memory: what is at hand in a session."),
        Entry("session start", SESSION, "start", "Begin a session."),
        Entry("session add", SESSION, "add", "Add what was said."),
        Entry("session show", SESSION, "show", "Show what a session has at hand."),
        Entry("session list", SESSION, "list_", "List the sessions that have not ended."),
        Entry("session query", SESSION, "query", "Print what to recall for a message."),
        Entry("session summarize", SESSION, "summarize", "Make a memory of it, and go on."),
        Entry("session end", SESSION, "end", "End a session, which becomes a memory."),
        Entry(
            "context",
            "commands.sessions.context",
            "context",
            "What an agent is to know now, within a budget.",
            filters=True,
            layered=True,
        ),
        Group("graph", "Who and what there is, and how it is related."),
        Entry("graph add", f"{GRAPH}.edges", "add", "Say how two names are related."),
        Entry("graph remove", f"{GRAPH}.edges", "remove", "Take that back; the names stay."),
        Entry(
            "graph list",
            f"{GRAPH}.look",
            "list_",
            "List all names, and how many edges each has.",
            formats=(*FORMATS, *PICTURES),
        ),
        Entry(
            "graph show",
            f"{GRAPH}.look",
            "show",
            "Show a name and its edges, or what is near it.",
            formats=(*FORMATS, *PICTURES),
        ),
        Entry(
            "graph path",
            f"{GRAPH}.look",
            "path",
            "Show the way from one name to another.",
            formats=(*FORMATS, *PICTURES),
        ),
        Entry("graph name", f"{GRAPH}.edges", "name", "Keep a name, its kind, and its aliases."),
        Entry("graph delete", f"{GRAPH}.edges", "delete", "Delete a name with all its edges."),
    ),
    "For agents": (
        Group("agent", "Doors for programs: a server, hooks, and what came of a memory."),
        Entry(
            "agent setup",
            f"{AGENTS}.setup",
            "setup",
            "The server's configuration, hooks and a skill.",
            layered=True,
        ),
        Entry("agent mcp", f"{AGENTS}.mcp", "mcp", "Serve the store to agents, over MCP."),
        Entry("agent hook", f"{AGENTS}.hook", "hook", "Answer a host's hook.", layered=True),
        Entry(
            "agent feedback",
            f"{AGENTS}.feedback",
            "feedback",
            "Note what came of a memory: helpful, or not.",
        ),
        Entry("mcp", f"{AGENTS}.mcp", "serve", "Older configurations call this.", hidden=True),
    ),
    "The store": (
        Entry("init", f"{STORE}.init", "init", "Make a store."),
        Group(
            "config", f"The store's {len(SETTINGS)} settings, its profile, completion in shells."
        ),
        Entry("config list", CONFIG, "list_", "List the settings that are not the profile's."),
        Entry("config get", CONFIG, "get", "Print the value of a setting."),
        Entry("config set", CONFIG, "set_", "Set a setting; comments in the file are kept."),
        Entry("config profile", CONFIG, "profile", "Show the profile, or go by another."),
        Entry("config diff", CONFIG, "diff", "Compare the settings with a profile's."),
        Entry("config completion", COMPLETION, "completion", "Completion for bash, zsh and fish."),
        Group("tidy", "Order among memories: what is double, contradicts, or has ended."),
        Entry("tidy list", f"{TIDY}.proposals", "list_", "What is proposed, and what is double."),
        Entry("tidy show", f"{TIDY}.proposals", "show", "What proposals would change, and why."),
        Entry("tidy apply", f"{TIDY}.proposals", "apply", "Do what proposals say."),
        Entry("tidy reject", f"{TIDY}.proposals", "reject", "Throw proposals away."),
        Entry("tidy propose", f"{TIDY}.propose", "propose", "Propose what to make of what is new."),
        Entry("tidy conflicts", f"{TIDY}.conflicts", "conflicts", "What contradicts what."),
        Entry("tidy run", f"{TIDY}.run", "run", "Do what a night should do."),
        Entry("tidy cron", f"{TIDY}.run", "cron", "The crontab line or the timer for that."),
        Entry("maintain", f"{TIDY}.run", "run", "Older crontab lines call this.", hidden=True),
        Entry(
            "import",
            "commands.exchange.import_",
            "import_",
            "Take in an export, notes, tables, JSON, git log, chats.",
        ),
        Entry(
            "export",
            "commands.exchange.export",
            "export",
            "Hand out the store: JSON lines, Markdown, CSV, a page.",
            filters=True,
            formats=EXPORTS,
        ),
        Entry(
            "status",
            f"{CHECKUP}.status",
            "status",
            "The store, its index, and how far that is behind.",
        ),
        Group("store", "The folder itself: git, numbers, index, format, keys, speed."),
        Entry("store git", f"{STORE}.git", "git", "Merge driver and hooks for a store in git."),
        Entry(
            "store trust",
            f"{STORE}.upkeep",
            "trust",
            "Let this clone write to a store it came with.",
        ),
        Entry(
            "store settle",
            f"{STORE}.upkeep",
            "settle",
            "Bring the numbers in the files up to date.",
        ),
        Entry("store rebuild", f"{STORE}.upkeep", "rebuild", "Make the index again."),
        Entry(
            "store migrate", f"{STORE}.upkeep", "migrate", "Bring an older store to this format."
        ),
        Entry(
            "store watch",
            f"{STORE}.watch",
            "watch",
            "Tell changes as they happen; keep the index fresh.",
        ),
        Entry(
            "store secrets",
            f"{STORE}.secrets",
            "secrets",
            "Find keys and passwords in what is kept.",
        ),
        Entry("store schema", f"{STORE}.schema", "schema", "The JSON Schema of the files."),
        Entry("store bench", f"{STORE}.bench", "bench", "Measure memento beside its goals."),
        Entry("_git", f"{STORE}.git", "called_by_git", "What git itself calls.", hidden=True),
        Entry("git", f"{STORE}.git", "called_by_git", "Older clones call this.", hidden=True),
        Entry("doctor", f"{CHECKUP}.doctor", "doctor", "Check every file, and repair what can be."),
    ),
    "Help": (
        Entry("help", f"{HELP}.help", "help_", "The first page, all, a command, or a topic."),
        Entry("_complete", COMPLETION, "complete", "What the shells call.", hidden=True),
        Entry("completion", COMPLETION, "complete_for_older", "Older scripts.", hidden=True),
    ),
}
ENTRIES = {one.path: one for panel in PANELS.values() for one in panel if isinstance(one, Entry)}
GROUPS = {one.path: one for panel in PANELS.values() for one in panel if isinstance(one, Group)}

NAMES = {path.partition(" ")[0] for path, entry in ENTRIES.items() if not entry.hidden}
"""The names at the top level that help and completion tell."""


def members(group: str) -> dict[str, Entry | Group]:
    """What stands in a group, by name: its commands, then its groups; of the root, "", those at
    the top."""
    names: list[Entry | Group] = [*ENTRIES.values(), *GROUPS.values()]
    return {one.name: one for one in names if one.path.removesuffix(one.name).rstrip() == group}
