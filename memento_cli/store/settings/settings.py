"""The settings of a store, from its `memento.toml`."""

from __future__ import annotations

from collections.abc import Mapping

from memento_cli.core.fading.policy import policy_of
from memento_cli.core.fields.checks import checked
from memento_cli.core.time.when import span_text
from memento_cli.errors import BadData
from memento_cli.store.settings.fields import PROFILES, RENAMED, SETTINGS
from memento_cli.store.settings.values import SCHEMA_VERSION, Settings
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.writer import value_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import Any

    from memento_cli.core.fields.field import Field


DEFAULTS = Settings({field.path: field.default for field in SETTINGS})


def settings_of(raw: bytes, where: str) -> Settings:
    """The settings in a `memento.toml`; BadData for invalid values, unknown keys are listed."""
    document = with_new_names(parsed(raw, where).data)
    values, problems = checked(SETTINGS, document)
    if problems and values["schema_version"] <= SCHEMA_VERSION:  # a newer store may know more
        raise BadData(where, problems, "`memento help settings` lists them all")
    known = {field.path for field in SETTINGS}
    present = _keys(document, "")
    profile = PROFILES.get(values["profile"], {})
    values |= {key: value for key, value in profile.items() if key not in present}
    problems = policy_of(values)[1]
    if problems:
        raise BadData(where, problems, "`memento help settings` lists them all")
    return Settings(values, tuple(key for key in present if key not in known), raw)


def with_new_names(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """A document with the present name of each setting; where it has both, that value counts."""
    for old, new in renamed_in(document).items():
        (old_table, old_key), (table, key) = old.split("."), new.split(".")
        values = document.get(table, {})
        if isinstance(values, Mapping):
            rest = {k: value for k, value in document[old_table].items() if k != old_key}
            moved = {key: document[old_table][old_key], **values}
            document = {**document, old_table: rest, table: moved}
    return document


def renamed_in(document: Mapping[str, Any]) -> dict[str, str]:
    """The former names of settings in a document, each with its present name."""
    names = _keys(document, "")
    return {old: new for old, new in RENAMED.items() if old in names}


def near_setting(key: str) -> str:
    """A question for an unknown setting that is like a known one, to end a sentence; or empty."""
    from memento_cli.core.text.normal_forms import near_name

    return near_name(key, DEFAULTS.values)


def _keys(table: Mapping[str, Any], prefix: str) -> list[str]:
    keys: list[str] = []
    for key, value in table.items():
        keys += _keys(value, f"{prefix}{key}.") if isinstance(value, dict) else [prefix + key]
    return keys


WANTED = ("profile", "person", "timezone", "prune.below", "tidy.prune", "recall.limit",
          "git.autocommit")  # fmt: skip
"""The settings in a new file, whatever the profile."""
BY_PROFILE: Mapping[str, tuple[str, ...]] = {
    "half-life": ("half_life.high", "half_life.medium", "half_life.low"),
    "ebbinghaus": ("stability.vivid", "stability.felt", "stability.plain"),
    "agent": ("retention.working", "retention.episodic", "context.budget"),
    "companion": ("extract.queue", "context.events", "context.times"),
    "tiers": ("fade.daily_percent", "recall.hide_tiers", "context.budget"),
}
"""The settings in a new file of each profile beside these."""
INTERNAL = ("schema_version", "erasure.salt")
"""The settings in every file that nobody changes."""


def fresh_settings_text(values: Mapping[str, Any], given: Collection[str]) -> str:
    """The `memento.toml` of a new store: the settings that a person may want, and those `given`.

    The others are as the profile has them (`store/settings/fields.py`).
    """
    keys = {*WANTED, *BY_PROFILE[values["profile"]], *INTERNAL, *given}
    fields = [field for field in SETTINGS if field.path in keys]
    fields.sort(key=lambda field: field.path == INTERNAL[-1])  # at the end
    others = len(SETTINGS) - len(fields)
    head = (
        "# What you may want to set in this memento store. `memento help settings` tells of the\n"
        f"# other {others}, which are as the profile has them.\n"
    )
    return settings_text(values, fields, head)


def settings_text(
    values: Mapping[str, Any],
    fields: Sequence[Field] = SETTINGS,
    head: str = "# Settings of this memento store. `memento help settings` explains them.\n",
) -> str:
    """A `memento.toml` of these settings, each with its documentation above it."""
    parts = [head]
    table = ""
    for field in fields:
        *path, key = field.keys
        if path and path[0] != table:
            table = path[0]
            parts.append(f"\n[{table}]")
        parts.append(_comment(field) + f"{key} = {setting_text(field, values[field.path])}\n")
    return "".join(parts)


def setting_text(field: Field, value: Any) -> str:
    """The text of a setting's value in the file."""
    return value_text(filed_setting(field, value))


def filed_setting(field: Field, value: Any) -> Any:
    """The value of a setting in the types of TOML."""
    if field.kind == "span":
        return span_text(value)
    return list(value) if isinstance(value, tuple) else value


def raw_setting(field: Field, text: str) -> Any:
    """A typed value of a setting in the types of TOML; text needs no quotes."""
    if field.kind == "texts" and not text.startswith("["):
        return [part.strip() for part in text.split(",") if part.strip()]
    if field.kind in ("text", "choice", "span"):
        return text
    try:
        return parsed(f"value = {text}\n".encode(), field.path).data["value"]
    except BadData:
        return text


def _comment(field: Field) -> str:
    from textwrap import wrap  # only a new store needs it

    lines = wrap(field.doc, 96)
    return "\n" + "".join(f"# {line}\n" for line in lines)
