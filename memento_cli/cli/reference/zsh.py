"""The completion script for zsh: for a folder of $fpath, or to be sourced."""

from __future__ import annotations

from memento_cli.cli.reference.tree import (
    Argument,
    Command,
    Option,
    Value,
    commands,
    common_options,
)

HEAD = r"""#compdef memento
# zsh completion for memento; made by `memento completion zsh`.

# Ids, which are all that a store is asked for. They are added as they are, never evaluated.
_memento_known() {
  local archived=$1 store=${opt_args[--store]:-$memento_store}
  shift
  store=${${(Q)${store//\\:/:}}/#\~/$HOME}
  local -a ids
  ids=(${(f)"$(command memento ${store:+--store=$store} completion --ids $archived -- \
    "$PREFIX" 2>/dev/null)"})
  compadd "$@" -a ids
}

_memento_ids() { _memento_known '' "$@" }

_memento_archived() { _memento_known --archived "$@" }

"""
MAIN = """_memento() {
  local curcontext=$curcontext context state state_descr memento_store
  local -a line
  typeset -A opt_args
  _arguments -C -S -s \\
@COMMON@
    '1:command:_memento_commands' \\
    '*::argument:->argument' && return
  [[ $state == argument ]] || return 1
  memento_store=${opt_args[--store]}
  curcontext=${curcontext%:*:*}:memento-$words[1]:
  case $words[1] in
@COMMANDS@
  esac
}

if [[ $funcstack[1] == _memento ]]; then
  _memento "$@"
else
  compdef _memento memento
fi
"""
INDENT = " " * 4


def script() -> str:
    """The whole script."""
    found = commands()
    shared = [spec for option in common_options() for spec in _specs(option)]
    cases = "\n".join(_case(command) for command in found)
    main = MAIN.replace("@COMMON@", _lines(shared) + " \\").replace("@COMMANDS@", cases)
    return HEAD + _described(found) + main


def _described(found: list[Command]) -> str:
    rows = "\n".join(f"    {_quoted(f'{one.name}:{_plain(one.line)}')}" for one in found)
    lines = ["_memento_commands() {", "  local -a commands=(", rows, "  )",
             "  _describe -t commands 'memento command' commands", "}", "\n"]  # fmt: skip
    return "\n".join(lines)


def _case(command: Command) -> str:
    specs = [spec for option in command.options for spec in _specs(option)]
    specs += [_argument(argument) for argument in command.arguments]
    return f"    {command.name})\n      _arguments -S -s \\\n{_lines(specs, 4)}\n      ;;"


def _lines(specs: list[str], deeper: int = 0) -> str:
    return " \\\n".join(f"{INDENT}{' ' * deeper}{_quoted(spec)}" for spec in specs)


def _specs(option: Option) -> list[str]:
    """An option for _arguments: one spec a name, each of which rules the others out."""
    others = f"({' '.join(option.names)})" if len(option.names) > 1 else ""
    before = "*" if option.repeats else others
    help = _plain(option.help).replace("[", "\\[").replace("]", "\\]")
    if option.value is None:
        return [f"{before}{name}[{help}]" for name in option.names]
    takes = f":{_plain(option.value.name)}:{_action(option.value)}"
    joins = ((name, "=" if name.startswith("--") else "+") for name in option.names)
    return [f"{before}{name}{join}[{help}]{takes}" for name, join in joins]


def _argument(argument: Argument) -> str:
    start = "*:" if argument.several else ":" if argument.required else "::"
    return f"{start}{_plain(argument.value.name)}:{_action(argument.value)}"


def _action(value: Value) -> str:
    match value.kind:
        case "words":
            return f"({' '.join(_plain(word) for word in value.words)})"
        case "ids":
            return "_memento_ids"
        case "archived":
            return "_memento_archived"
        case "folders":
            return "_files -/"
        case "files":
            return "_files"
        case _:
            return " "


def _plain(text: str) -> str:
    return text.replace("\\", "\\\\").replace(":", "\\:")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
