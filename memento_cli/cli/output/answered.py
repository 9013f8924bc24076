"""What each act answers, as --fields may name it: known before anything is done.

Who only reads is told of a wrong name when the answer is printed, as nothing was done until then.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

FACT = "id subject key value ends valid_from valid_until recorded_at beside confidence evidence"
STATED = f"{FACT} added overridden"
STATE = (
    "id kind person body created confirmed valid_from valid_until confidence payload about trust"
    " holds"
)
TASK = f"status due {STATE}"
BLOCK = "id name persona content description purpose updated"
KEYED = "id person key value set ttl expires left left_seconds"
STANCE = "id person domain polarity subject status confirmed_at revoked_at evidence note trust fact"
PINNED = "id pinned already"
CONVERTED = "id law floor strength new_law new_floor new_strength changes dry_run"
REVIEWED = "id rating due confirmed"
WOVEN = "id title events new"
PROPOSED = "id title confidence size occasions since until words people events"
LINKED = "id rel target changed"
NOTED = "id changed"
BECAME = "id snapshots"
SETTLED = "checked pruned purged dry_run threshold batch ids reasons policies kept"
ACTS: Mapping[str, str] = {
    "record --dry-run": "id recorded law",
    "record": "id path inferred reinforced",
    "edit --link": f"{NOTED} links",
    "edit --unlink": f"{NOTED} links",
    "edit": NOTED,
    "reinforce": "id applied skip previous delta strength reinforcement_count",
    "prune --retention": f"{SETTLED} scores",
    "prune": SETTLED,
    "undo": "undone dry_run batch",
    "agent feedback": "id event before strength skip proposal",
    "fade set": CONVERTED,
    "fade review --rate": REVIEWED,
    "fade review --confirm": REVIEWED,
    "pin": PINNED,
    "forget --erase": ("erased files trimmed lines unlinked quoting git batch dry_run"),
    "forget": "forgotten dry_run batch",
    "restore": "restored batch",
    "event add --jsonl": "added already skipped dry_run",
    "event add --dry-run": "id source at observed",
    "event add": "id source at reply_to",
    "event thread add": WOVEN,
    "event thread remove": WOVEN,
    "event thread split": WOVEN,
    "event thread merge": WOVEN,
    "event affect": "id person valence arousal dominance labels text confidence",
    "state mood --say": "id text changed",
    "event extract": "id do op summary evidence reason queued dry_run",
    "fact set": STATED,
    "fact correct": STATED,
    "fact end": STATED,
    "state add": TASK,
    "state update": TASK,
    "state done": TASK,
    "state close": TASK,
    "state confirm": TASK,
    "fact like": STANCE,
    "fact dislike": STANCE,
    "fact confirm": STANCE,
    "fact revoke": STANCE,
    "block set": BLOCK,
    "block delete": BLOCK,
    "kv set": KEYED,
    "kv unset": KEYED,
    "session start": (
        "id title person agent project items tokens token_budget created expires open trust"
    ),
    "session add": BECAME,
    "session summarize": BECAME,
    "session end": BECAME,
    "graph add": "id predicate object new",
    "graph remove": "subject object changed",
    "graph name": NOTED,
    "graph delete": "id name edges",
    "tidy conflicts --propose": "kind older newer says current evidence",
    "event link": LINKED,
    "agent setup --write": "part path written same",
    "init": "store written profile",
    "config set": "key here there dry_run",
    "config profile": "profile about settings here key there dry_run",
    "config completion": "path what written shell",
    "tidy apply": "proposal id",
    "tidy reject": "proposal",
    "tidy propose --only": PROPOSED,
    "tidy propose": "id do summary reason detail kind evidence applied",
    "import": "added events lines already skipped flagged batch dry_run",
    "tidy run": (
        "expired settled pruned candidates due batches tidied purged sessions proposed reasons"
        " policies dry_run"
    ),
    "store settle": "settled",
    "store rebuild": "memories broken lines events seconds folder",
    "doctor": "files lines findings notes",
    "store git": "steps dry_run",
    "store trust": "store new",
    "store migrate": "before after copies renamed",
    "store watch": (
        "at event id acts strength created person summary significance topics people outcome kind"
        " pinned last_reinforced reinforcement_count stability source privacy trust flags"
    ),
}
"""The fields of an answer by command, and the option that makes it another one; of two that
fit, the first."""


def fields_of(command: str, options: Collection[str]) -> tuple[str, ...] | None:
    """The fields of what a command answers that does something; None if it only reads."""
    words = command.split()
    for act, fields in ACTS.items():
        words_of_act = [word for word in act.split() if word[0] != "-"]
        if words_of_act == words[: len(words_of_act)] and {*act.split()} - {*words_of_act} <= {
            *options
        }:
            return tuple(fields.split())
    return None
