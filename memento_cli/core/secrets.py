"""Keys and passwords in a text: some thirty forms, each behind a mark that is its own.

A form is the mark and what follows it, by alphabet and length; how random a text looks is not
asked. What has the form of a key counts as one, also where it is only an example; but a URL's
password counts only if it is not plainly a placeholder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from memento_cli.core.secret_marks import MARKS, URL


def _start(signs: str) -> str:
    """A place where a token can begin: not after these signs, unless they end an escape."""
    return rf"(?:(?<![{signs}])|(?<=\\[nrt])|(?<=\\u[0-9a-fA-F]{{4}}))"


WORD, WIDE = "A-Za-z0-9", "-A-Za-z0-9_"
END, WIDE_END = f"(?![{WORD}])", f"(?![{WIDE}])"
NAMELESS = (
    r"\$|%\(|"
    r"(?i:pass(?:word|wd)?|pwd?|token|x{1,99}|\.{1,9}|%s|your[\w-]{0,40}|my[-_]?password)@"
)
USER, PASSWORD = r"[^\s/?#@:<>\"'`\\]{0,64}", r"[^\s/?#<>{}*\"'`\\|…]{1,200}"


class Form(NamedTuple):
    """What follows a mark, what stands before it, and where that is documented.

    A group is what is not to be shown at all.
    """

    rest: str
    documented: str
    start: str = _start(WORD)


FORMS = {
    "an AWS access key": Form(
        f"[A-Z0-9]{{16}}{END}",
        "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html",
    ),
    "an AWS secret key": Form(
        rf"\\?[\"']?\s{{0,4}}[=:]\s{{0,4}}\\?[\"']?([{WORD}/+]{{40}})(?![{WORD}/+=])",
        "https://docs.aws.amazon.com/sdkref/latest/guide/feature-static-credentials.html",
        "",
    ),
    "a GitHub token": Form(
        f"[{WORD}_]{{36,251}}{END}",
        "https://github.blog/changelog/"
        "2021-03-31-authentication-token-format-updates-are-generally-available",
    ),
    "a fine-grained GitHub token": Form(
        f"[{WORD}]{{22}}_[{WORD}]{{59}}{END}",
        "https://docs.github.com/authentication",
    ),
    "a GitLab token": Form(f"[{WIDE}]{{20,300}}", "https://docs.gitlab.com/security/tokens/"),
    "a Slack token": Form(
        f"[0-9]{{1,15}}-[{WORD}-]{{10,400}}", "https://docs.slack.dev/authentication/tokens"
    ),
    "a Slack webhook": Form(
        f"(?:services|workflows|triggers)/[{WIDE}/]{{30,120}}",
        "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
    ),
    "a Stripe key": Form(f"[{WORD}]{{16,247}}", "https://docs.stripe.com/keys"),
    "an OpenAI key": Form(
        f"(?:(?:proj|svcacct|admin)-[{WIDE}]{{40,200}}|[{WORD}]{{48}}{END})",
        "https://platform.openai.com/docs/api-reference/authentication",
    ),
    "an OpenRouter key": Form(
        f"[0-9a-f]{{64}}{END}", "https://openrouter.ai/docs/api-reference/authentication"
    ),
    "an Anthropic key": Form(f"[{WIDE}]{{32,200}}", "https://docs.anthropic.com/en/api/overview"),
    "a Google API key": Form(
        f"[{WIDE}]{{35}}{WIDE_END}", "https://cloud.google.com/docs/authentication/api-keys"
    ),
    "a Google access token": Form(
        f"[{WIDE}]{{20,300}}", "https://developers.google.com/identity/protocols/oauth2"
    ),
    "a Google client secret": Form(
        f"[{WIDE}]{{28}}{WIDE_END}", "https://developers.google.com/identity/protocols/oauth2"
    ),
    "an npm token": Form(
        f"[{WORD}]{{36}}{END}",
        "https://github.blog/changelog/2021-09-23-npm-has-a-new-access-token-format/",
    ),
    "a PyPI token": Form(f"[{WIDE}]{{50,300}}", "https://pypi.org/help/#apitoken"),
    "a SendGrid key": Form(
        rf"[{WIDE}]{{22}}\.[{WIDE}]{{43}}{WIDE_END}",
        "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys",
    ),
    "a Twilio key": Form(f"[0-9a-f]{{32}}{END}", "https://www.twilio.com/docs/iam/api-keys"),
    "a DigitalOcean token": Form(
        f"[0-9a-f]{{64}}{END}",
        "https://docs.digitalocean.com/reference/api/create-personal-access-token/",
    ),
    "a Hugging Face token": Form(
        f"[{WORD}]{{34}}{END}", "https://huggingface.co/docs/hub/security-tokens"
    ),
    "a Telegram bot token": Form(
        f"[{WIDE}]{{33}}{WIDE_END}",
        "https://core.telegram.org/bots/api#authorizing-your-bot",
        "(?<=[0-9]{8})",
    ),
    "a Discord webhook": Form(
        f"[0-9]{{17,20}}/[{WIDE}]{{60,100}}",
        "https://discord.com/developers/docs/resources/webhook",
        r"(?:(?<=discord\.com)|(?<=discordapp\.com))",
    ),
    "a JSON Web Token": Form(
        rf"[{WIDE}]{{8,4000}}\.eyJ[{WIDE}]{{8,8000}}\.[{WIDE}]{{16,2000}}",
        "https://www.rfc-editor.org/rfc/rfc7519",
        _start(WIDE),
    ),
    "an Azure key": Form(
        f"[{WORD}+/]{{43}}(?:[{WORD}+/]{{43}}=)?=",
        "https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string",
    ),
    "a Docker Hub token": Form(
        f"[{WIDE}]{{27,32}}{WIDE_END}", "https://docs.docker.com/security/access-tokens/"
    ),
    "a Shopify token": Form(
        f"[0-9a-fA-F]{{32}}{END}",
        "https://shopify.dev/docs/apps/build/authentication-authorization",
    ),
    "a Databricks token": Form(
        f"[0-9a-f]{{32}}{END}", "https://docs.databricks.com/dev-tools/auth/pat"
    ),
    "a Grafana token": Form(
        f"[{WORD}]{{32}}_[0-9a-fA-F]{{8}}{END}",
        "https://grafana.com/docs/grafana/latest/administration/service-accounts/",
    ),
    "a Vault token": Form(
        f"[{WIDE}]{{24,300}}", "https://developer.hashicorp.com/vault/docs/concepts/tokens"
    ),
    "an Atlassian token": Form(
        f"[{WIDE}=]{{50,400}}",
        "https://support.atlassian.com/atlassian-account/docs/"
        "manage-api-tokens-for-your-atlassian-account/",
    ),
    "a private key": Form(
        r"(?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
        rf"((?:(?:\\[nr]|\s){{0,4}}[{WORD}+/=:,.-]){{0,400}})",
        "https://www.rfc-editor.org/rfc/rfc7468",
        "",
    ),
    "an age secret key": Form(
        f"[02-9AC-HJ-NP-Z]{{58}}{END}", "https://github.com/C2SP/C2SP/blob/main/age.md"
    ),
    URL: Form(
        rf"({USER}:(?!{NAMELESS}){PASSWORD})@[A-Za-z0-9\[/][A-Za-z0-9.-]{{0,63}}",
        "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1",
        "",
    ),
}
"""Every kind of secret by its form. Lengths are bounded, so that a scan takes linear time."""
SHOWN_SIGNS, SHOWN_SHARE = 4, 8


class Secret(NamedTuple):
    """A secret in a text: its kind, its place, and as much of it as may be shown."""

    kind: str
    start: int
    end: int
    shown: str


class Told(NamedTuple):
    """A secret, and what leads to the text that it is in: the name of a field, or a line."""

    where: str
    secret: Secret

    @property
    def sentence(self) -> str:
        """What a person is told of it."""
        return f"{self.where}: looks like {self.secret.kind} ({self.secret.shown})"


@cache  # made when its mark is first met: to make all takes longer than Python's start
def _pattern(kind: str, mark: str) -> re.Pattern[str]:
    form = FORMS[kind]
    return re.compile(form.start + re.escape(mark) + form.rest, re.ASCII)


def secrets_in(text: str) -> tuple[Secret, ...]:
    """The secrets in a text, in the order of their places."""
    found = [
        secret
        for kind, marks in MARKS.items()
        for mark in marks
        for secret in _behind(mark, kind, text)
    ]
    return tuple(sorted(found, key=lambda secret: secret.start))


def _behind(mark: str, kind: str, text: str) -> Iterator[Secret]:
    """The secrets of one kind that stand behind a mark."""
    place = text.find(mark)
    while place >= 0:
        match = _pattern(kind, mark).match(text, place)
        if match:
            yield Secret(kind, place, match.end(), _shown(match, mark))
        place = text.find(mark, place + len(mark))


def told_in(texts: Iterable[tuple[str, str]], before: str = "") -> list[Told]:
    """The secrets in texts with their names, but for those that stood in the text `before`.

    A text without a name is told by the line.
    """
    return [
        Told(_named(where) or f"line {text.count(chr(10), 0, secret.start) + 1}", secret)
        for where, text in texts
        for secret in secrets_in(text)
        if not before or text[secret.start : secret.end] not in before
    ]


def _named(where: str) -> str:
    return where.removeprefix("more.").removeprefix("memory.")


def _shown(match: re.Match[str], mark: str) -> str:
    """The mark and at most an eighth of what follows it; of what has a group, all but that."""
    if match.re.groups:
        hidden, whole = match.span(1), match.string
        return f"{whole[match.start() : hidden[0]]}…{whole[hidden[1] : match.end()]}"
    rest = len(match[0]) - len(mark)
    return match[0][: len(mark) + min(SHOWN_SIGNS, rest // SHOWN_SHARE)] + "…"
