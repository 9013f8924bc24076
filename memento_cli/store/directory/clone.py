"""Who writes: the actor's name, and the random id of this clone of the store."""

from __future__ import annotations

import os

from memento_cli.core.journal.event_types import CLI
from memento_cli.core.text.normal_forms import slug
from memento_cli.store.files.files import make_folders, os_errors, read_regular, refuse_link, write

LIMIT = 4096
NAME_SIGNS = 40
AGENT_VARIABLE = "MEMENTO_AGENT"
HEX_DIGITS = frozenset(b"0123456789abcdef")
ID_SIGNS = 8


def actor() -> str:
    """`user@host` as a slug, or what $MEMENTO_ACTOR says."""
    name = os.environ.get("MEMENTO_ACTOR")
    if name and not _is_secret(name):
        return slug(name, NAME_SIGNS)
    host = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "host")
    return slug(f"{login()}@{host.partition('.')[0]}", NAME_SIGNS)


def agent() -> str:
    """The agent that types at the command line, if $MEMENTO_AGENT names one."""
    return os.environ.get(AGENT_VARIABLE, "").strip()


def command_line_door() -> str:
    """The name of the command line in journal lines, with the agent that types there, if any."""
    name = agent()
    return f"{CLI}:{agent_slug(name)}" if name else CLI


def agent_slug(name: str) -> str:
    """An agent's name as a slug; just "agent" if the name contains a key or a password."""
    return "agent" if not name or _is_secret(name) else slug(name, NAME_SIGNS)


def _is_secret(name: str) -> bool:
    from memento_cli.core.security.secret_checks import secrets_in_value

    return bool(secrets_in_value({"actor": name}))


def login() -> str:
    """The login name of the current user."""
    user = os.environ.get("USER") or os.environ.get("LOGNAME")
    if user:
        return user
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):
        return "user"


def device_and_inode(private: str) -> bytes:
    """The device and inode of a clone's private folder, which a copy of it does not share."""
    place = os.stat(private)
    return b"%d %d\n" % (place.st_dev, place.st_ino)


def existing_clone_id(private: str) -> str:
    """This clone's id; empty if it has none yet, and has therefore written nothing."""
    try:
        return _id_in(private)
    except PermissionError:  # who may not look there has not written there
        return ""
    except OSError as problem:
        with os_errors(private):
            raise problem


def clone_id(private: str) -> str:
    """This clone's id, made if there is none; a copied folder gets an id of its own."""
    path = os.path.join(private, "clone")
    refuse_link(private)
    with os_errors(path):
        make_folders(private)
        existing = _id_in(private)
        place = device_and_inode(private)
    if existing:
        return existing
    new = os.urandom(ID_SIGNS // 2).hex()
    write(path, f"{new} ".encode() + place)
    return new


def _id_in(private: str) -> str:
    """The id in a private folder, if the device and inode recorded with it are the folder's."""
    refuse_link(private)
    try:
        line = read_regular(os.path.join(private, "clone"), LIMIT)
    except FileNotFoundError:
        return ""
    id = line[:ID_SIGNS]
    is_valid = line == id + b" " + device_and_inode(private) and HEX_DIGITS.issuperset(id)
    return id.decode() if is_valid else ""
