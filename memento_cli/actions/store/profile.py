"""profile and config: a store's set of defaults, its own settings, and changes of both."""

from __future__ import annotations

from contextlib import suppress

from memento_cli.core.fields.checks import value_of
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.security.secret_checks import refuse_secret
from memento_cli.core.security.trust import USER, is_persons
from memento_cli.errors import BadData, BadValue, MementoError, Unasked, Usage
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.folders import zone_of
from memento_cli.store.directory.platform_folders import user_file
from memento_cli.store.files.files import read_regular, replace
from memento_cli.store.settings.fields import PROFILES, RENAMED, SETTINGS
from memento_cli.store.settings.settings import (
    filed_setting,
    fresh_settings_text,
    near_setting,
    raw_setting,
    renamed_in,
    settings_of,
)
from memento_cli.store.toml.changes import flat
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.splice import REMOVED, edited
from memento_cli.store.toml.writer import value_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from memento_cli.core.fields.field import Field
    from memento_cli.store.directory.store import Store
    from memento_cli.store.settings.values import Settings
    from memento_cli.store.toml.parse import Document

FIELDS: Mapping[str, Field] = {field.path: field for field in SETTINGS}
FIXED = ("schema_version", "erasure.salt", "profile")
STORE_ONLY = (*FIXED, "person", "timezone")
"""The settings that no profile has."""
HIDDEN = ("erasure.salt",)
"""The settings that are never shown."""


class Difference(NamedTuple):
    """A setting with its value in this store and another value, as written in the file."""

    key: str
    here: Any
    there: Any


def settings_of_profile(name: str) -> dict[str, Any]:
    """The values in a profile of all settings that any profile states."""
    keys = dict.fromkeys(key for profile in PROFILES.values() for key in profile)
    return {key: _default(key, name) for key in keys}


def _default(key: str, profile: str) -> Any:
    return PROFILES[profile].get(key, FIELDS[key].default)


def differences(store: Store, name: str = "") -> list[Difference]:
    """The differences of the store's settings from a profile, by default its own."""
    profile = name or store.settings["profile"]
    settings = (setting_of(store, key, profile) for key in FIELDS if key not in STORE_ONLY)
    return [Difference(key, here, there) for key, here, there, _ in settings if here != there]


def settings_to_change(store: Store, name: str, *, everything: bool = False) -> dict[str, Any]:
    """The settings to change for another profile.

    Those that the store has set itself are left out, unless `everything` is to follow the profile.
    """
    own, other = settings_of_profile(store.settings["profile"]), settings_of_profile(name)
    untouched = [key for key in own if everything or store.settings[key] == own[key]]
    return {"profile": name} | {
        key: other[key] for key in untouched if other[key] != store.settings[key]
    }


class Setting(NamedTuple):
    """A setting: its value in the store and by its profile, and its description."""

    key: str
    value: Any
    default: Any
    about: str


def listed_settings(store: Store, *, everything: bool = False) -> list[Setting]:
    """The settings that differ from the store's profile; or all."""
    if everything:
        return [setting_of(store, key) for key in FIELDS if key not in HIDDEN]
    settings = [setting_of(store, key) for key in FIELDS if key not in STORE_ONLY]
    return [setting for setting in settings if setting.value != setting.default]


def setting_of(store: Store, key: str, profile: str = "") -> Setting:
    """A setting of the store, beside a profile's, by default its own. Usage for an unknown one."""
    key = RENAMED.get(key, key)
    _check_known(key)
    here, there = store.settings[key], _default(key, profile or store.settings["profile"])
    return Setting(key, stored_setting(key, here), stored_setting(key, there), FIELDS[key].doc)


def _check_known(key: str) -> None:
    if key in FIELDS:
        return
    from memento_cli.store.settings.user import USER_SETTINGS  # few ask for what is not there

    if any(field.path == key for field in USER_SETTINGS):
        hint = f"write it into {user_file()}; `memento help settings` tells how"
        raise Usage(f"{key} is a setting of yours, not of a store", hint)
    raise Usage(f"there is no setting {key}{near_setting(key)}", "`memento config list --all`")


