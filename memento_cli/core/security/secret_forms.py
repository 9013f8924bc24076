"""The forms of keys and passwords: what follows each mark, by alphabet and length, with sources."""

from __future__ import annotations

from memento_cli.core.security.secret_marks import ASSIGNED, HEADER, URL
from memento_cli.named_tuple import NamedTuple


def _start(signs: str) -> str:
    """A place where a token can begin: not after these characters, unless they end an escape."""
    return rf"(?:(?<![{signs}])|(?<=\\[nrt])|(?<=\\u[0-9a-fA-F]{{4}})|(?<=%[0-9a-fA-F]{{2}}))"


WORD, WIDE = "A-Za-z0-9", "-A-Za-z0-9_"
END, WIDE_END = f"(?![{WORD}])", f"(?![{WIDE}])"
SET = r"\\?[\"']?\s{0,4}(?:=>|[=:])\s{0,4}\\?[\"']?"
"""What separates a key's name from the key, in the files of many languages."""
GAP, LINE = r"(?:\\{1,4}[nrt]|\\x0[aAdD]|[\s\"'>|#*+,])", rf"[{WORD}+/=]"
"""What separates the lines of a private key, also if they are one text; and such a line."""
HEAD_LINE = rf"[A-Za-z-]{{1,20}}: [^\r\n\\]{{1,90}}(?:\\{{1,4}}[nr]|[\r\n]){GAP}{{0,9}}"
USER = r"(?!\[)[^\s/?#@:<>\"'`\\]{0,64}(?:@[\w.-]{1,64})?"
"""A user in a URL, who may be named by a mail address."""
AFTER_QUOTE = r"'(?![\s,;:.+)\]}'\"])"
PLAIN = rf"(?:[^\s/?#<>\"'`\\|…]|{AFTER_QUOTE})"
NO_AT, LOOSE = PLAIN.replace("[^", "[^@"), rf"(?:[^@\s?<>\"'`\\|…]|{AFTER_QUOTE})"
PASSWORD = rf"(?:{PLAIN}{{1,200}}|{NO_AT}{{0,99}}[/#]{LOOSE}{{0,99}}(?:@{PLAIN}{{0,99}})?)"
"""A valid password in a URL, or one with characters that should end the URL's authority."""
HOST = r"(?:[A-Za-z0-9\[/]|(?u:\w)|\\u[0-9a-fA-F]{4})(?u:[\w.-]){0,63}"
NAMELESS = (
    r"(?i:[\[(*_]{0,3}(?:.|pass(?:word|wd)?(?:[-_]here)?|pwd?|token|secret|redacted|example|change[-_]?me"
    r"|your[\w-]{0,40}|my[-_]?password)[\])*_]{0,3}|[x*.•]{1,200})"
    r"|[#$]?\{.{0,200}\}|\$\(.{0,200}\)|\$(?:[A-Za-z_]{1,99}|[A-Z_][A-Z0-9_]{0,99}|[0-9])"
    r"|%(?:\(.{0,99}\))?[sd]|%\w{1,99}%"
)
"""Placeholders of a password in a URL: words for one, variables, only stars."""
WORDY = r"(?i)your[-_]|[-_]here(?![a-z0-9])"
"""Words in examples of tokens."""
DISCORD, VERSIONS = (r"discord\.com", r"discordapp\.com"), ("", "/v[0-9]", "/v[0-9]{2}")
PORT, NO_PASSWORD = (
    r"[0-9]{1,5}|[A-Za-z_]{0,40}(?i:port)",
    rf"{NAMELESS}|[0-9]{{1,5}}[)\],;'].{{0,400}}",
)


class Form(NamedTuple):
    """The pattern after a mark, its documentation, and the pattern before it.

    A group in the pattern is never shown.
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
        f"{SET}([{WORD}/+]{{40}})(?![{WORD}/+=])",
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
        rf"(?:{'|'.join(f'(?<={site}/api{v})' for site in DISCORD for v in VERSIONS)})",
    ),
    "a JSON Web Token": Form(
        rf"[{WIDE}]{{8,4000}}\.eyJ[{WIDE}]{{8,8000}}\.[{WIDE}]{{16,2000}}",
        "https://www.rfc-editor.org/rfc/rfc7519",
        _start(WIDE),
    ),
    "an Azure key": Form(
        f"{SET}([{WORD}+/]{{43}}(?:[{WORD}+/]{{43}}=)?=)",
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
        f"({GAP}{{0,12}}(?:{HEAD_LINE}){{0,5}}{LINE}{{40,100}}"
        f"(?:{GAP}{{0,9}}(?:{LINE}{{20,100}}|{LINE}{{1,19}}(?={GAP}{{0,9}}-----))){{0,200}})",
        "https://www.rfc-editor.org/rfc/rfc7468",
        "",
    ),
    "an age secret key": Form(
        f"[02-9AC-HJ-NP-Z]{{58}}{END}", "https://github.com/C2SP/C2SP/blob/main/age.md"
    ),
    HEADER: Form(
        r"\\?[\"']?\s{0,2}[:=]\s{0,2}\\?[\"']?(?i:basic|bearer|token|apikey|negotiate)\s{1,2}"
        rf"([{WORD}._~+/=-]{{8,4000}})",
        "https://www.rfc-editor.org/rfc/rfc9110#section-11.6.2",
        "(?<=[aA])",
    ),
    ASSIGNED: Form(
        r"(?:\s{0,2}=\s{0,2}\\?[\"']?|\\?\"\s{0,2}:\s{0,2}\\?\")"
        r"([^\s\"'`;,&<>(){}\[\]|$\\…]{6,200})(?=[\s\"'`;,&)}\]|\\]|$)",
        "https://12factor.net/config",
        "(?:(?<=[A-Za-z0-9])(?=_)(?<!PUBLIC)(?<!PRIMARY)(?<!FOREIGN)"
        rf"|(?!_){_start(f'{WORD}_')}|(?<=[A-Z])(?=PASSWORD))",
    ),
    URL: Form(
        f"({USER}:{PASSWORD})@{HOST}",
        "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1",
        "",
    ),
}
"""The form of every kind of secret. Lengths are bounded, so that a scan takes linear time."""
