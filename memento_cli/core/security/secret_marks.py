"""The marks without which a text holds no key and no password: what a record can afford to ask.

Each kind of secret (`core/security/secrets.py` has their forms) stands behind one of its marks.
Nearly every text has none; then nothing else is looked at, and nothing else is imported.
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
"""How the names of secrets end that are told by their names."""
NAMING = frozenset(
    ("key", "name", "list", "memory", "subject", "predicate", "summary", "topics", "question")
)
"""The fields that may say such a name, of what stands in others beside them."""
VALUES = frozenset(("value", "ends", "json", "content"))
ONE_WORD = frozenset(
    ("object", "summary", "detail", "observations", "description", "aliases", "answer")
)
"""The fields that may have the secret: whatever they say, or else if it is one word and no plain
one, because more words are prose that only has the name as its subject."""
MOST_NAMES = 24
"""No more names are read with each text: no act has so many, and no file may cost a minute."""
ENCODED, BETWEEN = 24, str.maketrans(dict.fromkeys("\"'`,;:=()<>[]{}", " "))
"""So long is a secret in base64 at least, and what does not belong to one."""
BASE64 = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
TAKEN_OUT = ", taken out)"
"""How what stands in the place of a secret ends, after its kind."""


def may_hold_secret(text: str) -> bool:
    """Whether a text has a mark; if it has none, it holds no secret that memento knows.

    Also one that lines part, or signs that nobody can see. A long run of base64 may have one, too.
    """
    text = narrow(text)
    if is_marked(text) or _may_encode(text):
        return True
    return "\n" in text and is_marked("".join([line.strip() for line in text.split("\n")]))


def is_marked(text: str) -> bool:
    """Whether one of the marks stands in a text."""
    return (
        any(mark in text for mark in ALONE)
        or ("://" in text and "@" in text)
        or (("=" in text or '"' in text) and any(mark in text for mark in MARKS[ASSIGNED]))
    )


def _may_encode(text: str) -> bool:
    words = text.translate(BETWEEN).split()
    return any(len(word) >= ENCODED and BASE64.issuperset(word) for word in words)


def base64_runs(texts: Iterable[str]) -> list[str]:
    """Those of the texts that have signs of base64 alone."""
    return [bare for text in texts if BASE64.issuperset(bare := text.rstrip("="))]


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


def named_in(value: Any, names: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """The texts in a value that a name in another field may make secrets, each with that name.

    A name stands beside the text or above it: among `names`, in a field of a table there, or in the
    path, as in that of `fact.API_TOKEN.value`.
    """
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        for entry in value:
            yield from named_in(entry, names)
    table = _table(value)
    known = _by_name([*secret_names(table), *names])
    for key, entry in table.items():
        path, _, leaf = str(key).rpartition(".")
        above = _by_name([path, str(key)]) | known
        for text in _texts_of(entry) if leaf in VALUES else ():
            yield from ((name, text) for name in above.values())
        for text in _texts_of(entry) if leaf in ONE_WORD else ():
            if len(text.split()) == 1 and not _is_name(text):
                yield from ((name, text) for name in above)
        yield from named_in(entry, list(above.values()))


def secret_names(value: Any) -> list[str]:
    """The names of secrets that the fields of a table say, and those of the tables in it."""
    rows = [*_table(value).items()]
    rows += [row for _, entry in rows for row in _table(entry).items()]
    said = (entry for key, entry in rows if str(key).rpartition(".")[2] in NAMING)
    texts = (text for entry in said for text in _texts_of(entry))
    return [*_by_name(texts).values()]


def _by_name(texts: Iterable[str]) -> dict[str, str]:
    """The names of secrets among texts and references, each by what it is in small letters."""
    parts = (part.strip(" \t\n\"'") for text in texts for part in text.split("/"))
    named = {part.lower(): part for part in parts if _is_name(part)}
    return dict([*named.items()][:MOST_NAMES])


def _table(value: Any) -> dict[str, Any]:
    table = value._asdict() if hasattr(value, "_fields") else value
    return table if isinstance(table, dict) else {}


def _texts_of(entry: Any) -> list[str]:
    rows = entry if isinstance(entry, list | tuple) else [entry]
    return [row for row in rows if isinstance(row, str)]


def _is_name(text: str) -> bool:
    return narrow(text).endswith(NAMED) and not any(map(str.isspace, text))
