"""The keys of a memory's file, each declared once: document 001's format, extended."""

from __future__ import annotations

from math import nextafter
from typing import Any

from memento_cli.core.fields import Field
from memento_cli.core.laws import DAYS_LIMIT, DECAY_LIMIT, LAWS, Law, parameter_of
from memento_cli.core.memory import (
    KINDS,
    MIN_STRENGTH,
    OUTCOMES,
    RELATIONS,
    SIGNIFICANCES,
)
from memento_cli.core.spans import span_text
from memento_cli.core.trust import PRIVACIES, TRUST, TRUSTS, USER

STRENGTH_LIMIT = 100.0
PROJECTED = ("strength", "log")
"""The tables of `memory` that show what the journal has."""
LIFE_STAGE = "Life stage: elementary, middle, high, university, work …"

PARAMETERS = (
    Field("memory.fade.half_life_days", "number", "half-life: days until half is gone.",
          above=0, high=DAYS_LIMIT),
    Field("memory.fade.stability_days", "number", "ebbinghaus: the stability that it begins with.",
          above=0, high=DAYS_LIMIT),
    Field("memory.fade.daily_percent", "number", "daily: what it loses a day, below 100.",
          low=0, high=nextafter(100, 0)),
    Field("memory.fade.ttl", "span", "ttl: how long it lives, as 48h or 30d.", high=DAYS_LIMIT),
    Field("memory.fade.decay", "number", "base-level: the power by which uses lose weight.",
          above=0, high=DECAY_LIMIT),
)  # fmt: skip
"""The number that each law needs, in the order of the laws that have one."""

LINK_FIELDS = (
    Field("rel", "choice", "The relation.", required=True, choices=RELATIONS),
    Field("target", "text", "The id of the other memory.", required=True),
)
LOG_FIELDS = (
    Field("timestamp", "moment", "When.", required=True),
    Field("event", "text", "What: created, reinforced, used, updated, set.", required=True),
    Field("note", "text", "Why, or a word about it.", ""),
    Field("strength_delta", "number", "What it added to the strength.", 0.0),
)
ABOUT_FIELDS = (
    Field("memory.about.start", "moment", "When the content was true: from."),
    Field("memory.about.end", "moment", "Until."),
    Field("memory.about.year_start", "whole", "The same in years.", low=1, high=9999),
    Field("memory.about.year_end", "whole", "Until.", low=1, high=9999),
    Field("memory.about.life_stage", "text", LIFE_STAGE),
    Field("memory.about.confidence", "number", "How sure that is.", low=0, high=1),
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
"""In the files of what holds beside memories."""
ORIGIN_FIELDS = (
    Field(TRUST, "choice", "Who vouches for it.", choices=TRUSTS),
    Field("memory.origin.tool", "text", "The tool that it came from."),
    Field("memory.origin.file", "text", "The file."),
    Field("memory.origin.url", "text", "The address."),
    Field("memory.origin.line", "whole", "The line in the file.", low=0),
    Field("memory.origin.conversation", "text", "The conversation."),
)
MORE = (*ABOUT_FIELDS, *AFFECT_FIELDS, *REVIEW_FIELDS, *ORIGIN_FIELDS)
MORE_PATHS = tuple(field.path for field in MORE)
MORE_TABLES = frozenset(field.keys[1] for field in MORE)

FIELDS = (
    Field("memory.id", "text", "The file's name without .toml. It does not change.", required=True),
    Field("memory.person", "text", "Whose memory it is: ctx://person/alex.", required=True),
    Field("memory.created", "moment", "When it happened or was recorded.", required=True),
    Field("memory.kind", "choice", "What sort of memory.", "episodic", written=True, choices=KINDS),
    Field("memory.source", "text", "chat, tool, file, url, cli, import, or a URI.", "cli",
          written=True),
    Field("memory.privacy", "choice", "A label that export and servers respect.", "private",
          written=True, choices=PRIVACIES),
    Field("memory.pinned", "flag", "Pinned memories do not fade and are not pruned.", False,
          written=True),
    Field("memory.importance", "number", "Set at creation, never decayed.", 0.5, written=True,
          low=0, high=1),
    Field("memory.project", "text", "The project that it belongs to."),
    Field("memory.agent", "text", "The agent that recorded it."),
    Field("memory.session", "text", "The session that it comes from."),
    Field("memory.content.summary", "text", "One line.", required=True),
    Field("memory.content.detail", "text", "The rest.", "", written=True),
    Field("memory.content.significance", "choice", "Gives a new memory its half-life.", "medium",
          written=True, choices=SIGNIFICANCES),
    Field("memory.tags.topics", "texts", "What it is about; compared by exact case.", (),
          written=True),
    Field("memory.tags.people", "texts", "Who else was there: ctx://person/viktor.", (),
          written=True),
    Field("memory.tags.outcome", "choice", "How it ended.", choices=OUTCOMES),
    *ABOUT_FIELDS,
    *AFFECT_FIELDS,
    Field("memory.strength.initial", "number", "The strength at last_reinforced.", 1.0,
          written=True, low=0, high=STRENGTH_LIMIT),
    Field("memory.strength.current", "number", "The same, for other tools; never read.",
          written=True),
    Field("memory.strength.last_reinforced", "moment", "The clock of forgetting.", written=True),
    Field("memory.strength.reinforcement_count", "whole", "How often it was reinforced.", 0,
          written=True, low=0),
    Field("memory.fade.law", "choice", "The law of forgetting; absent: half-life.", "half-life",
          choices=tuple(LAWS)),
    *PARAMETERS,
    Field("memory.fade.min_strength", "number", "The floor.", MIN_STRENGTH, written=True,
          low=0, high=1),
    *REVIEW_FIELDS,
    *ORIGIN_FIELDS,
    Field("memory.links", "tables", "Relations to other memories.", (), of=LINK_FIELDS),
    Field("memory.log", "tables", "The newest 50 acts; the journal has all.", (), of=LOG_FIELDS),
)  # fmt: skip
TTL = "memory.fade.ttl"
PARAMETER_PATHS = dict(
    zip(
        ("half-life", "ebbinghaus", "daily", "ttl", "base-level"),
        [field.path for field in PARAMETERS],
        strict=True,
    )
)
"""Where the number of each law stands that has one."""
FLOOR = "memory.fade.min_strength"


def fade_keys(law: Law) -> dict[str, Any]:
    """The keys that say a law in a file; None takes one out."""
    name = law.name
    own = PARAMETER_PATHS.get(name)
    keys: dict[str, Any] = dict.fromkeys(PARAMETER_PATHS.values())
    keys["memory.fade.law"] = name
    return keys | ({own: number_told(own, parameter_of(law))} if own else {})


def number_told(path: str, value: float) -> Any:
    """The number of a law as it stands in a file: whole where it is, a time to live as text."""
    if path == TTL:
        return span_text(value)
    return int(value) if value.is_integer() else value
