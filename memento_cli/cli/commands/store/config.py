"""memento config: what the store's settings say, and what its profile would have them say."""

from __future__ import annotations

from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.input.acting import acting, by_whom
from memento_cli.cli.output.values import safe
from memento_cli.store.settings.fields import ABOUT, PROFILE_NAMES
from memento_cli.store.toml.writer import value_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated, Any

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DryRun, Yes

FADING = ("profile", "fade", "half_life", "stability")
COLUMNS = ("key", "value", "default")
PROFILE_METAVAR = "|".join(PROFILE_NAMES)


def list_(
    call: Call,
    everything: Annotated[
        bool, typer.Option("--all", "-a", help="Every setting, each with what it decides.")
    ] = False,
) -> None:
    """List the settings that differ from what the store's profile says; your own ones as well."""
    from memento_cli.actions.store.profile import listed_settings

    rows = [one._asdict() for one in listed_settings(call.store, everything=everything)]
    if not call.out.machine:
        rows_told = [
            {key: value_text(row[key]) for key in COLUMNS[1:]}
            | {key: row[key] for key in ("key", "about")}  # which are text already
            for row in rows
        ]
        call.out.rows(rows_told, (*COLUMNS, "about") if everything else COLUMNS, "settings")
        if not rows:
            call.out.note("All is as the profile has it")
        return
    call.out.rows(rows, (*COLUMNS, "about"), "settings")


def get(
    call: Call, key: Annotated[str, typer.Argument(metavar="KEY", help="A setting: recall.limit.")]
) -> None:
    """Print the value of a setting, as the store has it or by default."""
    from memento_cli.actions.store.profile import setting_of

    one = setting_of(call.store, key)
    text = one.value if isinstance(one.value, str) else value_text(one.value)
    call.out.value(one._asdict(), safe(text, lines=True))


def set_(
    call: Call,
    words: Annotated[
        list[str],
        typer.Argument(metavar="KEY VALUE", help="A setting and its value; or several KEY=VALUE."),
    ],
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Set a setting in memento.toml, where comments and order are kept. An agent asks before."""
    from memento_cli.actions.store.profile import parsed_setting

    pairs = words
    if len(words) > 1 and "=" not in words[0]:
        pairs = [f"{words[0]}={' '.join(words[1:])}"]
    _change(call, dict(map(parsed_setting, pairs)), dry_run)


def diff(
    call: Call, name: Annotated[str, typer.Argument(metavar=PROFILE_METAVAR, help="A profile.")]
) -> None:
    """Compare the store's settings with those of a profile."""
    from memento_cli.actions.store.profile import differences

    one_of(name, PROFILE_NAMES, "the profile")
    differing = differences(call.store, name)
    rows = [one._asdict() for one in differing]
    if not call.out.machine:
        rows = [{key: value_text(row[key]) for key in row} | {"key": row["key"]} for row in rows]
    call.out.rows(rows, ("key", "here", "there"), "settings")
    if not differing:
        call.out.note(f"All is as the profile {name} has it")


def profile(
    call: Call,
    name: Annotated[
        str | None, typer.Argument(metavar=f"[{PROFILE_METAVAR}]", help="The profile to go by.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Change also what was set here by hand.")
    ] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Show the store's profile, or let it go by another. An agent asks before."""
    from memento_cli.actions.store.profile import settings_to_change

    if name is None:
        _show_profile(call)
        return
    one_of(name, PROFILE_NAMES, "the profile")
    _change(call, settings_to_change(call.store, name, everything=everything), dry_run)


def _show_profile(call: Call) -> None:
    from memento_cli.actions.store.profile import differences, settings_of_profile, stored_setting

    name = call.store.settings["profile"]
    rows = {key: stored_setting(key, on) for key, on in settings_of_profile(name).items()}
    other = {one.key: one.here for one in differences(call.store, name)}
    value = {"profile": name, "about": ABOUT[name], "settings": rows, "here": other}
    width = max(map(len, (*rows, *other)))
    lines = [f"{name}: {ABOUT[name]}"]
    for key in dict.fromkeys((*rows, *other)):
        there = value_text(rows[key]) if key in rows else ""
        note = f"  here: {safe(value_text(other[key]))}" if key in other else ""
        lines.append(f"  {key:<{width}}  {there}{note}".rstrip())
    call.out.value(value, "\n".join(lines))


def _change(call: Call, values: dict[str, Any], dry: bool) -> None:
    from memento_cli.actions.store.profile import set_settings

    changed = acting(call, lambda act: set_settings(call.store, values, dry=dry, **by_whom(act)))
    values_changed = [one._asdict() | {"dry_run": dry} for one in changed]
    texts = [f"{one.key}: {safe(value_text(one.here))} -> {safe(value_text(one.there))}"
             for one in changed]  # fmt: skip
    call.out.values(values_changed, texts, "settings")
    if not changed:
        call.out.note("All is so already")
    elif not dry:
        if any(one.key.partition(".")[0] in FADING for one in changed):
            call.out.note("New memories fade so; `memento fade set LAW --all` changes the others")
        call.out.note("Undo knows no settings: git, or `config set`, brings the old ones back")
