"""Secrets: every form finds its own kind, nothing that is nearly one, and no ordinary text."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import pairwise
from re import _parser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli import Draft, Store, Tags
from memento_cli.cli.reference.chapters import chapter
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.security.secret_checks import (
    ALLOWED,
    allowance,
    allowed_in,
    allowed_kinds,
    refuse_secret,
    secrets_in_value,
    without_secrets,
)
from memento_cli.core.security.secret_forms import FORMS
from memento_cli.core.security.secret_marks import (
    ASSIGNED,
    HEADER,
    MARKS,
    URL,
    may_hold_secret,
    texts_in,
)
from memento_cli.core.security.secrets import Secret, secrets_in, secrets_in_file
from memento_cli.core.text.strict_json import dumped
from memento_cli.errors import Refused, SecretFound
from memento_cli.store.toml.writer import value_text
from tests.conftest import ROOT, Ran

MIXED = "Zk3qT9vW1xLr8BnYc5Mj7HdGf2PsQa4Eu6Ri0ToKbXwJm"
HEX = "0123456789abcdef"
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def run(length: int, signs: str = MIXED) -> str:
    """A run of signs: examples are put together here, so that no scanner finds one in this file."""
    return (signs * (length // len(signs) + 1))[:length]


def jwt(*parts: dict[str, str]) -> str:
    """The parts of a JSON Web Token, and a signature."""
    told = (base64.urlsafe_b64encode(json.dumps(part).encode()).decode() for part in parts)
    return ".".join([*(part.rstrip("=") for part in told), run(43)])


BEGIN, END = "-----BEGIN ", "-----END "
UPPER = "QZ7WK2XJ"
AGE = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"
FOUND = {
    "an AWS access key": ["AK" + "IA" + run(16, UPPER), "AS" + "IA" + run(16, UPPER)],
    "an AWS secret key": [
        "aws_secret_access" + "_key = " + run(40),
        'AWS_SECRET_ACCESS' + '_KEY="' + run(40) + '"',
        '"SecretAccess' + 'Key": "' + run(39) + '/"',
        "aws_secret_access" + "_key => '" + run(40) + "'",
        ':secret_access' + '_key=>"' + run(40) + '"',
    ],
    "a GitHub token": [f"gh{sign}_" + run(36) for sign in "pousr"] + ["ghs_" + run(200)],
    "a fine-grained GitHub token": ["github" + "_pat_" + run(22) + "_" + run(59)],
    "a GitLab token": ["gl" + "pat-" + run(20), "gl" + "pat-" + run(27) + ".01." + run(9),
                       "glo" + "as-" + run(64), "gl" + "ft-" + run(20)],
    "a Slack token": [
        "xo" + "xb-" + run(12, "123") + "-" + run(24),
        "xo" + "xp-1234567890-1234567890-" + run(32, HEX),
        "xa" + "pp-1-A0" + run(9, UPPER) + "-" + run(64, HEX),
    ],
    "a Slack webhook": ["https://hooks.slack" + ".com/services/T0" + run(9) + "/B0/" + run(24)],
    "a Stripe key": ["sk" + "_live_" + run(24), "rk" + "_live_" + run(99), "wh" + "sec_" + run(32)],
    "an OpenAI key": ["sk" + "-" + run(48), "sk" + "-proj-" + run(120), "sk" + "-admin-" + run(60)],
    "an OpenRouter key": ["sk" + "-or-v1-" + run(64, HEX)],
    "an Anthropic key": ["sk" + "-ant-api03-" + run(93) + "AA", "sk" + "-ant-oat01-" + run(40)],
    "a Google API key": ["AI" + "za" + run(35)],
    "a Google access token": ["ya" + "29." + run(120)],
    "a Google client secret": ["GOC" + "SPX-" + run(28)],
    "an npm token": ["npm" + "_" + run(36)],
    "a PyPI token": ["pypi" + "-AgEIcHlwaS5vcmc" + run(150)],
    "a SendGrid key": ["SG" + "." + run(22) + "." + run(43)],
    "a Twilio key": ["SK" + run(32, HEX)],
    "a DigitalOcean token": [f"do{sign}" + "_v1_" + run(64, HEX) for sign in "por"],
    "a Hugging Face token": ["hf" + "_" + run(34)],
    "a Telegram bot token": ["123456789" + ":AA" + run(33)],
    "a Discord webhook": [
        f"https://{site}/web" + "hooks/" + run(18, "1") + "/" + run(68) for site in (
            "discord.com/api", "discord.com/api/v10", "canary.discord.com/api/v9",
            "discordapp.com/api", "discordapp.com/api/v10",
        )
    ],
    "a JSON Web Token": [jwt({"alg": "HS256", "typ": "JWT"}, {"sub": "alex", "iss": "me"})],
    "an Azure key": [
        "Account" + "Key=" + run(86) + "==",
        "SharedAccess" + "Key=" + run(43) + "=",
        "Account" + "Key = " + run(86) + "==",
        "Account" + "Key => '" + run(86) + "=='",
        '"Account' + 'Key": "' + run(86) + '=="',
    ],
    "a Docker Hub token": ["dckr" + "_pat_" + run(27)],
    "a Shopify token": ["shp" + "at_" + run(32, HEX), "shp" + "ss_" + run(32, HEX)],
    "a Databricks token": ["da" + "pi" + run(32, HEX), "da" + "pi" + run(32, HEX) + "-2"],
    "a Grafana token": ["gl" + "sa_" + run(32) + "_" + run(8, HEX)],
    "a Vault token": ["hv" + "s.CAES" + run(90)],
    "an Atlassian token": ["ATA" + "TT3xFf" + run(180) + "=1A2B3C4D"],
    "a private key": [
        f"{BEGIN}{name}PRIVATE KEY{block}-----\n{run(64)}\n{END}{name}PRIVATE KEY{block}-----"
        for name, block in (("", ""), ("RSA ", ""), ("EC ", ""), ("OPENSSH ", ""),
                            ("ENCRYPTED ", ""), ("PGP ", " BLOCK"))
    ] + [
        f"{BEGIN}RSA PRIVATE KEY-----\r\nProc-Type: 4,ENCRYPTED\r\nDEK-Info: AES-128-CBC,"
        f"{run(32, HEX)}\r\n\r\n{run(64)}\r\n{run(64)}\r\nxQ==\r\n{END}RSA PRIVATE KEY-----",
        f"{BEGIN}PRIVATE KEY-----{run(200)}{END}PRIVATE KEY-----",
        f"{BEGIN}PRIVATE KEY-----\\n{run(64)}\\n{run(9)}=\\n{END}PRIVATE KEY-----\\n",
        f"{BEGIN}PRIVATE KEY-----\\\\n{run(64)}\\\\n{END}PRIVATE KEY-----",
        f"{BEGIN}EC PRIVATE KEY-----\\n' +\n  '{run(64)}\\n' +\n  '{END}EC PRIVATE KEY-----",
        f"{BEGIN}PRIVATE KEY-----\n    {run(48)}\n    {run(48)}",
    ],
    "an age secret key": ["AGE-SECRET" + "-KEY-1" + run(58, AGE)],
    URL: [
        "postgres://app:" + "hunter2" + "@db.internal:5432/x",
        "redis://:" + "s3cret-pw" + "@127.0.0.1",
        "https://alex:" + "pa%24%24" + "@git.corp/x.git",
        "amqp://u:" + "passwords" + "@[::1]/",
        "https://oauth2:" + "x" * 20 + "y@h",
        *("postgres://admin:" + password + "@db.example.com" for password in (
            "s3cr*tPa55word", "*hunter*", "a{b", "hunter}2", "{hunter2", "it's-hunter2", "hunt#er2",
            "hunt/er2", "hu/nt/er2", "hunter2/", "#hunter2", "/hunter2", "hunter2#", "hu#nt@er2",
            "$ecretPa55", "$hunter2", "$2b$hunter", "$1,000,000", "%hunter2", "%shunter2", "12345",
            "12345!", "adm1n", "administrator", "secrets", "xxx.yyy", "changeme2", "REDACTEDx",
        )),
        "https://me@x.org:" + "hunter2" + "@git.corp/x",
        "smtp://me.too+tag@mail-x.org:" + "hunter2" + "@h:25",
        "https://me@corp:" + "p@ss" + "words@h/x@y",
        "postgres://app:" + "hunter2" + "@bücher.example/x",
        "postgres://app:" + "hunter2" + "@éa.example/x",
        "postgres://app:" + "hunter2" + "@データ.example/x",
    ],
    HEADER: [
        "Authorization" + ": Bearer " + run(24), "authorization" + ": Basic " + "YWxleDpodW50ZXIy",
        '"Authorization' + '": "Token ' + run(40) + '"', "AUTHORIZATION" + "=bearer " + run(30),
        "curl -H 'Authorization" + ": Bearer " + run(18) + "'",
    ],
    ASSIGNED: [
        "DB_PASS" + "WORD=correct-horse", "export API_TO" + "KEN=" + run(12),
        'MY_SEC' + 'RET="' + run(10) + '"', "STRIPE_K" + "EY = '" + run(20) + "'",
        "db_pass" + "word=hunter2", "client_sec" + "ret=" + run(20), "api_k" + "ey=" + run(20),
        '{"DB_PASS' + 'WORD": "correct-horse"}', '"api_k' + 'ey" : "' + run(40) + '"',
        "SEC" + "RET=correct-horse", "PGPASS" + "WORD=abc12345 psql", "pass" + "word=hunter2",
        "mysql --pass" + "word=hunter2 -u a", "?tok" + "en=" + run(12), "Id=a;Pass" + "word=Ab1234",
        '{"pass' + 'word": "hunter2"}', "PASS" + 'WORD="hunter22x"', "pass" + "wd = hunter2",
    ],
}  # fmt: skip
"""Examples of each kind, as their makers give them out."""
NEAR = {
    "an AWS access key": ["AKIA" + run(15, UPPER), "AKIA" + run(17, UPPER), "AKIA" + run(16, "ab")],
    "an AWS secret key": ["secret_access_key: " + run(39), "the secret_access_key is in 1Password",
                          "secret_access_key = $AWS_SECRET", "secret_access_key => ENV['AWS_KEY']",
                          "secret_access_key => '" + run(41) + "'"],
    "a GitHub token": ["ghp_" + run(35), "ghx_" + run(36), "xghp_" + run(36), "ghp_<token>",
                       *(f"{before}ghp_" + run(36) for before in ("3D", "%3", "%3Dx", "%xy"))],
    "a fine-grained GitHub token": ["github_pat_" + run(22) + "-" + run(59), "github_pat_" + "x"],
    "a GitLab token": ["glpat-" + run(19), "glpat-<your token>", "gloas-" + run(19),
                       "glft-" + run(19), "agloas-" + run(64), "xglft-" + run(20)],
    "a Slack token": ["xoxb-your-token-here-please", "xoxb-123", "box-0-" + run(20)],
    "a Slack webhook": ["https://hooks.slack.com/services/T0/B0", "https://slack.com/help"],
    "a Stripe key": ["sk_test_" + run(24), "pk_live_" + run(24), "sk_live_short"],
    "an OpenAI key": ["sk-" + run(47), "task-" + run(48), "sk-learn", "sk-proj-short"],
    "an OpenRouter key": ["sk-or-v1-...", "sk" + "-or-v1-" + run(63, HEX)],
    "an Anthropic key": ["sk-ant-...", "sk-ant-api03-xxxxx", "ask-ant-" + run(90)],
    "a Google API key": ["AIza" + run(34), "AIza" + run(36)],
    "a Google access token": ["ya29.short", "maya29." + run(40)],
    "a Google client secret": ["GOCSPX-" + run(27), "GOCSPX-" + run(29)],
    "an npm token": ["npm_" + run(35), "npm_config_" + run(30), "npm_" + run(37)],
    "a PyPI token": ["pypi-AgEI", "pypi-" + run(60)],
    "a SendGrid key": ["SG." + run(22) + "." + run(42), "MSG." + run(22) + "." + run(43)],
    "a Twilio key": ["SK" + run(31, HEX), "SK" + run(33, HEX), "TASK" + run(32, HEX)],
    "a DigitalOcean token": ["dop_v1_" + run(63, HEX), "dop_v1_" + run(64, "xyz")],
    "a Hugging Face token": ["hf_" + run(33), "half_" + run(34)],
    "a Telegram bot token": ["1234567:AA" + run(33), "123456789:AA" + run(32), "at 12:AAaaa"],
    "a Discord webhook": [
        *(f"https://{site}/webhooks/" + run(18, "1") + "/" + run(68) for site in (
            "example.org/api", "example.org/api/v10", "discord.com/docs", "discord.com/api/vx",
            "discord.com/v10", "discord.com", "discord.com/api/v100",
        )),
        "https://discord.com/api/v10/webhooks/" + run(18, "1") + "/" + run(59),
    ],
    "a JSON Web Token": ["eyJhbGciOiJIUzI1NiJ9", "eyJhbGciOiJIUzI1NiJ9.payload.sig", "heyJude"],
    "an Azure key": ["AccountKey=" + run(40), "AccountKey=$KEY", "AccountKey = " + run(85) + "==",
                     "AccountKeyName = " + run(86) + "==", "an AccountKey is needed"],
    "a Docker Hub token": ["dckr_pat_" + run(26), "dckr_pat_xxxxx"],
    "a Shopify token": ["shpat_" + run(31, HEX), "shpxx_" + run(32, HEX)],
    "a Databricks token": ["dapi" + run(31, HEX), "sandapi" + run(32, HEX)],
    "a Grafana token": ["glsa_" + run(32), "glsa_" + run(31) + "_" + run(8, HEX)],
    "a Vault token": ["hvs." + run(23), "hvs.<token>"],
    "an Atlassian token": ["ATATT3xFf" + run(20), "ATATT3..."],
    "a private key": [
        BEGIN + "PUBLIC KEY-----", BEGIN + "CERTIFICATE-----", "BEGIN PRIVATE KEY",
        BEGIN + "PUBLIC KEY-----\n" + run(64),
        *(f"{BEGIN}PRIVATE KEY-----{rest}" for rest in (
            "", "`", " is how it begins", "\n", "\\n", "\n...\n" + END + "PRIVATE KEY-----",
            " and " + END + "PRIVATE KEY-----", "\nMIIEvQIBADANBg…\n", "\n" + run(39) + "\n",
            "\n\nNothing of it is here, only words upon words upon words, and lines.\nAnd more",
            "\nProc-Type: 4,ENCRYPTED\n", "\n" + "x" * 64 + "\n" + END + "PRIVATE KEY-----",
            "\\n" + "x" * 64 + "\\n" + "x" * 64 + "\\n" + END + "PRIVATE KEY-----",
        )),
    ],
    "an age secret key": ["AGE-SECRET-KEY-1" + run(57, AGE), "age1" + run(58, AGE.lower())],
    URL: [
        "https://example.org/a:b@c", "https://example.org:8080/x@y", "git@github.com:me/it.git",
        "ssh://git@github.com/me/it", "ctx://person/alex", "mail alex:pw@host", "http://[::1]:80/",
        *(f"https://user:{named}@host/x" for named in (
            "password", "Password", "pass", "PWD", "token", "$PASS", "${PASS}", "<password>", "***",
            "{password}", "%(password)s", "%s", "xxxxx", "XXX", "…", "...", "your_password",
            "your-token", "my-password", "user", "USER", "REDACTED", "redacted", "***REDACTED***",
            "[REDACTED]", "changeme", "ChangeMe", "change-me", "secret", "SECRET", "example", "x.x",
            "*", "•••", "$db_password", "$dbPassword", "$PASS_2", "$1", "${PASS:-none}", "$(pass)",
            "{{password}}", "{{ password }}", "#{password}", "${A}${B}", "{cfg['password']}", "%d",
            "%PASSWORD%", "<your password>", "(password)",
        )),
        "amqp://guest:guest@localhost", "postgres://postgres:postgres@db:5432/x",
        "https://user:PASSWORD_HERE@h.example", "http://host:port/@user", "http://u:p@h.example",
        "glpat-your-access-token-here", "ghp_your_token_here_please_put_it_right_in_this_place",
        "http://localhost:3000/@alex", "http://api:8080/a/@alex", "ssh://git.corp:me/it.git@v1",
        "http://localhost:PORT/x@y", "http://{host}:{port}/x@y", "http://api:$PORT/x@y",
        "http://api:PORT/x@y", "'http://h:80','c@d'", "['https://a:b','c@d']", "http://h:80'x@y",
        "[it](http://h:80)[mail](mailto:a@b)", "mongodb://a:27017,b:27017/x@y",
        "postgres://app:hunter2@", "postgres://app:hunter2@…", "https://[fe80::1]:80/@x",
        "https://a.b and c:d@e", "ssh://git@github.com:me/it.git@v1", "https://me@corp:8080/@alex",
        "ssh://git@corp:me/it.git@v1", "https://me@x.org:$PASS@h/x", "https://me@x.org/a:b@c",
        "https://me@x.org,jo:hunter2@h", "(https://me@x.org)mailto:jo@h", "https://a@b,https://c@d",
        "https://me@x.org:me@x.org@h", "https://me@x.org:password@h/x", "mongodb://u@a:27017,b:27017/x@y",
    ],
    HEADER: [
        "Authorization: Bearer $TOKEN", "Authorization: Bearer <token>", "Authorization: Basic",
        "Authorization: Bearer YOUR_TOKEN_HERE_PLEASE", "Authorization: Token authentication",
        "Authorization: Bearer " + "x" * 30, "the Authorization: header", "Authorization: none",
    ],
    ASSIGNED: [
        "DB_PASSWORD=$PASS", "DB_PASSWORD=${PASS}", "API_TOKEN=<token>", "DB_PASSWORD=x",
        "API_KEY=xxxxxxxx", "API_KEY=os.environ", "TOKEN=changeme", "API_KEY=get_key(name)",
        "PUBLIC_KEY=AAAAB3NzaC1yc2", "PRIMARY_KEY=identity", "next_token=page_of_it",
        "API_KEY=changeme", "DB_PASSWORD=password", "the DB_PASSWORD is in the vault",
        "MY_TOKEN == other", "API_TOKEN=your-token-here", "sort_key=created_at_and_by_whom",
        "api_key=hunter2", "cache_key=user:12345:2025-02-01",
        "idempotency_key=0b9f6a52-3c1e-4d7a-9f2e-8a1b6c4d5e3f", '"row_key": "{0B9F6A52-3C1E-4D7A-'
        '9F2E-8A1B6C4D5E3F}"', "serial_key=1234567890123456",
        "password=correct-horse", "the password: hunter22xyz", "tokens=4096", "MAX_TOKENS=100000",
        "Password=none", "secret=the_one_of_it", "token = next(tokens)", "password=None, x=1",
        '"next_token": "page_of_it"', "DB_PASSWORD: correct-horse", '"API_TOKEN": the_one_of_it',
    ],
}  # fmt: skip
"""What is nearly a secret of the kind, and none of any."""
for one in "xX0":
    NEAR["a GitHub token"] += ["ghp_" + one * 36, "ghp_" + run(10) + one * 26]
    NEAR["a fine-grained GitHub token"] += ["github_pat_" + one * 22 + "_" + one * 59]
    NEAR["a GitLab token"] += [
        "glpat-" + "-_" * 15,
        "glpat-" + one * 20,
        "glpat-" + "-".join([one * 4] * 5),
    ]
    NEAR["a Slack token"] += ["xoxb-123456789012-123456789012-" + one * 24]
    NEAR["a Slack webhook"] += ["https://hooks.slack.com/services/T0AB/B0AB/" + one * 24]
    NEAR["a Stripe key"] += ["sk_live_" + one * 24, "whsec_" + one * 32]
    NEAR["an OpenAI key"] += ["sk-" + one * 48, "sk-proj-" + one * 60]
    NEAR["an Anthropic key"] += ["sk-ant-api03-" + one * 40]
    NEAR["a Google API key"] += ["AIza" + one * 35, "AIzaSy" + one * 33]
    NEAR["a Google access token"] += ["ya29." + one * 40]
    NEAR["a Google client secret"] += ["GOCSPX-" + one * 28]
    NEAR["an npm token"] += ["npm_" + one * 36]
    NEAR["a PyPI token"] += ["pypi-AgEIcHlwaS5vcmc" + one * 60]
    NEAR["a SendGrid key"] += ["SG." + one * 22 + "." + one * 43]
    NEAR["a Hugging Face token"] += ["hf_" + one * 34]
    NEAR["a Telegram bot token"] += ["123456789:AA" + one * 33]
    NEAR["a Discord webhook"] += ["https://discord.com/api/webhooks/" + "1" * 18 + "/" + one * 68]
    NEAR["a JSON Web Token"] += ["eyJ" + one * 20 + ".eyJ" + one * 20 + "." + one * 43]
    NEAR["an Azure key"] += ["AccountKey=" + one * 86 + "=="]
    NEAR["an AWS secret key"] += ["aws_secret_access_key = " + one * 40]
    NEAR["a Docker Hub token"] += ["dckr_pat_" + one * 27]
    NEAR["a Grafana token"] += ["glsa_" + one * 32 + "_" + "0" * 8]
    NEAR["a Vault token"] += ["hvs." + one * 24]
    NEAR["an Atlassian token"] += ["ATATT3xFf" + one * 60]
for digit in "0a":
    NEAR["a Twilio key"] += ["SK" + digit * 32]
    NEAR["an OpenRouter key"] += ["sk-or-v1-" + digit * 64]
    NEAR["a DigitalOcean token"] += ["dop_v1_" + digit * 64]
    NEAR["a Shopify token"] += ["shpat_" + digit * 32]
    NEAR["a Databricks token"] += ["dapi" + digit * 32]
NEAR["an AWS access key"] += ["AKIA" + "X" * 16, "ASIA" + "X" * 8 + run(8, UPPER)]
NEAR["an age secret key"] += ["AGE-SECRET-KEY-1" + "Q" * 58]
KEY = "ghp_" + run(36)
EXAMPLES = [(kind, text) for kind, texts in FOUND.items() for text in texts]
NAMES = [f"{kind} {nth}" for kind, texts in FOUND.items() for nth, _ in enumerate(texts)]
AROUND = [
    "{}",
    "the key is {}.",
    "'{}'",
    "({})",
    "KEY={}\n",
    "\t{}\t",
    "é{}é",
    "a\n{}\nb",
    "*{}*",
    "?q%3D{}",
    "%22{}%22",
    "%7b{}%7d",
]


def kinds(text: str) -> set[str]:
    """The kinds of secrets in a text."""
    return {secret.kind for secret in secrets_in(text)}


def random_parts() -> Iterator[str]:
    """What must not be shown of any example: five signs of what should be random."""
    for signs in (MIXED, HEX, UPPER, AGE):
        yield from (run(len(signs) * 2, signs)[place : place + 5] for place in range(len(signs)))


def test_every_kind_has_marks_a_form_examples_and_a_line_in_the_manual() -> None:
    """The tables are about the same kinds, each with where its form is documented."""
    assert MARKS.keys() == FORMS.keys() == FOUND.keys() == NEAR.keys()
    assert len(MARKS) >= 25
    manual = chapter("secrets")[1].partition("\n## What counts")[2]
    assert all(f"{kind} |" in manual or f"{kind}," in manual for kind in MARKS)
    assert all(form.documented.startswith("https://") for form in FORMS.values())


ALONE = [
    (kind, mark, text.removeprefix(mark))
    for kind, text in EXAMPLES
    for mark in MARKS[kind]
    if text.startswith(mark) and kind not in (ASSIGNED, "a private key")
]


@pytest.mark.parametrize(("kind", "mark", "rest"), ALONE)
def test_a_secret_whose_mark_stands_in_a_text_of_its_own_is_found(
    kind: str, mark: str, rest: str
) -> None:
    """The mark ends one text of an act, or a line, and the rest is another."""
    apart = {"summary": f"It is {mark}", "detail": rest, "topics": ["kubernetes"]}
    assert [told.secret.kind for told in secrets_in_value(apart)] == [kind]
    assert kinds(f"It is {mark}\n{rest}\n") == {kind}


@pytest.mark.parametrize("mark", [mark for marks in MARKS.values() for mark in marks])
def test_what_a_token_begins_with_may_be_told(mark: str) -> None:
    """With topics, a link and a source after it, or words of its own in the next line."""
    beside = {"significance": "medium", "source": "https://example.org/kubernetes"}
    beside["target"] = "alex-kubernetes-operations-2025-02-4w6z"
    for words in ("kubernetes-operations-networking", "release-2025", "HTTP", "Machine learning"):
        for detail in ("", "They change each month.", words):
            told = {"summary": f"It begins with {mark}", "detail": detail} | beside
            assert not secrets_in_value(
                told | {"topics": [words, "administration", "troubleshooting"]}
            )
    assert not kinds(f"{mark}\nkubernetes-operations-networking\nadministration")


@pytest.mark.parametrize("length", [4, 8])
@pytest.mark.parametrize(("kind", "mark", "rest"), ALONE)
def test_a_secret_in_short_lines_is_found(kind: str, mark: str, rest: str, length: int) -> None:
    """Words may stand after a mark, and ends of ids, but not these alone."""
    lines = [rest[at : at + length] for at in range(0, len(rest), length)]
    assert kinds("\n".join([mark, *lines])) == {kind}


@pytest.mark.parametrize(
    "line",
    [
        ["record", "About tokens", "--topic", "glpat-", "--topic", "prefixes"],
        ["record", "Tokens", "--topic", "glpat-", "--project", "gitlab-runner-migration"],
        ["record", "Prefixes", "--topic", "glpat-", "--topic", "xoxb-", "--topic", "sk_live_"],
        ["fact", "like", "glpat-", "-d", "style"],
        ["fact", "like", "tokens that begin with glpat-", "-d", "topic"],
        ["state", "add", "task", "find glpat-"],
        ["kv", "set", "glpat-", "gitlab-personal-access-token"],
        ["fact", "set", "glpat-=gitlab-personal-access-token"],
        ["event", "add", "glpat-", "--client", "gitlab-runner-client-one"],
    ],
    ids=" ".join,
)
def test_a_mark_beside_names_and_ids_is_kept(
    store: Store, call: Callable[..., Ran], line: list[str]
) -> None:
    """What memento puts beside it, ids and times, is not its rest, in whatever order it is read."""
    assert call(*line).code == 0


def test_a_list_of_what_tokens_begin_with_is_no_secret() -> None:
    """A mark in each line, in this order and in the other."""
    every = [mark for marks in MARKS.values() for mark in marks]
    assert not kinds("\n".join(every)) and not kinds("\n".join(reversed(every)))


@pytest.mark.parametrize(("kind", "text"), EXAMPLES, ids=NAMES)
def test_a_secret_is_found_as_its_kind(kind: str, text: str) -> None:
    """Each example is found, as what it is, also in the middle of a text, and has its mark."""
    for around in AROUND:
        whole = around.format(text)
        assert kinds(whole) == {kind}, whole
        assert may_hold_secret(whole)
    (found,) = secrets_in(text)
    mark = next(mark for mark in MARKS[kind] if text.startswith(mark, found.start))
    assert text[found.start : found.end].startswith(mark)


@pytest.mark.parametrize("kind", NEAR)
def test_what_is_nearly_a_secret_is_none(kind: str) -> None:
    """Too short, too long, another sign, a placeholder, part of a word: none of any kind."""
    assert [(text, kinds(text)) for text in NEAR[kind] if kinds(text)] == []


@pytest.mark.parametrize(("kind", "text"), EXAMPLES, ids=NAMES)
def test_a_secret_is_found_as_files_and_logs_have_it(kind: str, text: str) -> None:
    """In TOML and in JSON lines, where what stands before may be an escape, it is found too."""
    for before in ("key\n", "a\t", "b\r", "tab\\", "\x0b", 'say "', ""):
        for written in (value_text(before + text), dumped(before + text), json.dumps("é" + text)):
            assert kinds(written) == {kind}, written


@pytest.mark.parametrize(("kind", "text"), EXAMPLES, ids=NAMES)
def test_what_is_shown_is_not_the_secret(kind: str, text: str) -> None:
    """What is shown begins as the secret does, ends soon, and never tells a password."""
    (found,) = secrets_in(text)
    assert "…" in found.shown
    assert len(found.shown) <= 70 and "\n" not in found.shown
    assert [part for part in random_parts() if part in found.shown] == []
    for password in ("hunter2", "s3cret-pw", "pa%24%24", "alex:", "app:", "s3cr", "ecretPa"):
        assert password not in found.shown


def test_what_is_shown_tells_which() -> None:
    """At most four signs beyond the mark, and an eighth of the rest; of a URL, its host."""
    assert secrets_in("ghp_" + run(36))[0].shown == "ghp_Zk3q…"
    assert secrets_in("AK" + "IA" + run(16, UPPER))[0].shown == "AKIAQZ…"
    assert secrets_in(FOUND[URL][0])[0].shown == "://…@db.internal"
    within = "postgres://u:" + "p@ssw0rd" + "Tail@99@db.internal/x"
    assert secrets_in(within)[0].shown == "://…@db.internal"
    assert secrets_in(FOUND["a private key"][1])[0].shown == BEGIN + "RSA PRIVATE KEY-----…"


def test_secrets_come_in_the_order_of_their_places() -> None:
    """Several in one text are all found, each at its place."""
    texts = [text for _, text in EXAMPLES if "\n" not in text]
    whole = "\n".join(texts)
    found = secrets_in(whole)
    assert [secret.start for secret in found] == sorted(secret.start for secret in found)
    assert [whole.count("\n", 0, secret.start) for secret in found] == list(range(len(texts)))


def test_ordinary_text_has_none() -> None:
    """No memory of the sample store, and no page of the documentation, is taken for a secret."""
    paths = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "memento_cli").rglob("*.md")]
    paths += [*(ROOT / "sample-data").rglob("*.toml"), *(ROOT / "sample-data").rglob("*.jsonl")]
    paths += (ROOT / "memento_cli").rglob("*.py")
    assert len(paths) > 100
    texts = {str(path): path.read_text() for path in paths if path.name != "secrets.md"}
    assert [name for name, text in texts.items() if secrets_in(text) or secrets_in_file(text)] == []


@given(st.text(max_size=200))
def test_a_text_without_a_mark_has_no_secret(text: str) -> None:
    """What the quick look passes over, the long one finds nothing in."""
    assert may_hold_secret(text) or not secrets_in(text)


@given(st.sampled_from(EXAMPLES), st.text(max_size=40), st.text(max_size=40))
def test_a_secret_anywhere_has_a_mark(example: tuple[str, str], before: str, after: str) -> None:
    """Whatever stands around a secret, if it is found, the quick look has seen it."""
    whole = before + example[1] + after
    assert may_hold_secret(whole)
    for secret in secrets_in(whole):
        assert isinstance(secret, Secret) and 0 <= secret.start < secret.end <= len(whole)


HARD = ["", "a", "-", "_", ":", ".", "=", "\\n", "A2", "eyJ", "-0-aaaaaaaaaa", ".aaaaaaaaaaaaaaaa"]
LONGEST = 32_000


@pytest.mark.parametrize("kind", FORMS)
def test_a_form_is_bounded(kind: str) -> None:
    """No form is longer than some thousand signs, so a scan takes time by the text's length."""
    form = FORMS[kind]
    for part in (form.start, form.rest):
        assert _parser.parse(part).getwidth()[1] <= LONGEST
        assert not re.search(r"(?<!\\)[*+](?![^\[]*\])|,\}", part), "an open repetition"


