"""The completion script for bash (3.2 and later)."""

from __future__ import annotations

from memento_cli.cli.reference.tree import ASKED, COMMON, commands, common_options, groups, unlike

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memento_cli.cli.reference.tree import Command, Offer, Option, Value

HEAD = r"""# bash completion for memento; made by `memento config completion bash`.

# Those of the words that begin with what is typed.
_memento_offer() {
    local word
    for word in "$@"; do
        if [[ $word == "$cur"* ]]; then
            COMPREPLY+=("$word")
            [[ $word == *: ]] && compopt -o nospace 2>/dev/null
        fi
    done
}

# Names, which are all that a store is asked for. They are taken as they are, never evaluated.
_memento_ids() {
    local id
    while IFS= read -r id; do
        COMPREPLY+=("${id%%$'\t'*}")
    done < <(command memento ${store:+--store "$store"} _complete "$@" -- "$cur" 2>/dev/null)
}

# The commands, in the order of the store's profile; these names where memento does not answer.
_memento_commands() {
    compopt -o nosort 2>/dev/null
    _memento_ids --in commands
    [[ ${#COMPREPLY[@]} -gt 0 ]] || _memento_offer "$@"
}

# Paths: -d for folders, -f for all.
_memento_paths() {
    local path
    compopt -o filenames 2>/dev/null
    while IFS= read -r path; do
        COMPREPLY+=("$path")
    done < <(compgen "$1" -- "$cur")
}

@TAKES@

# Whether the command is a group, whose own commands come next.
_memento_group() {
    case $command in
        @GROUPS@) return 0 ;;
    esac
    return 1
}

_memento() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local command="" store="" word i=1 place=0
    COMPREPLY=()
    if [[ $cur == "=" ]]; then
        cur=""
    elif [[ $prev == "=" ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    while ((i < COMP_CWORD)); do
        word=${COMP_WORDS[i]}
        if [[ $word != -* ]]; then
            if [[ $place == 0 ]]; then
                command+=${command:+ }$word
                _memento_group || place=1
            else
                ((place++))
            fi
        elif _memento_takes "$word"; then
            [[ ${COMP_WORDS[i + 1]} == "=" ]] && ((i++))
            ((i++))
            [[ $word == --store ]] && store=${COMP_WORDS[i]/#\~/$HOME}
        fi
        ((i++))
    done
"""
TAIL = """}

complete -F _memento memento
"""


def script() -> str:
    """The whole script."""
    every_command, shared = commands(), common_options()
    nouns = " | ".join(f'"{group}"' for group in groups())
    return "\n".join(
        [
            HEAD.replace("@TAKES@", _takes(every_command, shared)).replace("@GROUPS@", nouns),
            *_values_of_options(every_command, shared),
            *_options(every_command, shared),
            *_arguments(every_command),
            TAIL,
        ]
    )


def _takes(every_command: Iterable[Command], shared: Iterable[Option]) -> str:
    """The function that knows the options that a value follows."""
    lines = [
        "# Whether a value follows this option of the command.",
        "_memento_takes() {",
        f'    local valued=" {_valued(shared)} "',
        "    case $command in",
    ]
    for command in every_command:
        names = _valued(command.own)
        if names:
            lines.append(f'        "{command.name}") valued+="{names} " ;;')
    return "\n".join([*lines, "    esac", '    [[ $valued == *" $1 "* ]]', "}"])


def _values_of_options(every_command: Iterable[Command], shared: Sequence[Option]) -> list[str]:
    """What follows the options that take a value."""
    lines = ['    case "$command $prev" in']
    starts = [
        (f'"{one.name} ', option)
        for one in every_command
        for option in (*unlike(one, shared), *one.own)
    ]
    starts += [('*" ', option) for option in shared]
    for start, option in starts:
        if option.value is not None:
            does = _offer(option.value)
            lines.append(" " * 8 + " | ".join(f'{start}{name}"' for name in option.names) + ")")
            lines += [" " * 12 + does] if does else []
            lines += [" " * 12 + "return", " " * 12 + ";;"]
    return [*lines, "    esac"]


def _options(every_command: Iterable[Command], shared: Sequence[Option]) -> list[str]:
    everywhere = _names(option for option in shared if option.section == COMMON)
    alone = _names(option for option in shared if option.section != COMMON)
    lines = [
        "    if [[ $cur == -* ]]; then",
        f"        _memento_offer {everywhere}",
        "        case $command in",
        f'            "") _memento_offer {alone} ;;',
    ]
    for command in every_command:
        names = _names(command.own)
        if names:
            lines.append(f'            "{command.name}") _memento_offer {names} ;;')
    return [*lines, "        esac", "        return", "    fi"]


def _arguments(every_command: list[Command]) -> list[str]:
    lines = ['    case "$place $command " in']
    for group, rows in groups().items():
        names = " ".join(name for name, _ in rows)
        asks = "_memento_offer" if group else "_memento_commands"
        lines.append(f'        "0 {group} ") {asks} {names} ;;')
    for command in every_command:
        for offer in command.offers:
            does = _offer(offer.value)
            if does:
                lines.append(f"        {_at(command.name, offer)}) {does} ;;")
    return [*lines, "    esac"]


def _at(command: str, offer: Offer) -> str:
    """The pattern of a place. Of several, who comes last, any place is one that no other has.

    A place has one digit or two; `*` would take the names of groups, too, and `show` would stand
    for `session show`.
    """
    places = ("?", "??") if offer.several else (str(offer.place),)
    return " | ".join(f'{place}" {command} "' for place in places)


def _offer(value: Value) -> str:
    match value.kind:
        case "words":
            return "_memento_offer " + " ".join(value.words)
        case kind if kind in ASKED:
            return f"_memento_ids {ASKED[kind]}".rstrip()
        case "folders":
            return "_memento_paths -d"
        case "files":
            return "_memento_paths -f"
        case _:
            return ""


def _names(options: Iterable[Option]) -> str:
    return " ".join(name for option in options for name in option.names)


def _valued(options: Iterable[Option]) -> str:
    return _names(option for option in options if option.value)
