"""What each act answers, as --fields may name it: known before anything is done.

Who only reads is told of a wrong name when the answer is printed, as nothing was done until then.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

STATED = (
    "id subject key value ends valid_from valid_until recorded_at beside confidence evidence"
    " added overridden"
)
STATE = (
    "status due id kind person body created confirmed valid_from valid_until confidence payload"
    " about trust holds"
)
STANCE = "id person domain polarity subject status confirmed_at revoked_at evidence note trust fact"
SETTLED = "checked pruned purged dry_run threshold batch ids reasons policies kept"
SESSION = "id title person agent project items tokens token_budget created expires open trust"
TIDIED = (
    "expired settled pruned candidates due batches tidied purged sessions proposed reasons policies"
    " vectors files waiting turns extracted dry_run"
)
ACTS: Mapping[str, str] = {
    "record --dry-run": "id recorded law",
    "record": "id path inferred reinforced",
    **dict.fromkeys(("edit --link", "edit --unlink"), "id changed links"),
    "edit": "id changed",
    "reinforce": "id applied skip previous delta strength reinforcement_count",
    "prune --retention": f"{SETTLED} scores",
    "prune": SETTLED,
    "undo": "undone dry_run batch",
    "agent token add": "name scope read_only min_trust created token",
    "agent token revoke": "name scope read_only min_trust created",
    "agent feedback": "id event before strength skip proposal",
    "fade set": "id law floor strength new_law new_floor new_strength changes dry_run",
    **dict.fromkeys(("fade review --rate", "fade review --confirm"), "id rating due confirmed"),
    "pin": "id pinned already",
    "forget --everything": (
        "kinds pinned texts file_count line_count naming unread unlinked quoting left git batch"
        " dry_run"
    ),
    "forget --erase": "erased files trimmed lines unlinked quoting left git batch dry_run",
    "forget": "forgotten dry_run batch",
    "restore": "restored batch",
    "event add --jsonl": "added already skipped dry_run",
    "event add --dry-run": "id source at observed",
    "event add": "id source at client session reply_to about",
    **{
        f"event thread {verb}": "id title events new"
        for verb in ("add", "remove", "split", "merge")
    },
    "event affect": "id person valence arousal dominance labels text confidence",
    "state mood --say": "id text changed",
    "event extract --prompt": "prompt turns left",
    "event extract": "id do op summary evidence reason queued dry_run",
    **dict.fromkeys(("fact set", "fact correct", "fact end"), STATED),
    **{f"state {verb}": STATE for verb in ("add", "update", "done", "close", "confirm")},
    **{f"fact {verb}": STANCE for verb in ("like", "dislike", "confirm", "revoke")},
    **dict.fromkeys(
        ("block set", "block delete"), "id name persona content description purpose updated"
    ),
    **dict.fromkeys(
        ("kv set", "kv unset"), "id person key value set ttl expires left left_seconds"
    ),
    "session start": SESSION,
    **{f"session {verb}": "id snapshots" for verb in ("add", "summarize", "end")},
    "graph add": "id predicate object new",
    "graph remove": "subject object changed",
    "graph name": "id changed",
    "graph delete": "id name edges",
    "tidy conflicts --propose": "kind older newer says current evidence",
    "event link": "id rel target changed",
    "agent materialize": (
        "path edited added doubled confirmed forgotten waiting problems kept outside written batch"
        " dry_run"
    ),
    "agent setup --write": "part path written same",
    "init": "store written profile",
    "config set": "key here there dry_run",
    "config profile": "profile about settings here key there dry_run",
    "config completion": "path what written shell",
    "tidy apply": "proposal id",
    "tidy reject": "proposal",
    "tidy propose --only": "id title confidence size occasions since until words people events",
    "tidy propose": "id do summary reason detail kind evidence applied",
    "import": "added events lines already skipped flagged batch dry_run",
    "tidy run": TIDIED,
    "store settle": "settled",
    "store rebuild": "memories broken lines events seconds folder",
    "doctor": "files lines findings notes",
    "store git": "steps dry_run",
    "store trust": "store new",
    "store vectors fill --dry-run": "memories have missing held provider remote dry_run",
    "store vectors fill": (
        "memories have filled missing held empty new_model seconds problem dry_run"
    ),
    "store vectors export": "exported",
    "store vectors import": "added already others bad",
    "store vectors test": "cosine score alone",
    "store vectors status": (
        "provider model remote privacy dims memories have missing held file bytes exact believed"
        " away speed problem"
    ),
    "store sync": "hub tenant lines_in files_in lines_out files_out merged held rounds dry_run",
    "store hub clone": (
        "store hub tenant lines_in files_in lines_out files_out merged held rounds dry_run"
    ),
    "store hub init --print": "version script",
    "store hub init": "hub before after",
    "store hub add": "role tenant new new_tenant made logs_in",
    "store hub remove": "role tenant removed groups",
    "store hub limit": "tenant lines bytes calls",
    "store hub erase": "tenant rows dry_run",
    "store hub forget-clone": "clone tenant",
    "store hub try": "hub tenant folder running",
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
