"""Who writes: the actor, and the random id of this copy of the store."""

from __future__ import annotations

import os

from memento_cli.core.journal.event_types import CLI
from memento_cli.core.text.slugs import slug
from memento_cli.store.files.files import make_folders, put, read_regular, refuse_link, system

LIMIT = 4096
NAME_SIGNS = 40
AGENT_VARIABLE = "MEMENTO_AGENT"
SIGNS = frozenset(b"0123456789abcdef")
ID_SIGNS = 8


def actor() -> str:
    """`user@host` as a slug, or what $MEMENTO_ACTOR says."""
    named = os.environ.get("MEMENTO_ACTOR")
    if named and not _is_secret(named):
        return slug(named, NAME_SIGNS)
    host = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "host")
    return slug(f"{login()}@{host.partition('.')[0]}", NAME_SIGNS)


def agent() -> str:
    """The agent that types at the command line, if $MEMENTO_AGENT names one."""
    return os.environ.get(AGENT_VARIABLE, "").strip()


def door() -> str:
    """The command line, as journal lines name it: with the agent that types there, if one does."""
    named = agent()
    return f"{CLI}:{agent_slug(named)}" if named else CLI


def agent_slug(name: str) -> str:
    """An agent's name as a slug; of one that is a key or a password, nothing of it."""
    return "agent" if not name or _is_secret(name) else slug(name, NAME_SIGNS)


def _is_secret(name: str) -> bool:
    from memento_cli.core.security.secret_checks import secrets_told

    return bool(secrets_told({"actor": name}))


def login() -> str:
    """The name of the user who runs this."""
    user = os.environ.get("USER") or os.environ.get("LOGNAME")
    if user:
        return user
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):
        return "user"


def place_of(private: str) -> bytes:
    """What tells this clone's private folder from that of any copy: its device and inode."""
    place = os.stat(private)
    return b"%d %d\n" % (place.st_dev, place.st_ino)


def known_id(private: str) -> str:
    """This clone's id; nothing where it has none yet, and has therefore written nothing."""
    try:
        return _id_in(private)
    except PermissionError:  # who may not look there has not written there
        return ""
    except OSError as problem:
        with system(private):
            raise problem


def clone_id(private: str) -> str:
    """This clone's id, from its private folder; a copied folder gets one of its own."""
    path = os.path.join(private, "clone")
    refuse_link(private)
    with system(path):
        make_folders(private)
        known = _id_in(private)
        here = place_of(private)
    if known:
        return known
    fresh = os.urandom(ID_SIGNS // 2).hex()
    line = f"{fresh} ".encode() + here
    put(path, line)
    return fresh


def _id_in(private: str) -> str:
    """The id that stands there, if it is valid for the device and inode recorded with it."""
    refuse_link(private)
    try:
        known = read_regular(os.path.join(private, "clone"), LIMIT)
    except FileNotFoundError:
        return ""
    id = known[:ID_SIGNS]
    is_valid = known == id + b" " + place_of(private) and SIGNS.issuperset(id)
    return id.decode() if is_valid else ""
