"""What each act answers, as --fields may name it: known before anything is done.

Who only reads is told of a wrong name when the answer is printed, as nothing was done until then.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

FACT = "id subject key value ends valid_from valid_until recorded_at beside confidence evidence"
STATED = f"{FACT} added overridden"
STATE = (
    "id kind person body created confirmed valid_from valid_until confidence payload about trust"
    " holds"
)
TASK = f"status due {STATE}"
BLOCK = "id name persona content description purpose updated"
KEYED = "id key value set ttl expires left left_seconds"
STANCE = "id person domain polarity subject status confirmed_at revoked_at evidence note trust fact"
PINNED = "id pinned already"
CONVERTED = "id law floor strength new_law new_floor new_strength changes dry_run"
REVIEWED = "id rating due confirmed"
WOVEN = "id title events new"
PROPOSED = "id title confidence size occasions since until words people events"
LINKED = "id rel target changed"
NOTED = "id changed"
BECAME = "id snapshots"
SETTLED = "checked pruned dry_run threshold batch ids reasons policies kept"
ACTS: Mapping[str, str] = {
    "record --dry-run": "id recorded law",
    "record": "id path inferred reinforced",
    "edit": NOTED,
    "reinforce": "id applied skip previous delta strength reinforcement_count",
    "used": "used no_stronger",
    "prune --retention": f"{SETTLED} scores",
    "prune": SETTLED,
    "undo": "undone dry_run batch",
    "feedback": "id event before strength skip proposal",
    "law --set": CONVERTED,
    "law --floor": CONVERTED,
    "convert": CONVERTED,
    "pin": PINNED,
    "unpin": PINNED,
    "forget --erase": ("erased files trimmed lines unlinked quoting git batch dry_run"),
    "forget": "forgotten dry_run batch",
    "restore": "restored batch",
    "observe --jsonl": "added already skipped dry_run",
    "observe --dry-run": "id source at observed",
    "observe": "id source at reply_to",
    "thread add": WOVEN,
    "thread remove": WOVEN,
    "thread split": WOVEN,
    "thread merge": WOVEN,
    "thread propose": PROPOSED,
    "affect": "id person valence arousal dominance labels text confidence",
    "mood --say": "id text changed",
    "extract": "id do op summary evidence reason queued dry_run",
    "fact set": STATED,
    "fact correct": STATED,
    "fact end": STATED,
    "state add": STATE,
    "state update": STATE,
    "state close": STATE,
    "state confirm": STATE,
    "state tidy": "id kept dry_run",
    "task add": TASK,
    "task update": TASK,
    "task done": TASK,
    "task close": TASK,
    "prefer like": STANCE,
    "prefer dislike": STANCE,
    "prefer confirm": STANCE,
    "prefer revoke": STANCE,
    "block write": BLOCK,
    "block delete": BLOCK,
    "kv set": KEYED,
    "kv unset": KEYED,
    "kv purge": "key dry_run",
    "session start": (
        "id title person agent project items tokens token_budget created expires open trust"
    ),
    "session add": BECAME,
    "session summarize": BECAME,
    "session end": BECAME,
    "relate": "id predicate object new",
    "unrelate": "subject object changed",
    "graph add": NOTED,
    "graph unalias": NOTED,
    "graph forget": "id name edges",
    "conflicts --propose": "kind older newer says current evidence",
    "link": LINKED,
    "unlink": LINKED,
    "agent setup --write": "part path written same",
    "init": "store written profile",
    "profile set": "key here there dry_run",
    "proposals apply": "proposal id",
    "proposals reject": "proposal",
    "sleep apply": "proposal id",
    "sleep reject": "proposal",
    "sleep propose": "id do summary reason detail kind evidence applied",
    "import": "added events lines already skipped flagged batch dry_run",
    "review --rate": REVIEWED,
    "review --confirm": REVIEWED,
    "maintain": (
        "expired settled pruned candidates due batches tidied purged sessions proposed reasons"
        " policies dry_run"
    ),
    "settle": "settled",
    "rebuild": "memories broken lines events seconds folder",
    "doctor": "files lines findings notes",
    "git setup": "steps dry_run",
    "git remove": "steps dry_run",
    "trust": "store new",
    "migrate": "before after copies",
    "watch": (
        "at event id acts strength created person summary significance topics people outcome kind"
        " pinned last_reinforced reinforcement_count stability source privacy trust flags"
    ),
}
"""The fields of an answer by command, verb, and the option that makes it another one; of two that
fit, the first."""


def fields_of(command: str, verb: str, options: Collection[str]) -> tuple[str, ...] | None:
    """The fields of what a command answers that does something; None if it only reads."""
    for act, fields in ACTS.items():
        name, *rest = act.split()
        said = [word for word in rest if word[0] != "-"]
        if name == command and said in ([], [verb]) and {*rest} - {*said} <= {*options}:
            return tuple(fields.split())
    return None