@pytest.mark.parametrize("kind", MARKS)
def test_a_text_full_of_marks_ends(kind: str) -> None:
    """Marks upon marks, each nearly a secret, are looked at one by one, and each once."""
    for mark in MARKS[kind]:
        for filler in HARD:
            text = (mark + filler) * 500
            found = [secret for secret in secrets_in(text) if secret.kind == kind]
            assert len(found) <= text.count(mark)
            assert len({secret.start for secret in found}) == len(found)


def test_texts_are_found_wherever_they_stand() -> None:
    """Every text of a draft is looked at, under the name that a person knows it by."""
    draft = Draft(
        "s", "p", "d", tags=Tags(("t1", "t2"), ("w",)), source="from", project="pr", agent="ag",
        session="se", more={"memory.origin.tool": "x"}, created=datetime(2025, 1, 1, tzinfo=UTC),
    )  # fmt: skip
    told = dict(texts_in(draft))
    assert told["summary"] == "s" and told["detail"] == "d" and told["tags.topics"] == "t2"
    assert told["tags.people"] == "w" and told["more.memory.origin.tool"] == "x"
    assert {"person", "source", "project", "agent", "session"} <= told.keys()
    assert ("", "a") in texts_in([["a"]])
    assert not secrets_in_value(draft)


NAMED = [("aws_secret_access" + "_key", run(40)), ("Account" + "Key", run(86) + "==")]


