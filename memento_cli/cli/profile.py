"""memento profile"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from memento_cli.cli.call import Call, of
from memento_cli.cli.options import DryRun, one_of
from memento_cli.cli.safe import safe
from memento_cli.errors import Usage
from memento_cli.store.profiles import ABOUT, PROFILE_NAMES

if TYPE_CHECKING:
    from memento_cli.actions.profile import Difference

VERBS = ("show", "diff", "set")
FADING = ("profile", "fade", "half_life", "stability")


def profile(
    ctx: typer.Context,
    verb: Annotated[
        str, typer.Argument(metavar="[" + "|".join(VERBS) + "]", help="What is done.")
    ] = "show",
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME|KEY=VALUE]...",
            help="A profile: " + ", ".join(PROFILE_NAMES) + "; or, for set, settings.",
        ),
    ] = None,
    dry_run: DryRun = False,
) -> None:
    """The store's profile: show it, compare it with another, or set it and any setting."""
    call = of(ctx)
    one_of(verb, VERBS, "verb")
    given = what or []
    if verb != "set" and (len(given) > 1 or dry_run):
        raise Usage(f"{verb} takes one profile at most", "")
    match verb:
        case "show":
            _show(call, given)
        case "diff":
            _diff(call, given)
        case _:
            _set(call, given, dry_run)


def _show(call: Call, given: list[str]) -> None:
    from memento_cli.actions.profile import FIELDS, differences, settings_of_profile
    from memento_cli.store.settings import setting_text

    own = call.store.settings["profile"]
    name = one_of(given[0], PROFILE_NAMES, "profile") if given else own
    rows = settings_of_profile(name)
    other = {one.key: one.here for one in differences(call.store, name)}
    value = {"profile": name, "about": ABOUT[name], "settings": rows, "here": other}
    width = max(map(len, rows))
    lines = [f"{name}: {ABOUT[name]}"]
    for key, shown in rows.items():
        note = f"  here: {safe(other[key])}" if key in other else ""
        lines.append(f"  {key:<{width}}  {setting_text(FIELDS[key], shown)}{note}")
    call.out.value(value, "\n".join(lines))
    if name != own:
        call.out.note(f"This store goes by {own}; `memento profile set {name}` changes that")


def _diff(call: Call, given: list[str]) -> None:
    from memento_cli.actions.profile import differences

    name = one_of(given[0], PROFILE_NAMES, "profile") if given else call.store.settings["profile"]
    found = differences(call.store, name)
    call.out.rows([one._asdict() for one in found], ("key", "here", "there"))
    if not found:
        call.out.note(f"All is as the profile {name} has it")


def _set(call: Call, given: list[str], dry: bool) -> None:
    from memento_cli.actions.profile import as_profile, set_settings, setting_asked

    if not given:
        raise Usage("set what?", "a profile, or KEY=VALUE: `memento manual profiles`")
    values: dict[str, Any] = {}
    for text in given:
        if "=" in text:
            key, value = setting_asked(text)
            values[key] = value
        else:
            values |= as_profile(call.store, one_of(text, PROFILE_NAMES, "profile"))
    changed = set_settings(call.store, values, dry=dry)
    call.out.values(
        [one._asdict() | {"dry_run": dry} for one in changed],
        [_told(one) for one in changed],
        "settings",
    )
    if not changed:
        call.out.note("All is so already")
    elif not dry and any(one.key.partition(".")[0] in FADING for one in changed):
        call.out.note("New memories fade so; `memento convert --law LAW` changes the others")


def _told(one: Difference) -> str:
    return f"{one.key}: {safe(one.here)} -> {safe(one.there)}"
