"""The chapters of the manual, and where their texts are."""

from __future__ import annotations

import os

TOPICS = {
    "start": "From nothing to a memory that is found again.",
    "commands": "Every command with its options.",
    "file-format": "What stands in a memory's file, key by key, with a full example.",
    "settings": "What stands in memento.toml.",
    "journal": "What was done: lines, their fold into a strength, undo, clones.",
    "strength": "How memories fade and grow stronger, in numbers; laws, feedback, similarity.",
    "profiles": "Sets of settings, one for each way to forget; changing one, or another law.",
    "review": "Being asked what you know: cards, FSRS, and what is still true.",
    "upkeep": "What a night does: maintain, cron, the policy of what is let go, forecasts.",
    "events": "What happened: turns of talk, notices, images; kept for ever, found again.",
    "threads": "How events hang together: replies, links, threads.",
    "extract": "What follows from events: a model that memento asks, plans of your own.",
    "feelings": "What a moment felt like, and the long mood under it.",
    "states": "What holds in somebody's own words: states, tasks, preferences; revisions.",
    "facts": "What holds of whom, what held when, and what was believed when.",
    "blocks": "Named texts that are always in the context, whole.",
    "kv": "Values under keys that expire: true and current, or gone.",
    "sessions": "Working memory: what is at hand, until it becomes a memory; summaries.",
    "graph": "Who and what there is, how it is related, and recall that follows it.",
    "context": "What an agent is to know now, within a budget of tokens.",
    "agents": "How an agent uses memento: its verbs, hooks, what is data, what it never does.",
    "hosts": "Hosts of agents: how each is set up and checked, what its model reads of an answer.",
    "mcp": "The server for agents: options, tools, resources, and what it never shows or does.",
    "serving": "Several persons on one server: tokens, TLS, a unit, backup, rotation, logs.",
    "adapters": "Memory for LangGraph, OpenAI Agents, Pydantic AI, LlamaIndex, Anthropic's tool.",
    "sleep": "What sleep proposes: merges, conflicts, rules, knowledge, laws that last.",
    "queries": "What a recall may ask for: words, phrases, filters; in one line of text.",
    "vectors": "Recall by meaning: providers, what is sent where, what it costs; three recipes.",
    "times": "What may be typed where a time is asked for.",
    "formats": "--format, --fields, colours, and what programs may rely on.",
    "import": "What can be taken in, and what becomes of it.",
    "export": "What is handed out: whole, as notes, a table or a page; what stays.",
    "git": "A store in git: the merge driver, the hooks, commits, conflicts.",
    "erasure": "Taking out what a memory says, for good, from every clone.",
    "exit-codes": "What the exit codes mean.",
    "secrets": "Keys and passwords: what is refused, what is found, how it is allowed.",
    "trust": "Whose word it is, what reads like instructions, and whom it may be shown.",
    "python": "The package: verbs as functions of a store, values and a moment.",
    "watch": "Changes as they happen: lines, --exec, --poll, and what is promised.",
    "promises": "What holds whatever happens.",
}
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "manual")