@pytest.mark.parametrize(("name", "text"), NAMED)
def test_a_name_may_make_a_secret_of_its_text(name: str, text: str) -> None:
    """What a file would have as `name = "text"` is one also before it is in the file."""
    with pytest.raises(SecretFound, match=rf"^origin\.{name}: looks like an A\w+ (secret )?key"):
        allowed_kinds({f"memory.origin.{name}": text}, allow=False)
    assert allowed_kinds({"memory.origin.other": text}, allow=False) == []
    assert allowed_kinds({name: text}, allow=False, before=f'{name} = "{text}"') == []
    (left,) = without_secrets({name: text}).values()
    assert left.endswith(", taken out)") and text[:5] not in left


@given(st.sampled_from(EXAMPLES), st.text(max_size=40), st.text(max_size=40))
def test_without_its_secrets_a_text_has_none(
    example: tuple[str, str], before: str, after: str
) -> None:
    """What a log gets of a value names the kind, has no secret, and is not changed again."""
    kind, text = example
    value = {"a": [1, before + text + after, {"b": [text]}], "c": before, "d": None}
    left = without_secrets(value)
    assert [each for _, said in texts_in(left) for each in secrets_in(said)] == []
    assert left["a"][2]["b"][0].count(f"({kind}, taken out)") == 1
    assert without_secrets(left) == left and left["a"][0] == 1 and left["d"] is None
    assert without_secrets(value, MARKS) == value


