"""The first meeting of a store and a tenant: a new clone of what is there, or a store that fills an
empty tenant."""

from __future__ import annotations

import os

from memento_cli.actions.store.init import init
from memento_cli.actions.store.profile import set_settings
from memento_cli.errors import Conflict, NotFound
from memento_cli.hub.notes import begun, opened
from memento_cli.hub.remote import Remote
from memento_cli.store.directory.clone import existing_clone_id
from memento_cli.store.directory.folders import PRIVATE
from memento_cli.store.directory.store import Store
from memento_cli.store.files.files import replace
from memento_cli.store.files.names import FILE
from memento_cli.store.settings.settings import settings_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    import psycopg

    from memento_cli.hub.answers import HubFile

SALT, UNIQUE = "erasure.salt", "ids.unique"
NOBODY = "00000000"
"""The id of no clone: one that only looks."""


def cloned(
    path: str,
    hub: str,
    tenant: str,
    connection: psycopg.Connection[Any],
    warn: Callable[[str], None],
) -> Store:
    """A new store in a folder that is missing or empty, with the settings of a tenant and nothing
    else yet, which a sync brings; or the one there whose first sync with this tenant was broken
    off.

    Conflict if anything else is in the folder, NotFound if nothing is in the tenant.
    """
    if os.path.lexists(path) and (not os.path.isdir(path) or os.listdir(path)):
        if _is_begun(path, hub, tenant):
            return Store(path, warn)
        raise Conflict(f"{path} is there already, and not empty", "name a new folder")
    raw = Remote(connection, tenant, NOBODY).content_of(FILE)
    if raw is None:
        hint = "`memento store sync` in a store fills it"
        raise NotFound(f"the tenant {tenant} is empty: there is nothing to clone", hint)
    settings = settings_of(raw, FILE)
    store = init(path, profile=settings["profile"], person=settings["person"], warn=warn).store
    replace(store.settings_file, raw)
    store = Store(path, warn)
    with store.lock.held():
        _, clone = store.writer()
    with opened(path, hub, tenant, clone):  # from now on it is known as begun
        return store


def _is_begun(path: str, hub: str, tenant: str) -> bool:
    private = os.path.join(path, PRIVATE)
    return os.path.isdir(private) and (hub, tenant) in begun(path, existing_clone_id(private))


def is_empty(store: Store, files: Sequence[HubFile]) -> bool:
    """Whether a tenant has no store yet. Conflict if it has another than this one: they could not
    tell each other what was erased."""
    theirs = next((file.content for file in files if file.path == FILE), None)
    if theirs is None:
        return True
    if settings_of(theirs, FILE)[SALT] != store.settings[SALT]:
        raise Conflict(
            "the tenant has another store than this one",
            "`memento store hub clone` makes a clone of it; `memento export` here and `memento"
            " import` there bring this one's memories along",
        )
    return False


def make_ids_unique(store: Store) -> None:
    """Give unique ids from now on, as clones that meet now and then often take the same one."""
    set_settings(store, {UNIQUE: True}, agreed=True)
    store.settings = store.settings.replaced({UNIQUE: True})
