"""The completion script for fish."""

from __future__ import annotations

from memento_cli.cli.reference.tree import ASKED, COMMON, commands, common_options, groups, unlike

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memento_cli.cli.reference.tree import Command, Offer, Option, Value

HEAD = r"""# fish completion for memento; made by `memento config completion fish`.

# Whether a value follows this option of a command.
function __memento_takes
    set -l valued @VALUED@
    switch $argv[1]
@CASES@
    end
    contains -- $argv[2] $valued
end

# The command and its arguments, as far as they are typed, a line each.
function __memento_words
    set -l skip 0
    set -l command ''
    set -l words
    for token in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch $token
            case '-*'
                __memento_takes "$command" $token
                and set skip 1
            case '*'
                if contains -- "$command" @GROUPS@
                    set command (string trim -- "$command $token")
                else
                    set -a words $token
                end
        end
    end
    test -n "$command"
    and printf '%s\n' $command $words
end

function __memento_in
    set -l words (__memento_words)
    test "$argv" = "$words[1]"
end

# Whether this place of a command is typed, 0 any.
function __memento_at
    set -l words (__memento_words)
    test "$argv[2]" = "$words[1]"
    and contains -- $argv[1] 0 (count $words)
end

# Names, which are all that a store is asked for.
function __memento_ids
    set -l tokens (commandline -opc)
    set -l store
    for i in (seq (count $tokens))
        switch $tokens[$i]
            case --store
                set store --store (string replace -r '^~' $HOME -- $tokens[(math $i + 1)])
            case '--store=*'
                set store $tokens[$i]
        end
    end
    command memento $store _complete $argv -- (commandline -ct) 2>/dev/null
end

complete -c memento -f
"""
NO_COMMAND = "-n '__memento_in'"


def script() -> str:
    """The whole script."""
    every_command, shared = commands(), common_options()
    cases = "\n".join(
        f"        case '{command.name}'\n            set -a valued {_valued(command.own)}"
        for command in every_command
        if _valued(command.own)
    )
    lines = [HEAD.replace("@VALUED@", _valued(shared)).replace("@CASES@", cases)]
    lines[0] = lines[0].replace("@GROUPS@", " ".join(f"'{group}'" for group in groups()))
    lines.append(f"complete -c memento {NO_COMMAND} -k -a '(__memento_ids --in commands)'")
    for group, rows in groups().items():
        if group:
            lines += [f"complete -c memento {_within(group)} -a {name} -d {_quoted(line)}"
                      for name, line in rows]  # fmt: skip
    others = {one.name: unlike(one, shared) for one in every_command}
    for option in shared:
        but = [name for name, options in others.items() if _alike(option, options)]
        lines.append(_option(option, _but(but) if option.section == COMMON else NO_COMMAND))
    for command in every_command:
        lines += ["", *_command(command)]
        lines += [_option(one, _within(command.name)) for one in others[command.name]]
    return "\n".join(lines) + "\n"


def _within(path: str) -> str:
    """The condition that this is the command which is typed, or the group."""
    return f"-n '__memento_in {path}'" if path else NO_COMMAND


def _alike(option: Option, others: Iterable[Option]) -> bool:
    return any(option.names == other.names for other in others)


def _but(paths: Sequence[str]) -> str:
    """The condition that none of these commands is typed."""
    return f"-n '{'; and '.join(f'not __memento_in {path}' for path in paths)}'" if paths else ""


def _command(command: Command) -> list[str]:
    condition, lines = _within(command.name), []
    for offer in command.offers:
        does = _offer(offer.value)
        lines += [f"complete -c memento {_at(command.name, offer)} {does}"] if does else []
    return [*lines, *(_option(option, condition) for option in command.own)]


def _at(command: str, offer: Offer) -> str:
    """The condition of a place. Of several, who comes last, any place is one that no other has."""
    place = 0 if offer.several else offer.place
    words = ["__memento_at", str(place), f'"{command}"']
    return f"-n '{' '.join(words)}'"


def _valued(options: Iterable[Option]) -> str:
    return " ".join(name for option in options if option.value for name in option.names)


def _option(option: Option, condition: str) -> str:
    parts = ["complete -c memento", condition]
    parts += [f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in option.names]
    if option.value is not None:
        parts += ["-r" if option.value.kind == "files" else "-x", _offer(option.value)]
    parts.append("-d " + _quoted(option.help))
    return " ".join(part for part in parts if part)


def _offer(value: Value) -> str:
    match value.kind:
        case "words":
            return f"-a {_quoted(' '.join(value.words))}"
        case kind if kind in ASKED:
            return f"-a '({f'__memento_ids {ASKED[kind]}'.rstrip()})'"
        case "folders":
            return "-a '(__fish_complete_directories)'"
        case "files":
            return "-F"
        case _:
            return ""


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