def test_what_stands_beside_a_secret_stays() -> None:
    """Only what must not be shown is taken out; another kind's allowance does not keep it."""
    url = "postgres://app:" + "hunter2" + "@db.internal/x"
    pem, other = FOUND["a private key"][0], f"glpat{'-' + run(20)}"
    for text, left in (
        (f"it is {KEY}, and {KEY}.", "it is (a GitHub token, taken out), and (a GitHub token, "
                                     "taken out)."),
        (f"see {url}", f"see postgres://({URL}, taken out)@db.internal/x"),
        (pem + " end", f"{BEGIN}PRIVATE KEY-----(a private key, taken out)\n"
                       f"{END}PRIVATE KEY----- end"),
        (f"https://me:{KEY}@github.com/x", f"https://({URL}, taken out)@github.com/x"),
        (f"{KEY} {other}", f"(a GitHub token, taken out) {other}"),
        ("ghp_<token>, a@b://c:d", "ghp_<token>, a@b://c:d"),
    ):  # fmt: skip
        assert without_secrets({"x": text}, ["a GitLab token"]) == {"x": left}


def test_a_private_key_is_taken_out_whole() -> None:
    """Whatever its length and however its lines stand, no five signs of it are left."""
    for wide in (48, 64, 76, 9000):
        for between in ("\n", "\r\n", "\n    ", "\\n", "\n# "):
            body = between.join(run(9000)[at : at + wide] for at in range(0, 9000, wide))
            text = f"{BEGIN}RSA PRIVATE KEY-----{between}{body}{between}{END}RSA PRIVATE KEY-----"
            left = without_secrets(text)
            assert "taken out" in left and not any(part in left for part in random_parts())


