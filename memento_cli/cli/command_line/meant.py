"""Older and usual words for commands and options, and what does now what each of them means."""

from __future__ import annotations

from memento_cli.cli.command_line.surface import ENTRIES
from memento_cli.cli.command_line.table import COMMANDS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

MEANT: Mapping[str, str] = {
    **dict.fromkeys(("add", "new", "remember", "save", "keep", "note", "write"), "record TEXT"),
    **dict.fromkeys(("remind", "task", "todo"), "state add task TEXT --due TIME"),
    "redo": "undo ACT",
    "backup": "store git",
    "ls": "list",
    "today": "list --since today",
    "yesterday": "list --since yesterday --until yesterday",
    "recent": "list --sort created",
    **dict.fromkeys(("query", "search", "find"), "recall WORDS"),
    **dict.fromkeys(("get", "view", "cat", "state show"), "show ID"),
    "update": "edit ID",
    "tag": "edit ID --set tags.topics=TOPIC",
    "topic": "list --topic TOPIC",
    **dict.fromkeys(("archive", "rm", "delete", "remove"), "forget ID"),
    "back": "restore ID",
    "version": "--version",
    "completion": "config completion install",
    "completion bash": "config completion install bash",
    "completion zsh": "config completion install zsh",
    "completion fish": "config completion install fish",
    **dict.fromkeys(("like", "prefer", "fact prefer"), "fact like coffee --domain food"),
    "why": "fade why ID",
    "curve": "fade curve ID",
    "forecast": "fade forecast",
    "review": "fade review",
    **dict.fromkeys(("law", "fade law"), "fade set LAW ID"),
    **dict.fromkeys(("convert", "fade convert"), "fade set LAW --topic TOPIC"),
    "similar": "recall --like ID",
    **dict.fromkeys(("duplicates", "tidy similar"), "tidy list --doubles"),
    **dict.fromkeys(("proposals", "tidy proposals"), "tidy list"),
    **dict.fromkeys(("sleep", "tidy sleep"), "tidy propose"),
    "conflicts": "tidy conflicts",
    "cron": "tidy cron",
    **dict.fromkeys(("tidy maintain", "state tidy"), "tidy run"),
    **dict.fromkeys(("manual", "topics"), "help topics"),
    "man": "help --man",
    "dates": "help times",
    "guide": "help start",
    **dict.fromkeys(("profile", "profiles"), "config profile"),
    **dict.fromkeys(("settings", "config show"), "config list"),
    "setting": "config get KEY",
    **dict.fromkeys(("set", "config unset"), "config set KEY VALUE"),
    "settle": "store settle",
    "rebuild": "store rebuild",
    "migrate": "store migrate",
    "trust": "store trust",
    "secrets": "store secrets",
    "watch": "store watch",
    "schema": "store schema",
    "hub": "store hub init|clone|add|remove|status|limit|erase|forget-clone|try",
    **dict.fromkeys(("store hub delete", "store hub drop"), "store hub erase TENANT"),
    **dict.fromkeys(("store hub create", "store hub migrate"), "store hub init HUB"),
    "sync": "store sync [HUB]",
    **dict.fromkeys(("store push", "store pull", "store hub sync"), "store sync [HUB]"),
    "store clone": "store hub clone HUB FOLDER",
    "store hub list": "store hub status HUB",
    "bench": "store bench",
    "stats": "status --full",
    "health": "status --health",
    "store status": "status",
    "store doctor": "doctor",
    "unpin": "pin ID --remove",
    **dict.fromkeys(("revisions", "history"), "log ID --changes"),
    "used": "reinforce ID",
    "feedback": "agent feedback ID helpful",
    "hook": "agent hook",
    "setup": "agent setup --client claude",
    "materialize": "agent materialize --client claude",
    "tools": "agent tools",
    "call": "agent call NAME JSON",
    **dict.fromkeys(("token", "tokens"), "agent token add|list|revoke"),
    **dict.fromkeys(("server", "agent serve", "agent server"), "agent mcp"),
    "agent config": "agent setup --client claude --only server",
    "link": "edit ID --link REL:ID",
    "unlink": "edit ID --unlink REL:ID",
    "sessions": "session list",
    **dict.fromkeys(("observe", "event observe"), "event add TEXT"),
    "events": "event list",
    "affect": "event affect EVENT",
    "extract": "event extract",
    "thread": "event thread add|remove|split|merge|list|show",
    "threads": "event thread list",
    "event show": "show EVENT",
    "event unlink": "event link EVENT REL EVENT --remove",
    **dict.fromkeys(("tasks", "state list tasks"), "state list --kind task"),
    "mood": "state mood",
    **dict.fromkeys(("state set", "state new"), "state add KIND TEXT"),
    **dict.fromkeys(("state end", "state rm", "state delete", "state remove"), "state close ID"),
    **dict.fromkeys(
        ("block write", "block add", "block update", "block edit"), "block set NAME TEXT"
    ),
    **dict.fromkeys(("block read", "block show"), "block get NAME"),
    **dict.fromkeys(
        ("block rm", "block remove", "block unset", "block forget"), "block delete NAME"
    ),
    "blocks": "block list",
    **dict.fromkeys(("relate", "graph relate"), "graph add SUBJECT PREDICATE OBJECT"),
    **dict.fromkeys(("unrelate", "graph unrelate"), "graph remove SUBJECT PREDICATE OBJECT"),
    **dict.fromkeys(
        ("neighbours", "graph neighbours", "graph neighbors"), "graph show NAME --hops 1"
    ),
    "entities": "graph list",
    "graph alias": "graph name NAME --alias ALIAS",
    "graph unalias": "graph name NAME --alias ALIAS --remove",
    **dict.fromkeys(("graph forget", "graph rm"), "graph delete NAME"),
    "kv purge": "prune",
    **dict.fromkeys(("kv add", "kv put"), "kv set KEY VALUE"),
    **dict.fromkeys(("kv show", "kv read"), "kv get KEY"),
    **dict.fromkeys(("kv delete", "kv remove", "kv rm"), "kv unset KEY"),
    "dislike": "fact dislike coffee --domain food",
    **dict.fromkeys(("preferences", "fact likes"), "fact list --likes"),
    "fact as-of": "fact list --at TIME --as-of TIME",
    **dict.fromkeys(("fact add", "fact new", "fact update"), "fact set KEY VALUE"),
    "fact show": "fact get KEY",
    **dict.fromkeys(("fact unset", "fact delete", "fact remove", "fact rm"), "fact end KEY"),
}
"""What older and usual words for a command mean: the line that does it now, behind `memento`."""

