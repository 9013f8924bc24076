"""Which commands there are: the list that help, completion and the manual are made from."""

from __future__ import annotations

from memento_cli.cli.command_line.options import EXPORTS, PICTURES, TOOL_FORMS
from memento_cli.cli.output.out import FORMATS
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.settings.fields import SETTINGS

TAKEN = ("list", "set", "import", "help", "open")
"""The names that Python has itself, or that are none there: a function is called so with a `_`."""
DRAWN = (*FORMATS, *PICTURES)


class Entry(NamedTuple):
    """A command: its path (`fact set`), the place of its module in `commands`, and its line in the
    help. Its function is named as it is, if not `called` otherwise.

    `layered`: it reads several stores together. `filters`: it takes the options that choose
    memories. `hidden`: programs call it, and no help names it.
    """

    path: str
    place: str
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
    def module(self) -> str:
        """The module, in `cli`."""
        return f"commands.{self.place}"

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
    Entry("record", "memory.record", "Keep a new memory."),
    Entry(
        "recall",
        "recall.recall",
        "Find memories by what they say, whom and when.",
        filters=True,
        layered=True,
    ),
    Entry("list", "memory.list", "List memories, the strongest first.", filters=True, layered=True),
    Entry("open", "browse.open", "Browse: in the terminal, or as a page."),
    Entry("show", "memory.show", "Show one memory, whole; or an event, or what holds."),
    Entry("edit", "memory.edit", "Change a memory, also its links."),
    Entry("reinforce", "memory.reinforce", "Make a memory stronger: it mattered again."),
    Entry("prune", "memory.prune", "Archive what has faded."),
    Entry("undo", "undo.undo", "Take back the last act, or any."),
    Entry("log", "undo.log", "What was done, to one memory or to all."),
)
PANELS: dict[str, tuple[Entry | Group, ...]] = {
    "Daily": DAILY,
    "One memory": (
        Group("fade", "How memories fade: why, along which curve, by which law."),
        Entry("fade why", "fading.why", "The acts that led to a strength, and its law."),
        Entry("fade curve", "fading.curve", "One memory's past and future, drawn."),
        Entry(
            "fade forecast", "fading.forecast", "What will fade when, and what one use would buy."
        ),
        Entry("fade review", "fading.review", "Be asked what you know, when it is due."),
        Entry(
            "fade set",
            "fading.set",
            "Let memories fade by another law: some, or all that match.",
            filters=True,
        ),
        Entry("pin", "memory.pin", "Keep memories from fading."),
        Entry("forget", "memory.forget", "Archive one memory."),
        Entry("restore", "memory.forget", "Bring memories back from the archive."),
    ),
    "What happened": (
        Group("event", "What happened: kept as it was, and never fading."),
        Entry("event add", "events.add", "Keep a turn of talk, a notice, an image."),
        Entry("event list", "events.list", "List what was observed, the newest first."),
        Entry("event link", "events.thread", "Link an event to one that it goes back to."),
        Entry("event affect", "events.affect", "Note what an event felt like."),
        Entry("event extract", "events.extract", "Do what was extracted from events."),
        Group("event thread", "What hangs together: threads of events."),
        Entry("event thread add", "events.thread", "Put events into a thread, also a new one."),
        Entry("event thread remove", "events.thread", "Take events out of a thread."),
        Entry("event thread split", "events.thread", "Move events into a new thread."),
        Entry("event thread merge", "events.thread", "Move all events of threads into one."),
        Entry("event thread list", "events.thread", "List the threads."),
        Entry("event thread show", "events.thread", "Show a thread, with its events."),
    ),
    "What holds": (
        Group("fact", "Values of somebody's keys in time, and likes and dislikes."),
        Entry("fact set", "facts.fact", "Set a value from now on; earlier ones are kept."),
        Entry("fact get", "facts.fact", "Print what a key says, or said."),
        Entry("fact list", "facts.fact", "List what holds, or held; or what is liked."),
        Entry("fact history", "facts.fact", "Show every value that a key had."),
        Entry("fact correct", "facts.fact", "Say that it was another value all along."),
        Entry("fact end", "facts.fact", "Say that nothing holds as a key any more."),
        Entry("fact like", "facts.likes", "Say that somebody likes something."),
        Entry("fact dislike", "facts.likes", "Say that somebody dislikes something."),
        Entry("fact confirm", "facts.likes", "Confirm a like or a dislike."),
        Entry("fact revoke", "facts.likes", "Revoke a like or a dislike."),
        Group("state", "What holds, in somebody's own words; tasks, and the long mood."),
        Entry("state add", "facts.state", "Add a sentence that holds, or a task."),
        Entry("state list", "facts.state", "List what holds, or the open tasks."),
        Entry("state update", "facts.state", "Change what a state says, or its time."),
        Entry("state done", "facts.state", "Say that tasks are done."),
        Entry("state close", "facts.state", "Say that states hold no more."),
        Entry("state confirm", "facts.state", "Say that states hold still."),
        Entry("state mood", "facts.mood", "The long mood now, and how it moved."),
        Group("block", "Named texts that are always in the context."),
        Entry("block set", "facts.block", "Set what a block says."),
        Entry("block get", "facts.block", "Print what a block says, or all blocks."),
        Entry("block list", "facts.block", "List the blocks, and what each is for."),
        Entry("block delete", "facts.block", "Delete a block."),
        Group("kv", "Values that expire: true and current, or gone."),
        Entry("kv set", "facts.kv", "Set a value, for a time or without end."),
        Entry("kv get", "facts.kv", "Print the value of a key."),
        Entry("kv list", "facts.kv", "List the values that have not expired."),
        Entry("kv unset", "facts.kv", "Take a value away before its time."),
        Group("session", "Working memory: what is at hand in a session."),
        Entry("session start", "sessions.session", "Begin a session."),
        Entry("session add", "sessions.session", "Add what was said."),
        Entry("session show", "sessions.session", "Show what a session has at hand."),
        Entry("session list", "sessions.session", "List the sessions that have not ended."),
        Entry("session query", "sessions.session", "Print what to recall for a message."),
        Entry("session summarize", "sessions.session", "Make a memory of it, and go on."),
        Entry("session end", "sessions.session", "End a session, which becomes a memory."),
        Entry(
            "context",
            "sessions.context",
            "What an agent is to know now, within a budget.",
            filters=True,
            layered=True,
        ),
        Group("graph", "Who and what there is, and how it is related."),
        Entry("graph add", "graph.edges", "Say how two names are related."),
        Entry("graph remove", "graph.edges", "Take that back; the names stay."),
        Entry(
            "graph list",
            "graph.look",
            "List all names, and how many edges each has.",
            formats=DRAWN,
        ),
        Entry(
            "graph show",
            "graph.look",
            "Show a name and its edges, or what is near it.",
            formats=DRAWN,
        ),
        Entry("graph path", "graph.look", "Show the way from one name to another.", formats=DRAWN),
        Entry("graph name", "graph.edges", "Keep a name, its kind, and its aliases."),
        Entry("graph delete", "graph.edges", "Delete a name with all its edges."),
    ),
    "For agents": (
        Group("agent", "Doors for programs: a server, hooks, and what came of a memory."),
        Entry(
            "agent setup",
            "agents.setup",
            "The server's configuration, hooks and a skill.",
            layered=True,
        ),
        Entry("agent mcp", "agents.mcp", "Serve the store to agents, over MCP."),
        Entry(
            "agent tools",
            "agents.tools",
            "The tools, as a model's interface takes them.",
            formats=TOOL_FORMS,
        ),
        Entry("agent call", "agents.tools", "Do what a model asks by a tool.", called="call_tool"),
        Group("agent token", "Tokens of the server over HTTP: one a client, each with bounds."),
        Entry("agent token add", "agents.token", "Make a token, and print it this once."),
        Entry("agent token list", "agents.token", "List the tokens of this store."),
        Entry("agent token revoke", "agents.token", "Let a token count no more."),
        Entry("agent hook", "agents.hook", "Answer a host's hook.", layered=True),
        Entry("agent feedback", "agents.feedback", "Note what came of a memory: helpful, or not."),
        Entry(
            "agent materialize",
            "agents.materialize",
            "Keep the memories in a file that a host reads.",
            filters=True,
        ),
        Entry("mcp", "agents.mcp", "Older configurations call this.", called="serve", hidden=True),
    ),
    "The store": (
        Entry("init", "store.init", "Make a store."),
        Group(
            "config", f"The store's {len(SETTINGS)} settings, its profile, completion in shells."
        ),
        Entry("config list", "store.config", "List the settings that are not the profile's."),
        Entry("config get", "store.config", "Print the value of a setting."),
        Entry("config set", "store.config", "Set a setting; comments in the file are kept."),
        Entry("config profile", "store.config", "Show the profile, or go by another."),
        Entry("config diff", "store.config", "Compare the settings with a profile's."),
        Entry("config completion", "help.completion", "Completion for bash, zsh and fish."),
        Group("tidy", "Order among memories: what is double, contradicts, or has ended."),
        Entry("tidy list", "tidy.proposals", "What is proposed, and what is double."),
        Entry("tidy show", "tidy.proposals", "What proposals would change, and why."),
        Entry("tidy apply", "tidy.proposals", "Do what proposals say."),
        Entry("tidy reject", "tidy.proposals", "Throw proposals away."),
        Entry("tidy propose", "tidy.propose", "Propose what to make of what is new."),
        Entry("tidy conflicts", "tidy.conflicts", "What contradicts what."),
        Entry("tidy run", "tidy.run", "Do what a night should do."),
        Entry("tidy cron", "tidy.run", "The crontab line or the timer for that."),
        Entry("maintain", "tidy.run", "Older crontab lines call this.", called="run", hidden=True),
        Entry(
            "import", "exchange.import_", "Take in an export, notes, tables, JSON, git log, chats."
        ),
        Entry(
            "export",
            "exchange.export",
            "Hand out the store: JSON lines, Markdown, CSV, a page.",
            filters=True,
            formats=EXPORTS,
        ),
        Entry("status", "checkup.status", "The store, its index, and how far that is behind."),
        Group("store", "The folder itself: git, numbers, index, vectors, keys, speed; a hub."),
        Entry("store git", "store.git", "Merge driver and hooks for a store in git."),
        Entry("store trust", "store.upkeep", "Let this clone write to a store it came with."),
        Entry("store settle", "store.upkeep", "Bring the numbers in the files up to date."),
        Entry("store rebuild", "store.upkeep", "Make the index again."),
        Entry("store migrate", "store.upkeep", "Bring an older store to this format."),
        Entry("store watch", "store.watch", "Tell changes as they happen; keep the index fresh."),
        Entry("store secrets", "store.secrets", "Find keys and passwords in what is kept."),
        Group("store vectors", "Recall by meaning: the memories' vectors."),
        Entry(
            "store vectors status",
            "vectors.status",
            "Which provider, how fast, and what has a vector.",
        ),
        Entry("store vectors fill", "vectors.fill", "Give every memory a vector of its text."),
        Entry("store vectors export", "vectors.exchange", "Write all vectors as JSON lines."),
        Entry("store vectors import", "vectors.exchange", "Take in the vectors of an export."),
        Entry("store vectors test", "vectors.compare", "How near a text is to a question."),
        Entry("store sync", "hub.sync", "Pull, merge and push, where other clones meet."),
        Group("store hub", "A team's hub on PostgreSQL: its schema, members and state."),
        Entry("store hub init", "hub.init", "Make a hub of a database, or bring one up to date."),
        Entry("store hub clone", "hub.sync", "Make a store of what a tenant has."),
        Entry("store hub add", "hub.members", "Let a role reach a tenant."),
        Entry("store hub remove", "hub.members", "Let a role reach a tenant no more."),
        Entry("store hub status", "hub.status", "Nodes, tenants and clones, and what is wrong."),
        Entry("store hub limit", "hub.tenants", "Limit what a tenant may hold."),
        Entry("store hub erase", "hub.tenants", "Erase a tenant for good."),
        Entry(
            "store hub forget-clone",
            "hub.tenants",
            "Forget a clone that will not come back.",
            called="forget_clone",
        ),
        Entry(
            "store hub try", "hub.trying", "Start one on this machine, to try it.", called="try_"
        ),
        Entry("store schema", "store.schema", "The JSON Schema of the files."),
        Entry("store bench", "store.bench", "Measure memento beside its goals."),
        Entry("_git", "store.git", "What git itself calls.", called="called_by_git", hidden=True),
        Entry("git", "store.git", "Older clones call this.", called="called_by_git", hidden=True),
        Entry("doctor", "checkup.doctor", "Check every file, and repair what can be."),
    ),
    "Help": (
        Entry("help", "help.help", "The first page, all, a command, or a topic."),
        Entry(
            "_complete", "help.completion", "What the shells call.", called="complete", hidden=True
        ),
        Entry(
            "completion",
            "help.completion",
            "Older scripts.",
            called="complete_for_older",
            hidden=True,
        ),
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
