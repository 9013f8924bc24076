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


TAKEN = ("list", "set", "import", "help")
"""The names that Python has itself, or that are none there: a function is called so with a `_`."""


class Entry(NamedTuple):
    """A command: its path (`fact set`), the module behind it, and its line in the help. Its
    function is named as it is, if not `called` otherwise.

    `layered`: it reads several stores together. `filters`: it takes the options that choose
    memories. `hidden`: programs call it, and no help names it.
    """

    path: str
    module: str
    help: str
    called: str = ""
    filters: bool = False
    layered: bool = False
    formats: tuple[str, ...] = FORMATS
    hidden: bool = False

    @property
    def name(self) -> str:
        """The last word of the path: what a group calls it."""
        return self.path.rpartition(" ")[2]

    @property
    def function(self) -> str:
        """The name of the function in the module."""
        return self.called or self.name + "_" * (self.name in TAKEN)


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
    Entry("record", "commands.memory.record", "Keep a new memory."),
    Entry(
        "recall",
        "commands.recall.recall",
        "Find memories by what they say, whom and when.",
        filters=True,
        layered=True,
    ),
    Entry(
        "list",
        "commands.memory.list",
        "List memories, the strongest first.",
        filters=True,
        layered=True,
    ),
    Entry("show", "commands.memory.show", "Show one memory, whole; or an event, or what holds."),
    Entry("edit", "commands.memory.edit", "Change a memory, also its links."),
    Entry("reinforce", "commands.memory.reinforce", "Make a memory stronger: it mattered again."),
    Entry("prune", "commands.memory.prune", "Archive what has faded."),
    Entry("undo", f"{UNDO}.undo", "Take back the last act, or any."),
    Entry("log", f"{UNDO}.log", "What was done, to one memory or to all."),
)
PANELS: dict[str, tuple[Entry | Group, ...]] = {
    "Daily": DAILY,
    "One memory": (
        Group("fade", "How memories fade: why, along which curve, by which law."),
        Entry("fade why", f"{FADING}.why", "The acts that led to a strength, and its law."),
        Entry("fade curve", f"{FADING}.curve", "One memory's past and future, drawn."),
        Entry(
            "fade forecast",
            f"{FADING}.forecast",
            "What will fade when, and what one use would buy.",
        ),
        Entry("fade review", f"{FADING}.review", "Be asked what you know, when it is due."),
        Entry(
            "fade set",
            f"{FADING}.set",
            "Let memories fade by another law: some, or all that match.",
            filters=True,
        ),
        Entry("pin", "commands.memory.pin", "Keep memories from fading."),
        Entry("forget", "commands.memory.forget", "Archive one memory."),
        Entry("restore", "commands.memory.forget", "Bring memories back from the archive."),
    ),
    "What happened": (
        Group("event", "What happened: kept as it was, and never fading."),
        Entry("event add", f"{EVENTS}.add", "Keep a turn of talk, a notice, an image."),
        Entry("event list", f"{EVENTS}.list", "List what was observed, the newest first."),
        Entry("event link", THREAD, "Link an event to one that it goes back to."),
        Entry("event affect", f"{EVENTS}.affect", "Note what an event felt like."),
        Entry("event extract", f"{EVENTS}.extract", "Do what was extracted from events."),
        Group("event thread", "What hangs together: threads of events."),
        Entry("event thread add", THREAD, "Put events into a thread, also a new one."),
        Entry("event thread remove", THREAD, "Take events out of a thread."),
        Entry("event thread split", THREAD, "Move events into a new thread."),
        Entry("event thread merge", THREAD, "Move all events of threads into one."),
        Entry("event thread list", THREAD, "List the threads."),
        Entry("event thread show", THREAD, "Show a thread, with its events."),
    ),
    "What holds": (
        Group("fact", "Values of somebody's keys in time, and likes and dislikes."),
        Entry("fact set", FACT, "Set a value from now on; earlier ones are kept."),
        Entry("fact get", FACT, "Print what a key says, or said."),
        Entry("fact list", FACT, "List what holds, or held; or what is liked."),
        Entry("fact history", FACT, "Show every value that a key had."),
        Entry("fact correct", FACT, "Say that it was another value all along."),
        Entry("fact end", FACT, "Say that nothing holds as a key any more."),
        Entry("fact like", LIKES, "Say that somebody likes something."),
        Entry("fact dislike", LIKES, "Say that somebody dislikes something."),
        Entry("fact confirm", LIKES, "Confirm a like or a dislike."),
        Entry("fact revoke", LIKES, "Revoke a like or a dislike."),
        Group("state", "What holds, in somebody's own words; tasks, and the long mood."),
        Entry("state add", STATE, "Add a sentence that holds, or a task."),
        Entry("state list", STATE, "List what holds, or the open tasks."),
        Entry("state update", STATE, "Change what a state says, or its time."),
        Entry("state done", STATE, "Say that tasks are done."),
        Entry("state close", STATE, "Say that states hold no more."),
        Entry("state confirm", STATE, "Say that states hold still."),
        Entry("state mood", MOOD, "The long mood now, and how it moved."),
        Group("block", "Named texts that are always in the context."),
        Entry("block set", BLOCK, "Set what a block says."),
        Entry("block get", BLOCK, "Print what a block says, or all blocks."),
        Entry("block list", BLOCK, "List the blocks, and what each is for."),
        Entry("block delete", BLOCK, "Delete a block."),
        Group("kv", "Values that expire: true and current, or gone."),
        Entry("kv set", KV, "Set a value, for a time or without end."),
        Entry("kv get", KV, "Print the value of a key."),
        Entry("kv list", KV, "List the values that have not expired."),
        Entry("kv unset", KV, "Take a value away before its time."),
        Group("session", "Working memory: what is at hand in a session."),
        Entry("session start", SESSION, "Begin a session."),
        Entry("session add", SESSION, "Add what was said."),
        Entry("session show", SESSION, "Show what a session has at hand."),
        Entry("session list", SESSION, "List the sessions that have not ended."),
        Entry("session query", SESSION, "Print what to recall for a message."),
        Entry("session summarize", SESSION, "Make a memory of it, and go on."),
        Entry("session end", SESSION, "End a session, which becomes a memory."),
        Entry(
            "context",
            "commands.sessions.context",
            "What an agent is to know now, within a budget.",
            filters=True,
            layered=True,
        ),
        Group("graph", "Who and what there is, and how it is related."),
        Entry("graph add", f"{GRAPH}.edges", "Say how two names are related."),
        Entry("graph remove", f"{GRAPH}.edges", "Take that back; the names stay."),
        Entry(
            "graph list",
            f"{GRAPH}.look",
            "List all names, and how many edges each has.",
            formats=(*FORMATS, *PICTURES),
        ),
        Entry(
            "graph show",
            f"{GRAPH}.look",
            "Show a name and its edges, or what is near it.",
            formats=(*FORMATS, *PICTURES),
        ),
        Entry(
            "graph path",
            f"{GRAPH}.look",
            "Show the way from one name to another.",
            formats=(*FORMATS, *PICTURES),
        ),
        Entry("graph name", f"{GRAPH}.edges", "Keep a name, its kind, and its aliases."),
        Entry("graph delete", f"{GRAPH}.edges", "Delete a name with all its edges."),
    ),
    "For agents": (
        Group("agent", "Doors for programs: a server, hooks, and what came of a memory."),
        Entry(
            "agent setup",
            f"{AGENTS}.setup",
            "The server's configuration, hooks and a skill.",
            layered=True,
        ),
        Entry("agent mcp", f"{AGENTS}.mcp", "Serve the store to agents, over MCP."),
        Entry("agent hook", f"{AGENTS}.hook", "Answer a host's hook.", layered=True),
        Entry(
            "agent feedback", f"{AGENTS}.feedback", "Note what came of a memory: helpful, or not."
        ),
        Entry(
            "mcp", f"{AGENTS}.mcp", "Older configurations call this.", called="serve", hidden=True
        ),
    ),
    "The store": (
        Entry("init", f"{STORE}.init", "Make a store."),
        Group(
            "config", f"The store's {len(SETTINGS)} settings, its profile, completion in shells."
        ),
        Entry("config list", CONFIG, "List the settings that are not the profile's."),
        Entry("config get", CONFIG, "Print the value of a setting."),
        Entry("config set", CONFIG, "Set a setting; comments in the file are kept."),
        Entry("config profile", CONFIG, "Show the profile, or go by another."),
        Entry("config diff", CONFIG, "Compare the settings with a profile's."),
        Entry("config completion", COMPLETION, "Completion for bash, zsh and fish."),
        Group("tidy", "Order among memories: what is double, contradicts, or has ended."),
        Entry("tidy list", f"{TIDY}.proposals", "What is proposed, and what is double."),
        Entry("tidy show", f"{TIDY}.proposals", "What proposals would change, and why."),
        Entry("tidy apply", f"{TIDY}.proposals", "Do what proposals say."),
        Entry("tidy reject", f"{TIDY}.proposals", "Throw proposals away."),
        Entry("tidy propose", f"{TIDY}.propose", "Propose what to make of what is new."),
        Entry("tidy conflicts", f"{TIDY}.conflicts", "What contradicts what."),
        Entry("tidy run", f"{TIDY}.run", "Do what a night should do."),
        Entry("tidy cron", f"{TIDY}.run", "The crontab line or the timer for that."),
        Entry(
            "maintain", f"{TIDY}.run", "Older crontab lines call this.", called="run", hidden=True
        ),
        Entry(
            "import",
            "commands.exchange.import_",
            "Take in an export, notes, tables, JSON, git log, chats.",
        ),
        Entry(
            "export",
            "commands.exchange.export",
            "Hand out the store: JSON lines, Markdown, CSV, a page.",
            filters=True,
            formats=EXPORTS,
        ),
        Entry("status", f"{CHECKUP}.status", "The store, its index, and how far that is behind."),
        Group("store", "The folder itself: git, numbers, index, format, keys, speed."),
        Entry("store git", f"{STORE}.git", "Merge driver and hooks for a store in git."),
        Entry("store trust", f"{STORE}.upkeep", "Let this clone write to a store it came with."),
        Entry("store settle", f"{STORE}.upkeep", "Bring the numbers in the files up to date."),
        Entry("store rebuild", f"{STORE}.upkeep", "Make the index again."),
        Entry("store migrate", f"{STORE}.upkeep", "Bring an older store to this format."),
        Entry(
            "store watch", f"{STORE}.watch", "Tell changes as they happen; keep the index fresh."
        ),
        Entry("store secrets", f"{STORE}.secrets", "Find keys and passwords in what is kept."),
        Entry("store schema", f"{STORE}.schema", "The JSON Schema of the files."),
        Entry("store bench", f"{STORE}.bench", "Measure memento beside its goals."),
        Entry(
            "_git", f"{STORE}.git", "What git itself calls.", called="called_by_git", hidden=True
        ),
        Entry(
            "git", f"{STORE}.git", "Older clones call this.", called="called_by_git", hidden=True
        ),
        Entry("doctor", f"{CHECKUP}.doctor", "Check every file, and repair what can be."),
    ),
    "Help": (
        Entry("help", f"{HELP}.help", "The first page, all, a command, or a topic."),
        Entry("_complete", COMPLETION, "What the shells call.", called="complete", hidden=True),
        Entry("completion", COMPLETION, "Older scripts.", called="complete_for_older", hidden=True),
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