OPTIONS: Mapping[str, str] = {
    "--tag": "--topic TOPIC",
    "--outcome": "--where outcome:negative",
    "--agent": "--where agent:NAME",
    "--session": "--where session:NAME",
    "--importance": "--where 'importance:>=.7'",
    "--min-strength": "--where 'strength:>=.3'",
    "--max-strength": "--where 'strength:<=.3'",
    "--tier": "--where tier:ghost",
    "--trust": "--where trust:user",
    "--min-trust": "--where 'trust:>=user'",
    "--privacy": "--where privacy:team",
}
"""What older options of the commands that take filters mean: the option that says it now."""

RECORD_OPTIONS: Mapping[str, str] = {
    "--tag": "--topic TOPIC",
    "--law": "--fade half-life=30",
    "--half-life": "--fade half-life=30",
    "--floor": "--fade floor=.2",
    "--supersedes": "--link supersedes:ID",
    "--initial": "--set strength.initial=1.2",
    "--agent": "--set agent=NAME",
    "--about-confidence": "--set about.confidence=.8",
}
"""What older options of `record` mean."""


def option_now(path: str, option: str) -> str:
    """What says now what an older or usual option of a command means; "" if nothing does."""
    entry = ENTRIES.get(path)
    if entry is None:
        return ""
    older = RECORD_OPTIONS if path == "record" else OPTIONS if entry.filters else {}
    takes_yes = option == "--force" and _takes(COMMANDS[path], "--yes")
    return older.get(option, "") or "--yes, or -y, goes on without asking" * takes_yes


def takers(path: str, option: str) -> list[str]:
    """The other commands of a command's group that take an option."""
    group = path.rpartition(" ")[0]
    return [
        other
        for other, rows in COMMANDS.items()
        if group and other.rpartition(" ")[0] == group and _takes(rows, option)
    ]


def _takes(rows: str, option: str) -> bool:
    """Whether a command, by its rows of the table, takes an option."""
    return any(option in row.split()[0].split(",") for row in rows.split("\n")[1:])
