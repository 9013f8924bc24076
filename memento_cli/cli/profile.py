"""memento profile"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from memento_cli.cli.acting import acting, by_whom
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import DryRun, Yes, one_of
from memento_cli.cli.safe import safe
from memento_cli.cli.verbs import check_verb, verb_argument
from memento_cli.errors import Usage
from memento_cli.store.profiles import ABOUT, PROFILE_NAMES
from memento_cli.store.toml import value_text

if TYPE_CHECKING:
    from memento_cli.actions.profile import Difference

TAKES = {"show": (), "diff": (), "set": ("everything", "dry_run", "yes")}
FADING = ("profile", "fade", "half_life", "stability")


def profile(
    ctx: typer.Context,
    verb: Annotated[str, verb_argument(TAKES)] = "show",
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME|KEY=VALUE]...",
            help="A profile: " + ", ".join(PROFILE_NAMES) + "; or, for set, settings.",
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="For set: also what was changed here by hand.")
    ] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """The store's profile: show it, compare it with another, or set it and any setting.

    An agent asks before it sets any.
    """
    call = of(ctx)
    check_verb(ctx, verb, TAKES)
    given = what or []
    if verb != "set" and len(given) > 1:
        raise Usage(f"{verb} takes one profile at most", "")
    match verb:
        case "show":
            _show(call, given)
        case "diff":
            _diff(call, given)
        case _:
            _set(call, given, everything, dry_run, yes)


def _show(call: Call, given: list[str]) -> None:
    from memento_cli.actions.profile import as_filed, differences, settings_of_profile

    own = call.store.settings["profile"]
    name = one_of(given[0], PROFILE_NAMES, "the profile") if given else own
    rows = {key: as_filed(key, on) for key, on in settings_of_profile(name).items()}
    other = {one.key: one.here for one in differences(call.store, name)}
    value = {"profile": name, "about": ABOUT[name], "settings": rows, "here": other}
    width = max(map(len, (*rows, *other)))
    lines = [f"{name}: {ABOUT[name]}"]
    for key in dict.fromkeys((*rows, *other)):
        there = value_text(rows[key]) if key in rows else ""
        note = f"  here: {safe(value_text(other[key]))}" if key in other else ""
        lines.append(f"  {key:<{width}}  {there}{note}".rstrip())
    call.out.value(value, "\n".join(lines))
    if name != own:
        call.out.note(f"This store goes by {own}; `memento profile set {name}` changes that")


def _diff(call: Call, given: list[str]) -> None:
    from memento_cli.actions.profile import differences

    own = call.store.settings["profile"]
    name = one_of(given[0], PROFILE_NAMES, "the profile") if given else own
    found = differences(call.store, name)
    rows = [one._asdict() for one in found]
    if not call.out.machine:
        rows = [{key: value_text(row[key]) for key in row} | {"key": row["key"]} for row in rows]
    call.out.rows(rows, ("key", "here", "there"), "settings")
    if not found:
        call.out.note(f"All is as the profile {name} has it")


def _set(call: Call, given: list[str], everything: bool, dry: bool, yes: bool) -> None:
    from memento_cli.actions.profile import as_profile, set_settings, setting_asked

    if not given:
        raise Usage("set what?", "a profile, or KEY=VALUE: `memento manual profiles`")
    pairs = [text for text in given if "=" in text]
    names = [one_of(text, PROFILE_NAMES, "the profile") for text in given if "=" not in text]
    if len(names) > 1:
        raise Usage("one profile at a time", "a setting of another is KEY=VALUE")
    values: dict[str, Any] = {}
    if names:
        values = as_profile(call.store, names[0], everything=everything)
    values |= dict(map(setting_asked, pairs))
    changed = acting(
        call,
        {"yes": yes},
        lambda act: set_settings(call.store, values, dry=dry, **by_whom(act)),
    )
    call.out.values(
        [one._asdict() | {"dry_run": dry} for one in changed],
        [_told(one) for one in changed],
        "settings",
    )
    if not changed:
        call.out.note("All is so already")
    elif not dry:
        if any(one.key.partition(".")[0] in FADING for one in changed):
            call.out.note("New memories fade so; `memento convert --law LAW` changes the others")
        call.out.note("Undo knows no settings: git, or `profile set`, brings the old ones back")


def _told(one: Difference) -> str:
    return f"{one.key}: {safe(value_text(one.here))} -> {safe(value_text(one.there))}"
