"""The marks without which a text holds no key and no password: what a record can afford to ask.

Each kind of secret (`core/secrets.py` has their forms) stands behind one of its marks. Nearly every
text has none; then nothing else is looked at, and nothing else is imported.
"""

from __future__ import annotations

from memento_cli.core.visible import narrow
from memento_cli.errors import Refused, SecretFound

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from typing import Any

    from memento_cli.core.history import Line
    from memento_cli.core.secrets import Told

URL = "a password in a URL"
ASSIGNED = "a password in a setting"
HEADER = "an Authorization header"
MARKS = {
    "an AWS access key": ("AKIA", "ASIA"),
    "an AWS secret key": ("secret_access_key", "SECRET_ACCESS_KEY", "ecretAccessKey"),
    "a GitHub token": ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    "a fine-grained GitHub token": ("github_pat_",),
    "a GitLab token": ("glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glagent-", "glsoat-",
                       "gloas-", "glft-"),
    "a Slack token": ("xoxa-", "xoxb-", "xoxc-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-",
                      "xapp-"),
    "a Slack webhook": ("hooks.slack.com/",),
    "a Stripe key": ("sk_live_", "rk_live_", "whsec_"),
    "an OpenAI key": ("sk-",),
    "an OpenRouter key": ("sk-or-v1-",),
    "an Anthropic key": ("sk-ant-",),
    "a Google API key": ("AIza",),
    "a Google access token": ("ya29.",),
    "a Google client secret": ("GOCSPX-",),
    "an npm token": ("npm_",),
    "a PyPI token": ("pypi-Ag",),
    "a SendGrid key": ("SG.",),
    "a Twilio key": ("SK",),
    "a DigitalOcean token": ("dop_v1_", "doo_v1_", "dor_v1_"),
    "a Hugging Face token": ("hf_",),
    "a Telegram bot token": (":AA",),
    "a Discord webhook": ("/webhooks/",),
    "a JSON Web Token": ("eyJ",),
    "an Azure key": ("AccountKey", "SharedAccessKey"),
    "a Docker Hub token": ("dckr_pat_", "dckr_oat_"),
    "a Shopify token": ("shpat_", "shpca_", "shppa_", "shpss_"),
    "a Databricks token": ("dapi",),
    "a Grafana token": ("glsa_",),
    "a Vault token": ("hvs.", "hvb."),
    "an Atlassian token": ("ATATT3",),
    "a private key": ("-----BEGIN ",),
    "an age secret key": ("AGE-SECRET-KEY-1",),
    HEADER: ("uthorization", "UTHORIZATION"),
    ASSIGNED: ("_PASSWORD", "_SECRET", "_TOKEN", "_KEY", "_password", "_secret", "_token"),
    URL: ("://",),
}  # fmt: skip
"""Every kind of secret, in plain words, with its marks."""
ALONE = tuple(
    mark for kind, marks in MARKS.items() if kind not in (URL, ASSIGNED) for mark in marks
)
ENCODED, BETWEEN = 24, str.maketrans(dict.fromkeys("\"'`,;:=()<>[]{}", " "))
"""So long is a secret in base64 at least, and what does not belong to one."""
BASE64 = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
ALLOWED = "allowed"
"""The key of a journal line that names the kinds of secrets that someone allowed with it."""
TAKEN_OUT = ", taken out)"
"""How what stands in the place of a secret ends, after its kind."""
OTHERWISE = "leave it out, or --allow-secret keeps it"


def may_hold_secret(text: str) -> bool:
    """Whether a text has a mark; if it has none, it holds no secret that memento knows.

    Also one that lines part, or signs that nobody can see. A long run of base64 may have one, too.
    """
    text = narrow(text)
    if _is_marked(text) or _may_encode(text):
        return True
    return "\n" in text and _is_marked("".join([line.strip() for line in text.split("\n")]))


def _is_marked(text: str) -> bool:
    return (
        any(mark in text for mark in ALONE)
        or ("://" in text and "@" in text)
        or ("=" in text and any(mark in text for mark in MARKS[ASSIGNED]))
    )


def _may_encode(text: str) -> bool:
    words = text.translate(BETWEEN).split()
    return any(len(word) >= ENCODED and BASE64.issuperset(word) for word in words)


def texts_in(value: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a value, such as a draft or a document, with the names that lead to it."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from texts_in(entry, f"{where}.{key}" if where else str(key))
    elif hasattr(value, "_fields"):
        yield from texts_in(value._asdict(), where)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from texts_in(entry, where)


def may_hold_any(value: Any) -> bool:
    """Whether any text in a value, or the name that leads to it, has a mark, or all of them do."""
    texts = list(texts_in(value))
    if any(may_hold_secret(f"{where}={text}") for where, text in texts):
        return True
    return _is_marked("".join([text for _, text in texts]))


def secrets_told(value: Any, before: str = "") -> list[Told]:
    """The secrets in the texts of a value, but for those that stood in the text `before`.

    Also one that is parted between texts. A text without a name is that of a file, in which escapes
    may hide a mark.
    """
    texts = list(texts_in(value))
    marked = [
        (where, text)
        for where, text in texts
        if may_hold_secret(f"{where}={text}") or (not where and "\\" in text)
    ]
    if not marked and not _is_marked("".join([text for _, text in texts])):
        return []
    from memento_cli.core.secrets import told_across, told_in

    return told_in(marked, before) or told_across(texts, before)


def allowed_kinds(value: Any, allow: bool, before: str = "") -> list[str]:
    """The kinds of secrets in what is to be kept; SecretFound if they are not allowed.

    What stood `before` in the same file is no reason to refuse.
    """
    told = secrets_told(value, before)
    if told and not allow:
        raise SecretFound("; ".join(each.sentence for each in told[:5]), OTHERWISE)
    return list(dict.fromkeys(each.secret.kind for each in told))


def allowance(kinds: list[str]) -> dict[str, object]:
    """What a journal line says of the secrets that were allowed with it; nothing of none."""
    return {ALLOWED: kinds} if kinds else {}


def allowed_in(lines: Iterable[Line]) -> set[str]:
    """The kinds of secrets that lines of the journal allow."""
    told = (line.more.get(ALLOWED) for line in lines)
    return {str(kind) for kinds in told if isinstance(kinds, list) for kind in kinds}


def without_secrets(value: Any, allowed: Collection[str] = (), where: str = "") -> Any:
    """A value as a log may have it: for each secret of a kind that is not allowed, its kind.

    `where` are the names that lead to the value.
    """
    if isinstance(value, str):
        if not may_hold_secret(f"{where}={value}"):
            return value
        from memento_cli.core.secrets import without

        return without(where, value, allowed)
    if isinstance(value, dict):
        return {
            key: without_secrets(each, allowed, f"{where}.{key}") for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [without_secrets(each, allowed, where) for each in value]
    return value


def refuse_in_reason(reason: str) -> None:
    """Refused if a reason has a secret in it: reasons are in logs, which are never edited."""
    told = secrets_told({"reason": reason})
    if told:
        raise Refused(told[0].sentence, "say it without")


def masked(text: str) -> str:
    """A text as a message may have it: for each secret its kind."""
    return str(without_secrets(text))
