"""What a store has for a hub: lines and files that the hub lacks, without what must not leave."""

from __future__ import annotations

import os
from hashlib import sha256

from memento_cli.actions.git.checks import FOLDERS, problems_of
from memento_cli.actions.security.secrets import secrets_among
from memento_cli.core.security.trust import is_open
from memento_cli.core.text.strict_json import dumped
from memento_cli.errors import BadData, Refused
from memento_cli.hub.lines import hub_line
from memento_cli.hub.local import content_of, new_lines
from memento_cli.hub.remote import Edit
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.names import stem_of
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.toml.parse import parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memento_cli.hub.lines import HubLine
    from memento_cli.hub.local import NewLines
    from memento_cli.hub.notes import Here, Notes
    from memento_cli.hub.remote import Remote
    from memento_cli.store.directory.store import Store

SHOWN = 5


class Outgoing(NamedTuple):
    """What is pushed: lines, and edits of files; the logs that the hub has then; and the files that
    stay here, each with the reason."""

    lines: list[HubLine]
    edits: list[Edit]
    logs: list[NewLines]
    held: list[str]

    def __bool__(self) -> bool:
        return bool(self.lines or self.edits)


def gathered(store: Store, notes: Notes, remote: Remote, here: Mapping[str, Here]) -> Outgoing:
    """What this store has for a hub, of files at the versions `here`.

    Refused, with the reasons, if any of it has a secret that nobody has allowed, or is more private
    than `git.privacy`; Changed if a file is being written.
    """
    logs = new_lines(store, notes)
    lines = _lines(logs, remote)
    edits, held, refused = list[Edit](), list[str](), list[str]()
    common, erased = notes.common(), erasures(store)
    for path, version in here.items():
        if version.hash == common.get(path):
            continue
        content = content_of(store, path, version)
        problem = "" if content is None else _too_private(store, path, content)
        if problem:
            refused.append(f"{path}: {problem}")
        elif content is not None and (
            problem := next(problems_of(store, path, content, erased), "")
        ):
            held.append(f"{path}: {problem}")
        else:
            edits.append(Edit(path, common.get(path), content, dumped(version.vector)))
    refused += _secrets(store, lines, edits)
    if refused:
        more = f" and {len(refused) - SHOWN} more" if len(refused) > SHOWN else ""
        raise Refused(
            "nothing was pushed: " + "; ".join(refused[:SHOWN]) + more,
            "`memento help secrets` tells how one is taken out, or allowed",
        )
    return Outgoing(lines, edits, logs, held)


def _lines(logs: Sequence[NewLines], remote: Remote) -> list[HubLine]:
    """The lines that the hub lacks. Of a log that has not only grown, it is asked which."""
    lines: list[HubLine] = []
    unsure: list[HubLine] = []
    for log in logs:
        some = (line for row in log.rows if (line := hub_line(log.path, row)))
        (lines if log.is_tail else unsure).extend(some)
    digests = [(line.id, sha256(line.raw).digest()) for line in unsure]
    unknown = remote.unknown(digests) if digests else set()
    lines += [line for line in unsure if line.id in unknown]
    return list({line.id: line for line in lines}.values())


def _too_private(store: Store, path: str, content: bytes) -> str:
    least = store.settings["git.privacy"]
    if least == "private" or path.partition("/")[0] not in FOLDERS:
        return ""
    try:
        data = parsed(content, path).data
        memory = store.memories.codec.value(stem_of(os.path.basename(path)), data)
    except BadData:  # which is why it stays
        return ""
    if is_open(memory.privacy, least):
        return ""
    return f"is {memory.privacy}; only what is {least} is shared (git.privacy)"


def _secrets(store: Store, lines: Sequence[HubLine], edits: Sequence[Edit]) -> list[str]:
    """The secrets in lines and files that nobody has allowed, each with its place."""
    by_log: dict[str, list[bytes]] = {}
    for line in lines:
        by_log.setdefault(line.log, []).append(line.raw)
    texts = [(log, b"\n".join(rows)) for log, rows in by_log.items()]
    texts += [(edit.path, edit.content) for edit in edits if edit.content is not None]
    secrets = secrets_among(store, texts)
    return [f"{secret.where}: {secret.kind}: {secret.shown}" for secret in secrets]
