"""The settings of a store, each declared once, and the profiles: named sets of their defaults.

`memento.toml` and the manual are made from them.
"""

from __future__ import annotations

from math import inf, nextafter

from memento_cli.core.fading.laws import DAYS_LIMIT, DECAY_LIMIT, LAWS
from memento_cli.core.fading.policy import IDLE_DAYS, KEPT_DAYS, REACHABLE_SCORE
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.creation import DAILY_PERCENT, DECAY, STABILITY_DAYS
from memento_cli.core.recall.ranking import BOUNDED
from memento_cli.core.recall.ranking import PROFILES as SCHEMES
from memento_cli.core.security.trust import IMPORTED, PRIVACIES, TRUSTS
from memento_cli.store.settings.values import SCHEMA_VERSION

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

WRITES = ("at-once", "settle")
COUNTS = ("no", "view", "use")
TIMES = ("utc", "local")
MEASURES = ("significance", "kind")
MOST_TOKENS = 100_000
"""The largest token budget of a session: so many tokens of any script fit into a file."""
CANDIDATES = ("faded", "retention", "no")
ABOUT: Mapping[str, str] = {
    "half-life": "memories halve in 180, 90 or 30 days by significance; a use makes them stronger",
    "ebbinghaus": "e^(-days/stability), times importance; what recall returns lasts half as long "
    "again",
    "agent": "half-lives and times to live by kind",
    "companion": "as half-life, for a companion that keeps what happened for ever",
    "tiers": "5 % a day; faded memories only where no active one is, ghosts never",
}
_OWN: Mapping[str, Mapping[str, Any]] = {
    "half-life": {},
    "ebbinghaus": {
        "fade.law": "ebbinghaus",
        "fade.min_strength": 0.0,
        "list.hide_below": 0.0,
        "prune.below": 0.0,
        "recall.counts": "use",
        "maintain.candidates": "no",
        "maintain.every_hours": 6.0,
        "maintain.note": True,
    },
    "agent": {
        "half_life.by": "kind",
        "fade.min_strength": 0.0,
        "list.hide_below": 0.0,
        "prune.below": 0.0,
        "recall.counts": "view",
        "recall.limit": 8,
        "importance.infer": True,
        "maintain.candidates": "retention",
        "retention.episodic": 90.0,
    },
    "companion": {
        "list.hide_below": 0.0,
        "prune.below": 0.0,
        "recall.limit": 8,
        "recall.in": ("memories", "events", "states"),
        "recall.spread": 5,
        "maintain.candidates": "no",
        "extract.queue": True,
        "graph.law": "never",
        "context.times": "local",
        "context.events": 5,
    },
    "tiers": {
        "fade.law": "daily",
        "fade.min_strength": 0.0,
        "list.hide_below": 0.3,
        "prune.below": 0.0,
        "recall.hide_tiers": True,
        "recall.limit": 5,
        "maintain.candidates": "no",
        "graph.law": "daily",
    },
}
PROFILES: Mapping[str, Mapping[str, Any]] = {
    name: {**own}
    | {f"rank.{part}": value for part, value in SCHEMES[name].weights._asdict().items()}
    for name, own in _OWN.items()
}
"""The settings of each profile that differ from the defaults, and its weights of the ranking."""
PROFILE_NAMES = tuple(PROFILES)
SETTINGS = (
    Field("schema_version", "whole", "The version of this store's format. An older memento reads a "
          "newer store and does not write it; `memento store migrate` goes forward.",
          SCHEMA_VERSION, required=True, low=1),
    Field("profile", "choice", "The set of defaults that this store was made with.", "half-life",
          choices=PROFILE_NAMES),
    Field("timezone", "text", "The zone of times in this store's files that name none.", "UTC"),
    Field("person", "text", "Whose memory it is when `record` is not told (--person).", "me"),
    Field("ids.unique", "flag", "Always add a random suffix to new ids, so that clones that never "
          "meet cannot mint the same one.", False),
    Field("fade.law", "choice", "The law of a new memory: half-life, ebbinghaus, daily, ttl, never "
          "or base-level (`memento help strength`).", "half-life", choices=tuple(LAWS)),
    Field("fade.min_strength", "number", "The floor of a new memory: its strength falls no lower.",
          0.1, low=0, high=1),
    Field("fade.daily_percent", "number", "Law daily: what it loses a day, in percent.",
          DAILY_PERCENT, low=0, high=nextafter(100, 0)),
    Field("fade.ttl", "span", "Law ttl: how long it lives, such as 48h or 30d.", 90.0,
          high=DAYS_LIMIT),
    Field("fade.decay", "number", "Law base-level: the power by which uses lose weight with age.",
          DECAY, above=0, high=DECAY_LIMIT),
    Field("half_life.by", "choice", "Law half-life: whether the significance or the kind of a new "
          "memory sets its half-life.", "significance", choices=MEASURES),
    Field("half_life.high", "number", "Days until half of a memory of high significance is gone.",
          180.0, above=0),
    Field("half_life.medium", "number", "The same for medium significance.", 90.0, above=0),
    Field("half_life.low", "number", "The same for low significance.", 30.0, above=0),
    Field("half_life.working", "number", 'With by = "kind": the same for a working memory.', 2.0,
          above=0),
    Field("half_life.episodic", "number", "The same for an episodic one.", 30.0, above=0),
    Field("half_life.procedural", "number", "The same for a procedural one.", 90.0, above=0),
    Field("half_life.semantic", "number", "The same for a semantic one.", 180.0, above=0),
    Field("stability.vivid", "number", "Law ebbinghaus: the days of stability of a new memory "
          "whose emotion is above 0.7 (affect.intensity).", STABILITY_DAYS["vivid"], above=0),
    Field("stability.felt", "number", "The same above 0.5.", STABILITY_DAYS["felt"], above=0),
    Field("stability.plain", "number", "The same for any other.", STABILITY_DAYS["plain"],
          above=0),
    Field("reinforce.boost", "number", "A use adds boost * (1 - strength) to the initial strength.",
          0.15, low=0, high=1),
    Field("reinforce.max_strength", "number", "A memory stronger than this is not reinforced.",
          1.5, low=0, high=100),
    Field("reinforce.rest_hours", "number", "A memory is not reinforced again within these hours, "
          "nor weakened again by the same feedback.",
          24.0, low=0, high=8760),
    Field("reinforce.not_helpful", "number", "`feedback ID not_helpful` takes this share of the "
          "initial strength; a use brings it back.", 0.15, low=0, high=1),
    Field("reinforce.neglected", "number", "The same for `feedback ID neglected`.",
          0.05, low=0, high=1),
    Field("strength.write", "choice", "When the numbers in a memory's file follow its journal: "
          "at-once, or only by `memento store settle` (where many clones merge).", "at-once",
          choices=WRITES),
    Field("strength.settle_after_days", "number", 'With write = "settle": settle only acts '
          "that are older than this, so that clones have met.", 7.0, low=0, high=3650),
    Field("list.hide_below", "number", "`memento list` hides what is weaker (--all shows it).",
          0.2, low=0, high=100),
    Field("prune.below", "number", "`memento prune` archives what is strictly weaker.",
          0.15, low=0, high=100),
    Field("retention.by_time", "flag", "`prune --retention` lets go what is older than "
          "retention.working … procedural, or retention.tags, say.", True),
    Field("retention.by_score", "flag", "And what has a forget score of retention.score or more; "
          "that asks nothing of how long its kind is kept.", False),
    Field("retention.working", "span", "How long a working memory is kept, from when it was "
          "created: 48h, 90d, or never for without end.",
          KEPT_DAYS["working"]),
    Field("retention.episodic", "span", "The same for an episodic one.", inf),
    Field("retention.semantic", "span", "The same for a semantic one.", KEPT_DAYS["semantic"]),
    Field("retention.procedural", "span", "The same for a procedural one.",
          KEPT_DAYS["procedural"]),
    Field("retention.tags", "texts", 'The same by topic, before that of the kind: ["scratch 7d", '
          '"log:* 14d"]. The longest counts.', ()),
    Field("retention.exempt", "texts", "What is never let go: tag:…, project:…, kind:… or "
          "privacy:….", ()),
    Field("retention.score", "number", "Where retention.by_score is on: from which forget score a "
          "memory may be let go: 0.35 * "
          "(1 - recency) + 0.25 * (1 - usage) + 0.2 * duplication - 0.15 * importance.",
          REACHABLE_SCORE, low=0, high=0.8),
    Field("retention.idle", "span", "And only one that was last used so long ago.", IDLE_DAYS),
    Field("importance.infer", "flag", "`record` infers the importance where none is given: "
          "preferences, rules and long-term goals weigh more.", False),
    Field("review.importance", "number", "Knowledge (semantic, procedural) of this importance or "
          "more is a card of `memento fade review`.", 0.7, low=0, high=1),
    Field("review.retention", "number", "A card is due when the probability that it is recalled is "
          "down to this.", 0.9, low=0.7, high=0.99),
    Field("review.confirm_after_days", "number", "So many days after it was last confirmed, "
          "knowledge asks whether it is still true.", 180.0, above=0),
    Field("recall.limit", "whole", "How many hits `memento recall` shows.", 10, low=1, high=100000),
    Field("recall.in", "texts", "Where `memento recall` looks, if not told (--in): memories, "
          "states, events, blocks, graph.", ("memories",)),
    Field("recall.counts", "choice", "Whether what recall returned counts: no, as a view (it feeds "
          "the usage), or as a use.", "no", choices=COUNTS),
    Field("recall.hide_tiers", "flag", "Faded memories (strength below 0.7) are hits only when no "
          "active one is, and ghosts (below 0.3) never; --deep lifts it.", False),
    Field("recall.spread", "whole", "So many hits of one stage of life, or of the same five years, "
          "come before those of other times; 0: the score alone counts.", 0, low=0,
          high=1000),
    Field("context.budget", "whole", "The most tokens that `memento context` prints, as they are "
          "estimated; --budget says otherwise.", 1200, low=1, high=10_000_000),
    Field("context.blocks", "whole", "Blocks are told even if they are more than the budget; "
          "beyond so many tokens they are cut.", 4000, low=100, high=10_000_000),
    Field("context.memories", "whole", "How many memories it tells at most.", 5, low=0,
          high=100_000),
    Field("context.events", "whole", "And how many events: those that answer, or the newest.", 0,
          low=0, high=100_000),
    Field("context.min_trust", "choice", "Whose words it tells at least: user, confirmed, agent, "
          "or imported, which is all; --where 'trust:>=user' says otherwise.", IMPORTED,
          choices=TRUSTS),
    Field("context.times", "choice", "How it tells times: utc, or local, in the store's timezone "
          "and without its name.", "utc", choices=TIMES),
    Field("session.token_budget", "whole", "A new session's: over so many tokens what it has at "
          "hand becomes an episodic memory.", 4000, low=1, high=MOST_TOKENS),
    Field("session.ttl", "span", "A new session's: so long after its last item it does, too.",
          KEPT_DAYS["working"], high=DAYS_LIMIT),
    Field("session.summary_tokens", "whole", "How long a summary of what went before may be.",
          200, low=1, high=MOST_TOKENS),
    Field("rank.relevance", "number", "What the words weigh in the score of a hit. The weights of "
          "a part that the store cannot have go to the others.", BOUNDED.relevance, low=0, high=1),
    Field("rank.recency", "number", "What the strength weighs.", BOUNDED.recency, low=0, high=1),
    Field("rank.importance", "number", "What the importance weighs; by ebbinghaus, the strength.",
          BOUNDED.importance, low=0, high=1),
    Field("rank.usage", "number", "What past uses weigh.", BOUNDED.usage, low=0, high=1),
    Field("rank.duplication", "number", "What is taken off for saying what a better hit says.",
          BOUNDED.duplication, low=0, high=1),
    Field("extract.queue", "flag", "What `memento event extract` is told waits as proposals, and "
          "what it confirms is only suggested; --apply does it at once.", False),
    Field("sleep.days", "number", "`memento tidy propose` begins with what was recorded within "
          "these days, or since this clone slept last.", 30.0, low=0, high=36500),
    Field("sleep.support", "whole", "So many episodes at least become a rule or knowledge.",
          3, low=2, high=1000),
    Field("graph.law", "choice", "The law by which edges of the graph fade, with the number that "
          "knowledge (semantic, of medium significance) gets; a use makes an edge whole again.",
          "half-life", choices=tuple(LAWS)),
    Field("graph.break_below", "number", "An edge that weighs less is broken: even --deep does not "
          "follow it. Its entities stay, and stating it again mends it.", 0.0, low=0, high=1),
    Field("maintain.candidates", "choice", "What `memento tidy run` tells when it is new: faded, "
          "what is below prune.below; retention, what the policy lets go; or nothing.", "faded",
          choices=CANDIDATES),
    Field("maintain.note", "flag", "Make each pass a line of the journal.", False),
    Field("maintain.sleep", "flag", "And whether it proposes, too, as `tidy propose` does.", False),
    Field("maintain.every_hours", "number", "How often `memento tidy cron` calls `memento tidy "
          "run`.", 24.0, low=1, high=168),
    Field("tidy.prune", "flag", "Whether `memento tidy run` also archives what maintain.candidates "
          "tells.", False),
    Field("duplicates.similarity", "number", "`record` warns of a memory at least this similar "
          "(topics, people, outcome, time) whose words are alike too.", 0.5, low=0, high=1),
    Field("duplicates.likeness", "number", "`record` warns of a memory whose words are at least "
          "this alike (0 to 1), and which tells no other fact.", 0.85, low=0, high=1),
    Field("erasure.salt", "text", "Goes into the hashes by which erased words are known when they "
          "come back. Never change it.", ""),
    Field("git.autocommit", "flag", "Commit what a command has done, in clones where `store git` "
          "has been run.", False),
    Field("git.privacy", "choice", "The hook that `memento store git` installs refuses to commit "
          "a memory that is less public than this.", "private", choices=PRIVACIES),
    Field("lock.timeout_seconds", "number", "How long to wait for another process that writes.",
          10.0, low=0, high=3600),
)  # fmt: skip
RENAMED: Mapping[str, str] = {"maintain.prune": "tidy.prune"}
"""Former names of settings, with their present ones. A file may use either; `memento store migrate`
writes the present one."""
