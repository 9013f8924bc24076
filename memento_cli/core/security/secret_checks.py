"""Whether what is to be kept holds keys or passwords, and what it is without them.

Nearly every text has none of the marks of `core/security/secret_marks.py`; then the forms of
secrets and the modules that read them are not even imported.
"""

from __future__ import annotations

from memento_cli.core.security.secret_marks import (
    ENCODED,
    NAMED,
    base64_runs,
    is_marked,
    may_hold_secret,
    named_in,
    texts_in,
)
from memento_cli.core.text.visible import narrow
from memento_cli.errors import Refused, SecretFound

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import Any

    from memento_cli.core.security.secrets import LocatedSecret

OTHERWISE = "leave it out, or --allow-secret keeps it"


def secrets_told(value: Any, before: str = "", names: Collection[str] = ()) -> list[LocatedSecret]:
    """The secrets in the texts of a value, but for those that stood in the text `before`.

    Also one that is parted between texts. A text without a name is that of a file, in which escapes
    may hide a mark. `names` are said of the value elsewhere.
    """
    texts = list(texts_in(value))
    marked = _suspects(value, texts, names)
    if not marked and not _is_marked_across(texts):
        return []
    from memento_cli.core.security.secrets import told_in
    from memento_cli.core.security.secrets_across import told_across

    return told_in(marked, before) or told_across(texts, before)


def _suspects(
    value: Any, texts: Sequence[tuple[str, str]], names: Collection[str] = ()
) -> list[tuple[str, str]]:
    """The texts of a value that have a mark, each with its name; those that a name elsewhere makes
    secrets, too.

    Nearly all of what is kept has none, and a stream keeps many: what all of them together have not
    is looked for in none.
    """
    whole = "\n".join([f"{where}={text}" for where, text in texts])
    narrowed = narrow(whole)
    named = list[tuple[str, str]]()
    if names or any(mark in narrowed for mark in NAMED):
        named = list(named_in(value, names))
    if not named and "\\" not in whole and not may_hold_secret(whole):
        return []
    return [
        (where, text)
        for where, text in dict.fromkeys([*texts, *named])
        if may_hold_secret(f"{where}={text}") or (not where and "\\" in text)
    ]


def allowed_kinds(
    value: Any, allow: bool, before: str = "", names: Collection[str] = ()
) -> list[str]:
    """The kinds of secrets in what is to be kept; SecretFound if they are not allowed.

    What stood `before` in the same file is no reason to refuse. `names` are said of it elsewhere.
    """
    told = secrets_told(value, before, names)
    if told and not allow:
        raise SecretFound("; ".join(each.sentence for each in told[:5]), OTHERWISE)
    return list(dict.fromkeys(each.secret.kind for each in told))


def without_secrets(
    value: Any, allowed: Collection[str] = (), where: str = "", names: Collection[str] = ()
) -> Any:
    """A value as a log may have it: for each secret of a kind that is not allowed, its kind.

    `where` are the names that lead to the value, `names` what else is said of it elsewhere.
    """
    apart = {
        text: left
        for name, text in named_in({where: value}, names)
        if (left := _without(name, text, allowed)) != text
    }
    return _cleaned(value, allowed, where, apart)


def _cleaned(value: Any, allowed: Collection[str], where: str, apart: dict[str, str]) -> Any:
    """The value; `apart` has what is left of texts that a name in another field makes secrets."""
    if isinstance(value, str):
        return _without(where, apart.get(value, value), allowed)
    if isinstance(value, dict):
        return {
            key: _cleaned(each, allowed, f"{where}.{key}", apart) for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [_cleaned(each, allowed, where, apart) for each in value]
    return value


def _without(where: str, text: str, allowed: Collection[str]) -> str:
    if not may_hold_secret(f"{where}={text}"):
        return text
    from memento_cli.core.security.secrets import without

    return without(where, text, allowed)


def refuse_secret(value: Any) -> None:
    """Refused if there is a secret in what nobody can allow: a setting, or a reason, which is in
    logs, and these are never edited."""
    told = secrets_told(value)
    if told:
        raise Refused(told[0].sentence, "say it without")


def _is_marked_across(named: Sequence[tuple[str, str]]) -> bool:
    """Whether texts have a mark together, in what they say or in what runs of base64 say."""
    texts = [text for _, text in named]
    whole = "".join(base64_runs(texts)).replace("-", "+").replace("_", "/")
    if len(whole) < ENCODED or is_marked("".join(texts)):
        return is_marked("".join(texts))
    from binascii import a2b_base64

    said = (whole[nth : nth + (len(whole) - nth) // 4 * 4] for nth in range(4))
    return any(is_marked(a2b_base64(one).decode("latin-1")) for one in said)