def parsed_setting(pair: str) -> tuple[str, Any]:
    """The key and the value in `fade.law=base-level`. Usage or BadValue if it is not valid."""
    key, sign, text = pair.partition("=")
    if not sign:
        raise Usage(f"{pair!r} has no value", "`memento config set KEY VALUE`")
    key = RENAMED.get(key.strip(), key.strip())
    if key in FIXED:
        raise Usage(f"{key} is not set here", "`memento config profile NAME` chooses a profile")
    _check_known(key)
    value, problems = value_of(FIELDS[key], raw_setting(FIELDS[key], text.strip()))
    if problems:
        raise BadValue(problems[0])
    return key, value


def set_settings(
    store: Store,
    values: Mapping[str, Any],
    *,
    dry: bool = False,
    by: str = USER,
    agreed: bool = False,
) -> list[Difference]:
    """Write settings into `memento.toml`, with its comments and order; returns the changes.

    They apply from the next command on, and to new memories; `convert` changes the others. Refused
    for a secret; BadRef for an invalid person; Unasked if an agent (`by`, a trust) changes any and
    the person has not `agreed`, since settings decide what agents may do.
    """
    if "person" in values:
        person_ref(values["person"])
    changed = [
        Difference(key, stored_setting(key, store.settings[key]), stored_setting(key, value))
        for key, value in values.items()
        if store.problem or store.settings[key] != value  # an unreadable file has no values
    ]
    refuse_secret({change.key: change.there for change in changed})
    if dry or not changed:
        return changed
    if not (agreed or is_persons(by)):
        now = "; ".join(f"{change.key} = {value_text(change.here)}" for change in changed)
        then = "; ".join(f"{change.key} = {value_text(change.there)}" for change in changed)
        raise Unasked("Change the settings?", {"it says": now, "it would say": then}, USER)
    path = store.settings_file
    with store.lock.held():
        raw = read_regular(path, SIZE_LIMIT)
        document = parsed(raw, path)
        keys = {change.key: change.there for change in changed}
        old_names = [old for old, new in renamed_in(document.data).items() if new in keys]
        keys |= dict.fromkeys(old_names, REMOVED)
        if "profile" in keys:
            text = _with_profile(store.settings, document, keys)
        else:
            text = edited(document, {tuple(key.split(".")): stored for key, stored in keys.items()})
        try:
            zone_of(settings_of(text.encode(), path)["timezone"], path)
        except BadData as problem:
            if store.problem:  # it was wrong before
                raise
            raise BadValue("; ".join(problem.problems)) from None
        try:
            replace(path, text.encode())
        except BaseException:  # the new text may be visible, but not yet on the disk
            with suppress(MementoError):
                replace(path, raw)
            raise
        store.changed.append(path)
    return changed


def _with_profile(settings: Settings, document: Document, keys: Mapping[str, Any]) -> str:
    """The text of memento.toml with another profile.

    Values of the profile are not written. A file as `init` writes it becomes that of a new store
    of the profile, with the settings made by hand; any other file keeps its lines.
    """
    written = flat(document.data)
    if document.text != fresh_settings_text(settings.values, written):
        changes = {key: stored for key, stored in keys.items() if key in written}
        return edited(document, {tuple(key.split(".")): stored for key, stored in changes.items()})
    defaults = settings_of_profile(settings["profile"])
    own = [
        key
        for key in written
        if key not in keys and settings[key] != defaults.get(key, FIELDS[key].default)
    ]
    after = {key: value for key, value in keys.items() if value is not REMOVED}
    values = {key: value_of(FIELDS[key], value)[0] for key, value in after.items()}
    return fresh_settings_text({**settings.values, **values}, own)


def stored_setting(key: str, value: Any) -> Any:
    """The value of a setting as written in the file."""
    return filed_setting(FIELDS[key], value)
