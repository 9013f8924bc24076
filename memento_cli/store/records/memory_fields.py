"""The keys of a memory's file, each declared once: document 001's format, extended."""

from __future__ import annotations

from math import nextafter

from memento_cli.core.fading.laws import DAYS_LIMIT, DECAY_LIMIT, LAWS
from memento_cli.core.fading.strength import MIN_STRENGTH
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.about import ABOUT_FIELDS
from memento_cli.core.memory.memory import KINDS, OUTCOMES, RELATIONS, SIGNIFICANCES, Memory
from memento_cli.core.security.trust import PRIVACIES, TRUST, TRUSTS, USER
from memento_cli.core.time.when import span_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from memento_cli.core.fading.laws import Law


STRENGTH_LIMIT = 100.0
PROJECTED = ("strength", "log")
"""The tables of `memory` that are a projection of the journal."""

PARAMETERS = (
    Field("memory.fade.half_life_days", "number", "half-life: days until half is gone.",
          above=0, high=DAYS_LIMIT, option="half-life"),
    Field("memory.fade.stability_days", "number", "ebbinghaus: the stability that it begins with.",
          above=0, high=DAYS_LIMIT),
    Field("memory.fade.daily_percent", "number", "daily: what it loses a day, below 100.",
          low=0, high=nextafter(100, 0)),
    Field("memory.fade.ttl", "span", "ttl: how long it lives, as 48h or 30d.", high=DAYS_LIMIT),
    Field("memory.fade.decay", "number", "base-level: the power by which uses lose weight.",
          above=0, high=DECAY_LIMIT),
)  # fmt: skip
"""The parameter of each law, in the order of the laws that have one."""

