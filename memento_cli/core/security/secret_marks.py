"""The marks of keys and passwords: a quick test for texts without secrets.

Each kind of secret (`core/security/secrets.py` has their forms) begins with one of its marks.
Nearly every text has none; then nothing else is searched, and nothing else is imported.
"""

from __future__ import annotations

from memento_cli.core.text.visible import narrow

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from typing import Any


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
    ASSIGNED: ("_PASSWORD", "_SECRET", "_TOKEN", "_KEY", "_password", "_secret", "_token", "_key",
               "PASSWORD", "SECRET", "TOKEN", "Password", "password", "passwd", "secret", "token"),
    URL: ("://",),
}  # fmt: skip
"""Every kind of secret, in plain words, with its marks."""
ALONE = tuple(one for kind in MARKS.keys() - {URL, ASSIGNED} for one in MARKS[kind])
NAMED = tuple(
    mark for kind in (ASSIGNED, HEADER, "an AWS secret key", "an Azure key") for mark in MARKS[kind]
)
"""The endings of names by which their values are secrets."""
NAMING = frozenset(
    ("key", "name", "list", "memory", "subject", "predicate", "summary", "topics", "question")
)
"""The fields that may contain such a name for the values of other fields."""
VALUES = frozenset(("value", "ends", "json", "content"))
ONE_WORD = frozenset(
    ("object", "summary", "detail", "observations", "description", "aliases", "answer")
)
"""The fields that may have the secret: `VALUES` with any text, `ONE_WORD` with one word that is no
such name; several words are prose about the name."""
MOST_NAMES = 24
"""The limit of names that are combined with each text, so that no file takes a minute."""
ENCODED, DELIMITERS = 24, str.maketrans(dict.fromkeys("\"'`,;:=()<>[]{}", " "))
"""The least length of a secret in base64; and the characters that separate words."""
BASE64 = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
REDACTION_END = ", taken out)"
"""The end of what replaces a secret, after its kind."""


def may_hold_secret(text: str) -> bool:
    """Whether a text has a mark, even one divided by lines or invisible characters, or a long run
    of base64. If not, it has no secret that memento recognises."""
    text = narrow(text)
    if is_marked(text) or _may_encode(text):
        return True
    return "\n" in text and is_marked("".join([line.strip() for line in text.split("\n")]))


def is_marked(text: str) -> bool:
    """Whether a text contains one of the marks."""
    return (
        any(mark in text for mark in ALONE)
        or ("://" in text and "@" in text)
        or (("=" in text or '"' in text) and any(mark in text for mark in MARKS[ASSIGNED]))
    )


def _may_encode(text: str) -> bool:
    words = text.translate(DELIMITERS).split()
    return any(len(word) >= ENCODED and BASE64.issuperset(word) for word in words)


def base64_runs(texts: Iterable[str]) -> list[str]:
    """Those of the texts that consist of base64 characters, without padding."""
    return [bare for text in texts if BASE64.issuperset(bare := text.rstrip("="))]


def texts_in(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a value, such as a draft or a document, with its dotted path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from texts_in(entry, f"{path}.{key}" if path else str(key))
    elif hasattr(value, "_fields"):
        yield from texts_in(value._asdict(), path)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from texts_in(entry, path)


def named_texts(value: Any, names: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """The texts in a value that a name in another field may make secrets, each with that name.

    The name is in `names`, in a field beside the text or above it, or in the path, such as
    `fact.API_TOKEN.value`.
    """
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        for entry in value:
            yield from named_texts(entry, names)
    table = _table(value)
    inherited = _names_by_key([*secret_names(table), *names])
    for key, entry in table.items():
        table_path, _, leaf = str(key).rpartition(".")
        names_by_key = _names_by_key([table_path, str(key)]) | inherited
        for text in _texts_of(entry) if leaf in VALUES else ():
            yield from ((name, text) for name in names_by_key.values())
        for text in _texts_of(entry) if leaf in ONE_WORD else ():
            if len(text.split()) == 1 and not _is_name(text):
                yield from ((name, text) for name in names_by_key)
        yield from named_texts(entry, list(names_by_key.values()))


def secret_names(value: Any) -> list[str]:
    """The names of secrets in the fields of a table and of the tables in it."""
    rows = [*_table(value).items()]
    rows += [row for _, entry in rows for row in _table(entry).items()]
    values = (entry for key, entry in rows if str(key).rpartition(".")[2] in NAMING)
    texts = (text for entry in values for text in _texts_of(entry))
    return [*_names_by_key(texts).values()]


def _names_by_key(texts: Iterable[str]) -> dict[str, str]:
    """The names of secrets among texts and references, by their lower case."""
    parts = (part.strip(" \t\n\"'") for text in texts for part in text.split("/"))
    names = {part.lower(): part for part in parts if _is_name(part)}
    return dict([*names.items()][:MOST_NAMES])


def _table(value: Any) -> dict[str, Any]:
    table = value._asdict() if hasattr(value, "_fields") else value
    return table if isinstance(table, dict) else {}


def _texts_of(entry: Any) -> list[str]:
    rows = entry if isinstance(entry, list | tuple) else [entry]
    return [row for row in rows if isinstance(row, str)]


def _is_name(text: str) -> bool:
    return narrow(text).endswith(NAMED) and not any(map(str.isspace, text))
