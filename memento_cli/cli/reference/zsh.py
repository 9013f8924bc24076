"""The completion script for zsh: for a folder of $fpath, or to be sourced."""

from __future__ import annotations

from memento_cli.cli.reference.tree import ASKED, COMMON, commands, common_options, groups

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memento_cli.cli.reference.tree import Command, Option, Value

HEAD = r"""#compdef memento
# zsh completion for memento; made by `memento config completion zsh`.

# Names, which are all that a store is asked for. They are added as they are, never evaluated.
_memento_known() {
  local asked=$1 store=${opt_args[--store]:-$memento_store}
  shift
  store=${${(Q)${store//\\:/:}}/#\~/$HOME}
  local -a ids
  ids=(${(f)"$(command memento ${store:+--store=$store} _complete ${=asked} -- \
    "$PREFIX" 2>/dev/null)"})
  compadd "$@" -a ids
}

@ASKED@

"""
NOUN = """@NAME@() {
  local curcontext=$curcontext context state state_descr
  local -a line
  typeset -A opt_args
  _arguments -C -S -s -A "-*" \\
@COMMON@
    '1:command:@NAME@_commands' \\
    '*::argument:->argument' && return
  [[ $state == argument ]] || return 1
  local memento_store=${opt_args[--store]:-$memento_store}
  curcontext=${curcontext%:*:*}:memento-$words[1]:
  case $words[1] in
@COMMANDS@
  esac
}

"""
MAIN = """if [[ $funcstack[1] == _memento ]]; then
  _memento "$@"
else
  compdef _memento memento
fi
"""
INDENT = " " * 4
IN_ORDER = (
    "  local -a told",
    "  local store=${opt_args[--store]:-$memento_store}",
    r"  store=${${(Q)${store//\\:/:}}/#\~/$HOME}",
    r"""  told=(${(f)"$(command memento ${store:+--store=$store} _complete --in commands \
    2>/dev/null)"})""",
    r"  (( $#told )) && commands=(${told/$'\t'/:})",
)
"""What asks for the commands in the order of the store's profile."""


def script() -> str:
    """The whole script."""
    leaves = {command.name: command for command in commands()}
    askers = "\n".join(f"""_memento_{kind}() {{ _memento_known '{how}' "$@" }}"""
                      for kind, how in ASKED.items())  # fmt: skip
    nouns = [_noun(group, rows, leaves) for group, rows in groups().items()]
    return HEAD.replace("@ASKED@", askers) + "".join(nouns) + MAIN


def _noun(group: str, rows: Sequence[tuple[str, str]], leaves: Mapping[str, Command]) -> str:
    """The functions that complete the commands of a group, or those at the top."""
    shared = [spec for option in common_options() for spec in _specs(option)
              if not group or option.section == COMMON]  # fmt: skip
    paths = {name: f"{group} {name}".strip() for name, _ in rows}
    cases = [_case(name, leaves[path]) if path in leaves else f"    {name}) {_function(path)} ;;"
             for name, path in paths.items()]  # fmt: skip
    noun = NOUN.replace("@NAME@", _function(group)).replace("@COMMON@", _lines(shared) + " \\")
    return _described(group, rows) + noun.replace("@COMMANDS@", "\n".join(cases))


def _function(group: str) -> str:
    return "_memento" + "".join(f"__{word}" for word in group.split())


def _described(group: str, rows: Sequence[tuple[str, str]]) -> str:
    names = "\n".join(f"    {_quoted(f'{name}:{_plain(line)}')}" for name, line in rows)
    lines = [f"{_function(group)}_commands() {{", "  local -a commands=(", names, "  )",
             *([] if group else IN_ORDER),
             "  _describe -V -t commands 'memento command' commands", "}", "\n"]  # fmt: skip
    return "\n".join(lines)


def _case(name: str, command: Command) -> str:
    specs = [spec for option in command.options for spec in _specs(option)]
    for argument in command.arguments:
        start = "*:" if argument.several else ":" if argument.required else "::"
        specs.append(f"{start}{_plain(argument.value.name)}:{_action(argument.value)}")
    return f"    {name})\n      _arguments -S -s \\\n{_lines(specs, 4)}\n      ;;"


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