def test_what_lines_allow_is_read_with_care() -> None:
    """Kinds of all lines count; what is no list of kinds allows nothing."""
    line = JournalEntry("", datetime(2025, 1, 1, tzinfo=UTC), "edited", "a", "me")
    more: list[dict[str, object]] = [{}, {ALLOWED: ["x", "y"]}, {ALLOWED: "z"}, {ALLOWED: ["x"]}]
    assert allowed_in(line._replace(more=each) for each in more) == {"x", "y"}


def test_what_is_not_allowed_is_refused_by_its_field_and_kind() -> None:
    """The message names field, kind and start; the secret itself is in none of it."""
    draft = Draft("One", detail="two " + KEY, more={"memory.origin.tool": KEY})
    with pytest.raises(SecretFound) as refused:
        allowed_kinds(draft, allow=False)
    assert refused.value.message == (
        "detail: looks like a GitHub token (ghp_Zk3q…); "
        "origin.tool: looks like a GitHub token (ghp_Zk3q…)"
    )
    assert refused.value.code == 6 and "--allow-secret" in refused.value.hint
    assert allowed_kinds(draft, allow=True) == ["a GitHub token"]
    assert allowed_kinds(Draft("One"), allow=False) == []


def test_what_stood_there_before_is_no_reason_to_refuse() -> None:
    """Only a secret that is new counts; another of the same kind is new."""
    other = "ghp_" + run(36, SIGNS)
    assert allowed_kinds({"a": f"still {KEY}"}, allow=False, before=f"x {KEY} y") == []
    with pytest.raises(SecretFound, match="line 2"):
        allowed_kinds(f"{KEY}\n{other}", allow=False, before=KEY)


