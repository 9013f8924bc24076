"""Files of a hub that this clone does not take in the place of its own, as no memento has pushed
them: whoever may write to a tenant may do so by other ways, by mistake or to do harm."""

from __future__ import annotations

from memento_cli.actions.git.checks import read_file
from memento_cli.errors import BadData, BadId, Refused
from memento_cli.hub.joining import SALT
from memento_cli.hub.local import Changed, content_of
from memento_cli.hub.notes import Here
from memento_cli.store.files.names import FILE, stem_of
from memento_cli.store.settings.settings import settings_of
from memento_cli.store.settings.values import SCHEMA_VERSION

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from memento_cli.hub.answers import HubFile
    from memento_cli.store.directory.store import Store


def why_refused(
    store: Store, files: Sequence[HubFile], paths: Iterable[str], here: Mapping[str, Here]
) -> str:
    """Why these files of one memory or record are not taken; empty if they are.

    Only what this clone has at one of these `paths`, and can read, stays. Refused if the store on
    the hub is of a newer format than this memento knows.
    """
    own = [path for path in paths if here.get(path, Here()).hash is not None]
    if not own:  # as in a new clone: to read each file of the hub takes as long as all the rest
        return ""
    reasons = (f"{f.path} of the hub {reason}" for f in files if (reason := _fault(store, f)))
    reason = next(reasons, "")
    return reason if reason and any(_is_sound(store, path, here[path]) for path in own) else ""


def _fault(store: Store, file: HubFile) -> str:
    if file.path == FILE:
        return _fault_of_settings(store, file.content)
    return "" if file.content is None else _fault_in(store, file.path, file.content)


def _fault_in(store: Store, path: str, content: bytes) -> str:
    folder, _, name = path.rpartition("/")
    try:
        return next(iter(read_file(store, folder, stem_of(name), content)[1]), "")
    except BadData as problem:
        return f"cannot be read: {problem.problems[0]}"
    except BadId as problem:
        return f"cannot be read: {problem.message}"


def _is_sound(store: Store, path: str, version: Here) -> bool:
    try:
        content = content_of(store, path, version)
    except Changed:
        return True
    return path == FILE or (content is not None and not _fault_in(store, path, content))


def _fault_of_settings(store: Store, content: bytes | None) -> str:
    """Without its settings a folder is no store; with another salt it would not know again what
    was erased."""
    if content is None:
        return "was removed"
    try:
        settings = settings_of(content, FILE)
    except BadData as problem:
        return f"cannot be read: {problem.problems[0]}"
    if settings["schema_version"] > SCHEMA_VERSION:
        version = settings["schema_version"]
        raise Refused(f"the hub's store is of format {version}", "upgrade memento")
    return "" if settings[SALT] == store.settings[SALT] else f"has another {SALT}"
