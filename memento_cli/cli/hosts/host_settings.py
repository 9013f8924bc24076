"""Which servers of memento a host has in its configuration, read as the host reads it."""

from __future__ import annotations

import json
import os

from memento_cli.cli.hosts.setup_files import NAME
from memento_cli.core.text.loose_json import without_comments, without_last_commas
from memento_cli.errors import MementoError
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from memento_cli.cli.hosts.hosts import Form, Host

PROGRAMS = (NAME, f"{NAME}.exe", f"{NAME}_cli")


class Configured(NamedTuple):
    """A server in a host's file: whether that is the project's, the words of the command, what is
    added to its environment, and whether it is switched off."""

    path: str
    in_project: bool
    words: list[str]
    env: dict[str, str]
    off: bool


class Unread(NamedTuple):
    """A file of a host that cannot be read, and why."""

    path: str
    why: str


def configured(host: Host, folder: str) -> Iterator[Configured | Unread]:
    """The servers of memento that a host knows of in this project, and everywhere."""
    for place in dict.fromkeys((host.place, *host.others)):
        path = os.path.join(folder, os.path.expanduser(place))
        if os.path.isfile(path):
            try:
                document = _document(path)
            except RecursionError:
                yield Unread(path, "nested too deeply")
                continue
            except (MementoError, OSError, ValueError) as problem:
                yield Unread(path, str(problem).partition("\n")[0])
                continue
            own = _table(_table(document, "projects"), os.path.abspath(folder))
            for table in (document, own):  # a user's file may have servers for one project
                yield from _servers(table, host.form, path, not place.startswith("~"))


def _document(path: str) -> Any:
    from memento_cli.cli.call import opened

    with opened(path) as file:
        text = file.read().decode()
    if path.endswith(".toml"):
        from memento_cli.store.toml.reader import loaded

        return loaded(text)
    if path.endswith(".yaml"):
        import yaml  # one host alone has it

        try:
            return yaml.safe_load(text)
        except yaml.YAMLError as problem:
            raise ValueError(f"not valid YAML: {problem}") from None
    return json.loads(without_last_commas(without_comments(text)))


def _servers(document: Any, form: Form, path: str, in_project: bool) -> Iterator[Configured]:
    """Those that are called memento, or start it."""
    for name, entry in _table(document, form.servers).items():
        words = _words(entry, form)
        if words and (name == NAME or any(os.path.basename(one) in PROGRAMS for one in words)):
            env = {key: str(value) for key, value in _table(entry, form.env).items()}
            off = entry.get("enabled") is False or entry.get("disabled") is True
            yield Configured(path, in_project, words, env, off)


def _words(entry: Any, form: Form) -> list[str]:
    """The words of a server's command; none if it has no command, as one at an address."""
    if not isinstance(entry, dict):
        return []
    program, args = entry.get(form.program), entry.get(form.args, [])
    words = program if isinstance(program, list) else [program]
    found = [*words, *(args if isinstance(args, list) else [])]
    return found if all(isinstance(word, str) for word in found) else []


def _table(document: Any, key: str) -> Mapping[str, Any]:
    found = document.get(key) if isinstance(document, dict) else None
    return found if isinstance(found, dict) else {}