def test_an_allowance_is_small() -> None:
    """What was allowed is told by kinds alone, and nothing is told of nothing."""
    assert allowance(["a GitHub token"]) == {ALLOWED: ["a GitHub token"]}
    assert allowance([]) == {}


def test_a_reason_with_a_secret_is_refused() -> None:
    """There is no way around it, so it is no SecretFound, which a person may overrule."""
    refuse_secret({"reason": "because it mattered"})
    with pytest.raises(Refused, match="reason: looks like a GitHub token") as refused:
        refuse_secret({"reason": f"rotated {KEY}"})
    assert not isinstance(refused.value, SecretFound) and KEY not in refused.value.message


@pytest.mark.parametrize("kind", MARKS)
def test_what_stands_within_a_secret_is_not_told_again(kind: str) -> None:
    """A text of nothing but marks, which a stranger may write, costs no time by their square."""
    for mark in MARKS[kind]:
        same = [each for each in secrets_in(mark * 500) if each.kind == kind]
        assert all(one.end <= other.start for one, other in pairwise(same))


def test_a_text_full_of_marks_is_searched_in_one_pass() -> None:
    """A file of a megabyte that has nothing but marks is read to its end within a second or two,
    so that nobody can hold up the commits of others with it."""
    assert len(secrets_in_file("PASSWORD= " * 80_000)) == 40_000
