"""The completion script for zsh: for a folder of $fpath, or to be sourced."""

from __future__ import annotations

from collections.abc import Sequence

from memento_cli.cli.reference.tree import (
    AFTER_VERBS,
    ASKED,
    Argument,
    Command,
    Offer,
    Option,
    Value,
    commands,
    common_options,
)

HEAD = r"""#compdef memento
# zsh completion for memento; made by `memento completion zsh`.

# Names, which are all that a store is asked for. They are added as they are, never evaluated.
_memento_known() {
  local asked=$1 store=${opt_args[--store]:-$memento_store}
  shift
  store=${${(Q)${store//\\:/:}}/#\~/$HOME}
  local -a ids
  ids=(${(f)"$(command memento ${store:+--store=$store} completion --ids ${=asked} -- \
    "$PREFIX" 2>/dev/null)"})
  compadd "$@" -a ids
}

@ASKED@

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
    asked = "\n".join(f"""_memento_{kind}() {{ _memento_known '{how}' "$@" }}"""
                      for kind, how in ASKED.items())  # fmt: skip
    return HEAD.replace("@ASKED@", asked) + _described(found) + main


def _described(found: list[Command]) -> str:
    rows = "\n".join(f"    {_quoted(f'{one.name}:{_plain(one.line)}')}" for one in found)
    lines = ["_memento_commands() {", "  local -a commands=(", rows, "  )",
             "  _describe -t commands 'memento command' commands", "}", "\n"]  # fmt: skip
    return "\n".join(lines)


def _case(command: Command) -> str:
    specs = [spec for option in command.options for spec in _specs(option)]
    specs += _arguments(command)
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


def _arguments(command: Command) -> list[str]:
    after = AFTER_VERBS.get(command.name)
    if after is None:
        return [_argument(argument) for argument in command.arguments]
    several = [offer for offer in after if offer.several]
    return [_argument(command.arguments[0]), f"::{_by_verb(after)}", f"*:{_by_verb(several)}"]


def _by_verb(offers: Sequence[Offer]) -> str:
    """The names and the action of a place at which the verb tells what is offered."""
    if not offers:
        return " : "
    names = " or ".join(dict.fromkeys(offer.value.name for offer in offers))
    cases = " ".join(f"({'|'.join(one.verbs)}) {_added(one.value)} ;;" for one in offers)
    return f"{names}:{{ case $line[1] in {cases} esac }}"


def _added(value: Value) -> str:
    if value.kind == "words":
        return f'compadd "$expl[@]" - {" ".join(value.words)}'
    return f'{_action(value)} "$expl[@]"'


def _argument(argument: Argument) -> str:
    start = "*:" if argument.several else ":" if argument.required else "::"
    return f"{start}{_plain(argument.value.name)}:{_action(argument.value)}"


def _action(value: Value) -> str:
    match value.kind:
        case "words":
            return f"({' '.join(_plain(word) for word in value.words)})"
        case kind if kind in ASKED:
            return f"_memento_{kind}"
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
