"""Secrets (keys and passwords) in values that are to be written: found, refused or redacted.

Nearly every text has none of the marks of `core/security/secret_marks.py`; then the modules with
the forms of secrets are not even imported.
"""

from __future__ import annotations

from memento_cli.core.security.secret_marks import (
    ENCODED,
    NAMED,
    base64_runs,
    is_marked,
    may_hold_secret,
    named_texts,
    texts_in,
)
from memento_cli.core.text.visible import narrow
from memento_cli.errors import Refused, SecretFound

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.security.secrets import LocatedSecret

OTHERWISE = "leave it out, or --allow-secret keeps it"
ALLOWED = "allowed"
"""The key in an entry's `more` with the kinds of secrets that were allowed with it."""


def secrets_in_value(
    value: Any, before: str = "", names: Collection[str] = ()
) -> list[LocatedSecret]:
    """The secrets in the texts of a value that are not in the text `before`.

    A secret may be divided between texts. A text without a path is that of a file, in which
    escapes may hide a mark. `names` are names for the value from elsewhere.
    """
    texts = list(texts_in(value))
    marked = _marked_texts(value, texts, names)
    if not marked and not _is_marked_across(texts):
        return []
    from memento_cli.core.security.secrets import located_secrets
    from memento_cli.core.security.secrets_across import located_across

    return located_secrets(marked, before) or located_across(texts, before)


def _marked_texts(
    value: Any, texts: Sequence[tuple[str, str]], names: Collection[str] = ()
) -> list[tuple[str, str]]:
    """The texts of a value that have a mark, each with its path, and those that a name in another
    field makes secrets.

    Nearly no value has a mark, and a stream has many values, so all texts are searched as one
    first.
    """
    joined = "\n".join([f"{path}={text}" for path, text in texts])
    narrowed = narrow(joined)
    named_elsewhere = list[tuple[str, str]]()
    if names or any(mark in narrowed for mark in NAMED):
        named_elsewhere = list(named_texts(value, names))
    if not named_elsewhere and "\\" not in joined and not may_hold_secret(joined):
        return []
    return [
        (path, text)
        for path, text in dict.fromkeys([*texts, *named_elsewhere])
        if may_hold_secret(f"{path}={text}") or (not path and "\\" in text)
    ]


def allowed_kinds(
    value: Any, allow: bool, before: str = "", names: Collection[str] = ()
) -> list[str]:
    """The kinds of secrets in a value that is to be written; SecretFound if not allowed.

    Secrets that are in the same file `before` count as allowed. `names` are names for the value
    from elsewhere.
    """
    secrets = secrets_in_value(value, before, names)
    if secrets and not allow:
        raise SecretFound("; ".join(secret.sentence for secret in secrets[:5]), OTHERWISE)
    return list(dict.fromkeys(secret.secret.kind for secret in secrets))


def without_secrets(
    value: Any, allowed: Collection[str] = (), path: str = "", names: Collection[str] = ()
) -> Any:
    """A value for a log: each secret of a kind that is not allowed is replaced by its kind.

    `path` is the dotted path of the value, `names` are names for it from elsewhere.
    """
    redacted_texts = {
        text: rest
        for name, text in named_texts({path: value}, names)
        if (rest := _redacted(name, text, allowed)) != text
    }
    return _without_secrets(value, allowed, path, redacted_texts)


def _without_secrets(
    value: Any, allowed: Collection[str], path: str, redacted_texts: dict[str, str]
) -> Any:
    """The redacted value; `redacted_texts` has those texts, redacted, that a name in another field
    makes secrets."""
    if isinstance(value, str):
        return _redacted(path, redacted_texts.get(value, value), allowed)
    if isinstance(value, dict):
        return {
            key: _without_secrets(item, allowed, f"{path}.{key}", redacted_texts)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [_without_secrets(item, allowed, path, redacted_texts) for item in value]
    return value


def _redacted(path: str, text: str, allowed: Collection[str]) -> str:
    if not may_hold_secret(f"{path}={text}"):
        return text
    from memento_cli.core.security.secrets import redacted

    return redacted(path, text, allowed)


def refuse_secret(value: Any) -> None:
    """Raise Refused for a secret in a setting or a reason, where none can be allowed: logs are
    never edited."""
    secrets = secrets_in_value(value)
    if secrets:
        raise Refused(secrets[0].sentence, "say it without")


def _is_marked_across(texts_by_path: Sequence[tuple[str, str]]) -> bool:
    """Whether the texts joined, or the joined base64 runs among them decoded, have a mark."""
    texts = [text for _, text in texts_by_path]
    encoded = "".join(base64_runs(texts)).replace("-", "+").replace("_", "/")
    if len(encoded) < ENCODED or is_marked("".join(texts)):
        return is_marked("".join(texts))
    from binascii import a2b_base64

    candidates = (encoded[nth : nth + (len(encoded) - nth) // 4 * 4] for nth in range(4))
    return any(is_marked(a2b_base64(candidate).decode("latin-1")) for candidate in candidates)


def allowance(kinds: list[str]) -> dict[str, object]:
    """The `more` of an entry for allowed kinds of secrets; empty for none."""
    return {ALLOWED: kinds} if kinds else {}


def allowed_in(entries: Iterable[JournalEntry]) -> set[str]:
    """The kinds of secrets that journal entries allow."""
    allowances = (entry.more.get(ALLOWED) for entry in entries)
    return {str(kind) for kinds in allowances if isinstance(kinds, list) for kind in kinds}
