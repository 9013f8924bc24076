"""The completion script for fish."""

from __future__ import annotations

from memento_cli.cli.reference.tree import COMMON, Command, Option, Value, commands, common_options

HEAD = r"""# fish completion for memento; made by `memento completion fish`.

# The command that is typed so far, if any.
function __memento_command
    set -l skip 0
    for token in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch $token
            case @VALUED@
                set skip 1
            case '-*'
            case '*'
                echo $token
                return
        end
    end
end

function __memento_in
    test "$argv" = "$(__memento_command)"
end

# Ids, which are all that a store is asked for.
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
    command memento $store completion --ids $argv -- (commandline -ct) 2>/dev/null
end

complete -c memento -f
"""
NO_COMMAND = "-n '__memento_in'"


def script() -> str:
    """The whole script."""
    found, shared = commands(), common_options()
    valued = [name for option in shared if option.value for name in option.names]
    lines = [HEAD.replace("@VALUED@", " ".join(valued))]
    lines += [_option(one, "" if one.section == COMMON else NO_COMMAND) for one in shared]
    for command in found:
        lines += ["", *_command(command)]
    return "\n".join(lines) + "\n"


def _command(command: Command) -> list[str]:
    here = f"-n '__memento_in {command.name}'"
    lines = [f"complete -c memento {NO_COMMAND} -a {command.name} -d {_quoted(command.line)}"]
    for argument in command.arguments[:1]:
        offer = _offer(argument.value)
        lines += [f"complete -c memento {here} {offer}"] if offer else []
    return [*lines, *(_option(option, here) for option in command.own)]


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
        case "ids":
            return "-a '(__memento_ids)'"
        case "archived":
            return "-a '(__memento_ids --archived)'"
        case "folders":
            return "-a '(__fish_complete_directories)'"
        case "files":
            return "-F"
        case _:
            return ""


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