LINK_FIELDS = (
    Field("rel", "choice", "The relation.", required=True, choices=RELATIONS),
    Field("target", "text", "The id of the other memory.", required=True),
)
LOG_FIELDS = (
    Field("timestamp", "moment", "When.", required=True),
    Field("event", "text", "What: created, reinforced, used, updated, set.", required=True),
    Field("note", "text", "Why, or a word about it.", "", written=True),
    Field("strength_delta", "number", "What it added to the strength.", 0.0, written=True),
)
AFFECT_FIELDS = (
    Field("memory.affect.valence", "number", "Displeasure to pleasure.", low=-1, high=1),
    Field("memory.affect.arousal", "number", "Calm to excited.", low=-1, high=1),
    Field("memory.affect.dominance", "number", "Led to leading.", low=-1, high=1),
    Field("memory.affect.labels", "texts", "Short words for the feeling."),
    Field("memory.affect.text", "text", "The feeling in words."),
    Field("memory.affect.intensity", "number", "How strong it was.", low=0, high=1),
    Field("memory.affect.confidence", "number", "How sure that is.", low=0, high=1),
)
REVIEW_STATES = ("learning", "review", "relearning")
REVIEW_FIELDS = (
    Field("memory.review.question", "text", "A card's question."),
    Field("memory.review.due", "moment", "When it is to be reviewed next."),
    Field("memory.review.last", "moment", "When it was reviewed last."),
    Field("memory.review.state", "choice", "Where it stands in FSRS.", choices=REVIEW_STATES),
    Field("memory.review.step", "whole", "The step in learning.", low=0, high=100),
    Field("memory.review.stability", "number", "Days until 90 % are left, by FSRS.",
          above=0, high=DAYS_LIMIT),
    Field("memory.review.difficulty", "number", "How hard it is, by FSRS.", low=1, high=10),
    Field("memory.review.confirmed", "moment", "When somebody last said that it is still true."),
)  # fmt: skip
TRUST_FIELD = Field("trust", "choice", "Who vouches for it; absent: user.", USER, choices=TRUSTS)
"""The trust field of records; that of memories is in their origin."""
ORIGIN_FIELDS = (
    Field(TRUST, "choice", "Who vouches for it.", choices=TRUSTS),
    Field("memory.origin.tool", "text", "The tool that it came from."),
    Field("memory.origin.file", "text", "The file."),
    Field("memory.origin.url", "text", "The address."),
    Field("memory.origin.line", "whole", "The line in the file.", low=0),
    Field("memory.origin.conversation", "text", "The conversation."),
)
FIELDS = (
    Field("memory.id", "text", "The file's name without .toml. It does not change.", required=True),
    Field("memory.person", "text", "Whose memory it is: ctx://person/alex.", required=True,
          option="person", aliases=("user_id",)),
    Field("memory.created", "moment", "When it happened or was recorded.", required=True,
          option="at", aliases=("created_at", "date")),
    Field("memory.kind", "choice", "What sort of memory.", "episodic", written=True, choices=KINDS,
          option="kind", aliases=("type",)),
    Field("memory.source", "text", "chat, tool, file, url, cli, import, or a URI.", "cli",
          written=True, option="source"),
    Field("memory.privacy", "choice", "A label that export and servers respect.", "private",
          written=True, choices=PRIVACIES, option="privacy", aliases=("privacy_scope",)),
    Field("memory.pinned", "flag", "Pinned memories do not fade and are not pruned.", False,
          written=True, option="pin"),
    Field("memory.importance", "number", "Set at creation, never decayed.", 0.5, written=True,
          low=0, high=1, option="importance"),
    Field("memory.project", "text", "The project that it belongs to.",
          option="project", aliases=("project_id",)),
    Field("memory.agent", "text", "The agent that recorded it.",
          option="agent", aliases=("agent_id",)),
    Field("memory.session", "text", "The session that it comes from.",
          option="session", aliases=("session_id",)),
    Field("memory.content.summary", "text", "One line.", required=True,
          option="editor", aliases=("title",)),
    Field("memory.content.detail", "text", "The rest.", "", written=True,
          option="detail", aliases=("body", "content", "text")),
    Field("memory.content.significance", "choice", "Gives a new memory its half-life.", "medium",
          written=True, choices=SIGNIFICANCES, option="significance"),
    Field("memory.tags.topics", "texts", "What it is about; compared by exact case.", (),
          written=True, option="topic", aliases=("tags",)),
    Field("memory.tags.people", "texts", "Who else was there: ctx://person/viktor.", (),
          written=True, option="with"),
    Field("memory.tags.outcome", "choice", "How it ended.", choices=OUTCOMES, option="outcome"),
    *(field._replace(path=f"memory.{field.path}") for field in ABOUT_FIELDS),
    *AFFECT_FIELDS,
    Field("memory.strength.initial", "number", "The strength at last_reinforced.", 1.0,
          written=True, low=0, high=STRENGTH_LIMIT, option="initial"),
    Field("memory.strength.current", "number", "The same, for other tools; never read.",
          written=True),
    Field("memory.strength.last_reinforced", "moment", "The clock of forgetting.", written=True),
    Field("memory.strength.reinforcement_count", "whole", "How often it was reinforced.", 0,
          written=True, low=0),
    Field("memory.fade.law", "choice", "The law of forgetting; absent: half-life.", "half-life",
          choices=tuple(LAWS)),
    *PARAMETERS,
    Field("memory.fade.min_strength", "number", "The floor.", MIN_STRENGTH, written=True,
          low=0, high=1, option="floor"),
    *REVIEW_FIELDS,
    *ORIGIN_FIELDS,
    Field("memory.links", "tables", "Relations to other memories.", (), of=LINK_FIELDS),
    Field("memory.log", "tables", "The newest 50 acts; the journal has all.", (), of=LOG_FIELDS),
)  # fmt: skip
MORE = tuple(field for field in FIELDS if field.keys[1] not in Memory._fields)
"""The fields without an attribute of their own: their values are in a memory's `more`, by path."""
MORE_PATHS = tuple(field.path for field in MORE)
MORE_TABLES = frozenset(field.keys[1] for field in MORE)
TTL = "memory.fade.ttl"
PARAMETER_PATHS = dict(
    zip(
        ("half-life", "ebbinghaus", "daily", "ttl", "base-level"),
        [field.path for field in PARAMETERS],
        strict=True,
    )
)
"""The path of each law's parameter."""
FLOOR = "memory.fade.min_strength"


def fade_keys(law: Law) -> dict[str, Any]:
    """The keys of a law in a memory's file; None removes one."""
    name = law.name
    own = PARAMETER_PATHS.get(name)
    keys: dict[str, Any] = dict.fromkeys(PARAMETER_PATHS.values())
    keys["memory.fade.law"] = name
    return keys | ({own: filed_number(own, law.parameter)} if own else {})


def filed_number(path: str, value: float) -> Any:
    """The parameter of a law as a file has it: an integer if it is one, a time to live as text."""
    if path == TTL:
        return span_text(value)
    return int(value) if float(value).is_integer() else value
