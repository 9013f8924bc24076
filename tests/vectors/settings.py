"""The settings of vectors, without the user's file."""

from __future__ import annotations

from typing import Any

from memento_cli.core.fields.checks import checked
from memento_cli.store.settings.user import USER_SETTINGS, VectorSettings

DEFAULTS, _ = checked(USER_SETTINGS, {})


def settings_with(**values: Any) -> VectorSettings:
    """The settings that are not set, but for these."""
    names = VectorSettings._fields
    return VectorSettings(*(DEFAULTS[f"vectors.{name}"] for name in names))._replace(**values)
