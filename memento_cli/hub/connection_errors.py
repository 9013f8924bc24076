"""What a server, or the way to it, refuses, in one sentence with a hint, and without a password.

Once connected, an error has a SQLSTATE. One of connecting has but its words: psycopg hands no more
on. They are looked up here; a server that speaks another language than English is quoted.
"""

from __future__ import annotations

import re

from memento_cli.errors import Busy, Conflict, Failed, NotFound, Refused
from memento_cli.hub.hubs import OWN_FILE, SECRETS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

    import psycopg

    from memento_cli.errors import MementoError
    from memento_cli.hub.hubs import Hub

    Rule = tuple[str, type[MementoError], str, str]

NOBODY = "is the server running, and is this its host and port?"
UPGRADE = "upgrade memento"
NEW = "is that its name? createdb makes one"
SERVICE = "one is a section of ~/.pg_service.conf, with host, dbname and user; a URL does as well"
AGAIN = "try again later"
PRIMARY = "name the server that writes, or all with target_session_attrs=read-write"
TRUST = "sslrootcert=FILE names the certificates that you trust, in the URL or the service"
INIT = "`memento store hub init` makes a hub of a database, or brings one up to date"
MEMBER = "an administrator of the hub can let you in: `memento store hub add`"
REMOVE = "`memento store hub remove` takes it out there; then add the new one"
SAME_AGAIN = "what was not confirmed may be missing there; the same again does no harm"

CONNECTING: tuple[Rule, ...] = (
    ("password authentication failed", Refused, "refuses the password", f"it is in {OWN_FILE}"),
    ("no password supplied", Refused, "wants a password", f"put it into {OWN_FILE}"),
    ("database .* does not exist|no such database", NotFound, "has no such database", NEW),
    ("role .* does not exist|no such user", NotFound, "knows no such user", MEMBER),
    ("no pg_hba.conf entry", Refused, "lets no such user in from here", "see its pg_hba.conf"),
    ("authentication failed", Refused, "does not take you for that user", "see its pg_hba.conf"),
    ("permission denied for database", Refused, "does not let you connect", MEMBER),
    ("not permitted to log in", Refused, "has that role, which cannot log in", MEMBER),
    ("does not match host name", Refused, "has the certificate of another server", TRUST),
    ("certificate verify failed|certificate has expired", Refused, "is not to be trusted", TRUST),
    ("root certificate file|weak sslmode", Refused, "cannot be verified", TRUST),
    ("server does not support SSL", Refused, "has no encryption", "the server needs ssl = on"),
    ("too many|connection slots|max_client_conn", Busy, "has too many connections", AGAIN),
    (
        "starting up|shutting down|not yet accepting|recovery|terminating connection",
        Busy,
        "is starting up or shutting down",
        AGAIN,
    ),
    ("session is read-only", Failed, "only reads: it is a standby", PRIMARY),
    ("definition of service", NotFound, "is no service of pg_service.conf", SERVICE),
    ("resolve host|translate host name", Failed, "has a host that nobody knows", NOBODY),
    ("timeout|timed out", Failed, "does not answer in time", NOBODY),
    ("refused|No such file|unreachable|No route", Failed, "does not answer", NOBODY),
)
CODES: tuple[Rule, ...] = (
    ("ME001", Busy, "has changed meanwhile", "the same again will do"),
    ("ME002", Refused, "has no such tenant for you", MEMBER),
    ("ME003", Refused, "holds no more of this tenant", "an administrator can raise its limit"),
    ("ME004", Refused, "has a newer version of its schema than this memento knows", UPGRADE),
    ("ME006", Conflict, "knows another role by that name", REMOVE),
    ("3F000|42883|42P01", NotFound, "has no schema of memento's, or an older one", INIT),
    ("42501", Refused, "does not let you do this", MEMBER),
    ("25006", Failed, "only reads: it is a standby", PRIMARY),
    ("57014", Busy, "took too long, and gave up", AGAIN),
    ("55P03|40...", Busy, "has others that change the same", "the same again will do"),
    ("53300", Busy, "has too many connections", AGAIN),
    ("53100", Failed, "has no room left on its disk", "nothing of it was written"),
    ("53...", Failed, "has too little memory", AGAIN),
    ("57P0.|08...", Failed, "was lost while it worked", SAME_AGAIN),
)
QUOTED = ("ME", "0A", "42501")
"""Of these the server's words say more: a limit, a version, a table."""


def told(problem: psycopg.Error, hub: Hub, parameters: Mapping[str, str]) -> MementoError:
    """A psycopg error as memento's. `parameters` are those of the connection: their secrets are
    struck out of what the server says."""
    code, text = problem.sqlstate or "", _first_line(problem, parameters)
    for pattern, kind, what, hint in CODES:
        if code and re.fullmatch(pattern, code):
            says = f" ({text})" if code.startswith(QUOTED) else ""
            return kind(f"{hub.name} {what}{says}", hint)
    if not code and _is_lost(problem):
        return Failed(f"{hub.name} was lost while it worked", SAME_AGAIN)
    for pattern, kind, what, hint in CONNECTING:
        if not code and re.search(pattern, text):
            return kind(f"{hub.name} {what} ({text})", hint)
    ending = f" (SQLSTATE {code})" if code else ""
    return Failed(f"{hub.name} refuses: {text}{ending}")


def _is_lost(problem: psycopg.Error) -> bool:
    """Whether a connection broke that had been made."""
    words = ("server closed the connection", "consuming input failed", "connection is closed")
    text = str(problem)
    return any(word in text for word in (*words, "sending query", "connection is lost"))


def _first_line(problem: psycopg.Error, parameters: Mapping[str, str]) -> str:
    """What went wrong, without the words around it that only say that something did."""
    text = str(problem).strip().partition("\n")[0]
    for secret in filter(None, map(parameters.get, SECRETS)):
        text = text.replace(secret, "***")
    text = re.sub(r"^(connection failed|connection is bad): ", "", text)
    return re.sub(r"^connection to server (at|on socket) (.*?) failed: (FATAL: +)?", "", text)
