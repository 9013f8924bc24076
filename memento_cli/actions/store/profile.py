"""profile: the set of defaults that a store goes by, what it does otherwise, and another one."""

from __future__ import annotations

from contextlib import suppress

from memento_cli.core.fields.checks import value_of
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.security.secret_checks import refuse_secret
from memento_cli.core.security.trust import USER, is_persons
from memento_cli.errors import BadData, BadValue, MementoError, Unasked, Usage
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.folders import zone_of
from memento_cli.store.files.files import read_regular, replace
from memento_cli.store.settings.fields import RENAMED, SETTINGS
from memento_cli.store.settings.profiles import PROFILES
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
OWN = (*FIXED, "person", "timezone")
"""What is a store's own, whatever its profile."""
SALTED = ("erasure.salt",)
"""What is for no reader."""


class Difference(NamedTuple):
    """A setting of this store beside what a profile says of it, as they stand in the file."""

    key: str
    here: Any
    there: Any


def settings_of_profile(name: str) -> dict[str, Any]:
    """Every setting that some profile says something of, as this one has it."""
    known = dict.fromkeys(key for profile in PROFILES.values() for key in profile)
    return {key: PROFILES[name].get(key, FIELDS[key].default) for key in known}


def differences(store: Store, name: str = "") -> list[Difference]:
    """Where this store differs from a profile, its own if none is named, in any setting."""
    wanted = {key: field.default for key, field in FIELDS.items() if key not in OWN}
    wanted |= settings_of_profile(name or store.settings["profile"])
    return [
        Difference(key, stored_setting(key, store.settings[key]), stored_setting(key, there))
        for key, there in wanted.items()
        if store.settings[key] != there
    ]


def as_profile(store: Store, name: str, *, everything: bool = False) -> dict[str, Any]:
    """The settings that another profile changes.

    Not those that the store has changed by itself, unless `everything` is to be as it says.
    """
    own, other = settings_of_profile(store.settings["profile"]), settings_of_profile(name)
    untouched = [key for key in own if everything or store.settings[key] == own[key]]
    return {"profile": name} | {
        key: other[key] for key in untouched if other[key] != store.settings[key]
    }


class Setting(NamedTuple):
    """A setting: its value here and by the store's profile, and what it decides, in a sentence."""

    key: str
    value: Any
    default: Any
    about: str


def listed_settings(store: Store, *, everything: bool = False) -> list[Setting]:
    """The settings that say something else here than the profile does; or every one."""
    if everything:
        return [setting_of(store, key) for key in FIELDS if key not in SALTED]
    every = [setting_of(store, key) for key in FIELDS if key not in OWN]
    return [one for one in every if one.value != one.default]


def setting_of(store: Store, key: str) -> Setting:
    """A setting of the store. Usage if there is none of that name."""
    key = RENAMED.get(key, key)
    _check_known(key)
    by_profile = PROFILES[store.settings["profile"]].get(key, FIELDS[key].default)
    if key == "profile":
        by_profile = FIELDS[key].default
    return Setting(
        key,
        stored_setting(key, store.settings[key]),
        stored_setting(key, by_profile),
        FIELDS[key].doc,
    )


def _check_known(key: str) -> None:
    if key not in FIELDS:
        raise Usage(f"there is no setting {key}{near_setting(key)}", "`memento config list --all`")


def parsed_setting(pair: str) -> tuple[str, Any]:
    """The setting and the value in `fade.law=base-level`; Usage or BadValue says what is wrong."""
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
    """Write settings into `memento.toml`, comments and order kept; answers what changes.

    It counts from the next command on, and for new memories; `convert` changes the others. Refused
    if one of them is a secret; BadRef for a person of whom nothing could be recorded; Unasked if an
    agent (`by`, a trust) changes any and the person has not `agreed`: they say what agents may do.
    """
    if "person" in values:
        person_ref(values["person"])
    changed = [
        Difference(key, stored_setting(key, store.settings[key]), stored_setting(key, value))
        for key, value in values.items()
        if store.problem or store.settings[key] != value  # what cannot be read says nothing
    ]
    refuse_secret({one.key: one.there for one in changed})
    if dry or not changed:
        return changed
    if not (agreed or is_persons(by)):
        now = "; ".join(f"{one.key} = {value_text(one.here)}" for one in changed)
        then = "; ".join(f"{one.key} = {value_text(one.there)}" for one in changed)
        raise Unasked("Change the settings?", {"it says": now, "it would say": then}, USER)
    path = store.settings_file
    with store.lock.held():
        raw = read_regular(path, SIZE_LIMIT)
        document = parsed(raw, path)
        keys = {one.key: one.there for one in changed}
        older = [old for old, new in renamed_in(document.data).items() if new in keys]
        keys |= dict.fromkeys(older, REMOVED)
        if "profile" in keys:
            text = _of_another_profile(store.settings, document, keys)
        else:
            text = edited(document, {tuple(key.split(".")): there for key, there in keys.items()})
        try:
            zone_of(settings_of(text.encode(), path)["timezone"], path)
        except BadData as problem:
            if store.problem:  # what is wrong stood there before
                raise
            raise BadValue("; ".join(problem.problems)) from None
        try:
            replace(path, text.encode())
        except BaseException:  # the new text may stand there, and maybe not on the disk
            with suppress(MementoError):
                replace(path, raw)
            raise
        store.changed.append(path)
    return changed


def _of_another_profile(settings: Settings, document: Document, keys: Mapping[str, Any]) -> str:
    """The text of settings that go by another profile from now on.

    What only the profile says stays unwritten. A file that is as `init` writes it becomes that of a
    fresh store of the new profile, with what was set here by hand; another one keeps its lines.
    """
    written = flat(document.data)
    if document.text != fresh_settings_text(settings.values, written):
        changes = {key: there for key, there in keys.items() if key in written}
        return edited(document, {tuple(key.split(".")): there for key, there in changes.items()})
    usual = settings_of_profile(settings["profile"])
    own = [
        key
        for key in written
        if key not in keys and settings[key] != usual.get(key, FIELDS[key].default)
    ]
    after = {key: value for key, value in keys.items() if value is not REMOVED}
    return fresh_settings_text({**settings.values, **_read(after)}, own)


def _read(filed: Mapping[str, Any]) -> dict[str, Any]:
    """Settings as they are read, by what the file says of them."""
    return {key: value_of(FIELDS[key], value)[0] for key, value in filed.items()}


def stored_setting(key: str, value: Any) -> Any:
    """The value of the setting with this key as it stands in the file."""
    return filed_setting(FIELDS[key], value)
