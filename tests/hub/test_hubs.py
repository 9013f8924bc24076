"""What a hub is called, and how it must be reached: tables, without a server."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from psycopg import OperationalError

from memento_cli.errors import BadValue, Failed, MementoError, Refused, Usage
from memento_cli.hub.connection import connected
from memento_cli.hub.connection_errors import told
from memento_cli.hub.encryption import encryption, is_local, resolved
from memento_cli.hub.hubs import Hub, check_tenant, hub_of

SECRET = "Sesam-Oeffne"
SERVICES = f"""
[team]
host=db.example.org
user=ana
password={SECRET}

[here]
host=localhost

[weak]
host=db.example.org
sslmode=require

[own]
host=db.example.org
sslmode=verify-ca
sslrootcert=/etc/team.crt

[broken]
nonsense=1
"""


@pytest.fixture(autouse=True)
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's service file, and no word of PG* variables."""
    for name in ("PGSERVICE", "PGHOST", "PGHOSTADDR", "PGSSLMODE", "PGSSLROOTCERT", "PGPASSWORD"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "services").write_text(SERVICES)
    monkeypatch.setenv("PGSERVICEFILE", str(tmp_path / "services"))


@pytest.mark.parametrize(
    ("text", "conninfo"),
    [
        ("team", "service=team"),
        ("équipe-1.b", "service=équipe-1.b"),
        ("postgresql://ana@db.example.org/m", "postgresql://ana@db.example.org/m"),
        ("postgres:///m?host=/run/pg&port=7", "postgres:///m?host=/run/pg&port=7"),
        ("postgresql://h1,h2:6/m?service=team", "postgresql://h1,h2:6/m?service=team"),
    ],
)
def test_a_hub_is_a_url_or_a_service(text: str, conninfo: str) -> None:
    """It keeps the name that was typed, and says to libpq what libpq understands."""
    assert hub_of(text) == Hub(text, conninfo)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"postgresql://ana:{SECRET}@h/m", Refused),
        (f"postgresql://h/m?password={SECRET}", Refused),
        (f"postgresql://h/m?sslpassword={SECRET}", Refused),
        (f"postgresql://h/m?user=ana&%70assword={SECRET}", Refused),
        (f"postgresql://ana:{SECRET}%zz@h/m", Usage),
        (f"postgresql://ana:{SECRET}@h:x/m?nope=1", Usage),
        (f"postgresql+asyncpg://ana:{SECRET}@h/m", Usage),
        (f"POSTGRESQL://ana:{SECRET}@h/m", Usage),
        (f"mysql://ana:{SECRET}@h/m", Usage),
        (f"host=h password={SECRET}", Usage),
        (f"password={SECRET}", Usage),
        (f"postgresql://h/m\n{SECRET}", Usage),
        (f"team\x1b[2J{SECRET}", Usage),
        (f"team\u202e{SECRET}", Usage),
        ("", Usage),
        ("two words", Usage),
        ("-x", Usage),
        ("../team", Usage),
        ("team]", Usage),
        ("a" * 64, Usage),
    ],
)
def test_what_names_no_hub_is_refused_without_its_words(
    text: str, kind: type[MementoError]
) -> None:
    """A password may be among them, also where the rest cannot be read."""
    with pytest.raises(MementoError) as caught:
        hub_of(text)
    assert type(caught.value) is kind
    assert SECRET not in caught.value.message + caught.value.hint
    assert caught.value.hint
    assert caught.value.__cause__ is None


def test_a_parameter_that_libpq_lacks_is_named() -> None:
    """A typing error in a URL is found by its word."""
    with pytest.raises(Usage) as caught:
        hub_of("postgresql://h/m?sslmod=verify-full")
    assert caught.value.hint == "libpq has no parameter sslmod"


@pytest.mark.parametrize("name", ["a", "team-1", "0_x", "a" * 63])
def test_a_tenant_has_a_plain_name(name: str) -> None:
    """It is part of keys, and of names of folders."""
    assert check_tenant(name) == name


@pytest.mark.parametrize("name", ["", "A", "-a", "_a", "a b", "a/b", "..", "é", "a" * 64, "a\n"])
def test_what_is_no_name_of_a_tenant(name: str) -> None:
    """No other sign is in one, and it has an end."""
    with pytest.raises(BadValue):
        check_tenant(name)


@pytest.mark.parametrize(
    ("host", "address", "is_here"),
    [
        ("", "", True),
        ("/run/postgresql", "", True),
        ("@abstract", "", True),
        ("localhost", "", True),
        ("LocalHost", "", True),
        ("127.0.0.1", "", True),
        ("127.200.3.4", "", True),
        ("::1", "", True),
        ("localhost,/run/pg,127.0.0.1", "", True),
        ("", "127.0.0.1", True),
        ("db.example.org", "127.0.0.1", True),
        ("db.example.org", "", False),
        ("localhost.example.org", "", False),
        ("localhost", "10.0.0.1", False),
        ("10.0.0.1", "", False),
        ("0.0.0.0", "", False),
        ("127.0.0.1.example.org", "", False),
        ("2130706433", "", False),
        ("fe80::1", "", False),
        ("localhost,db.example.org", "", False),
        ("localhost,db.example.org", "127.0.0.1", False),
        ("a,b", "127.0.0.1,127.0.0.2", True),
        ("a,b", "127.0.0.1,", False),
        ("", "127.0.0.1,10.0.0.1", False),
    ],
)
def test_what_is_on_this_machine(host: str, address: str, is_here: bool) -> None:
    """A socket, or a loopback address; of several servers each one. An address counts before a
    name, as it is what libpq connects to."""
    assert is_local({"host": host, "hostaddr": address}) == is_here


@pytest.mark.parametrize(
    ("name", "variables", "mode", "root"),
    [
        ("here", {}, None, None),
        ("here", {"PGSSLMODE": "disable"}, None, None),
        ("postgresql:///m", {}, None, None),
        ("postgresql:///m", {"PGHOST": "db.example.org"}, "verify-full", "SYSTEM"),
        ("postgresql:///m", {"PGSERVICE": "team"}, "verify-full", "SYSTEM"),
        ("postgresql://localhost/m?hostaddr=10.0.0.1", {}, "verify-full", "SYSTEM"),
        ("team", {}, "verify-full", "SYSTEM"),
        ("team", {"PGSSLMODE": "prefer"}, "verify-full", "SYSTEM"),
        ("team", {"PGSSLROOTCERT": "/x.crt"}, "verify-full", "/x.crt"),
        ("own", {}, "verify-ca", "/etc/team.crt"),
        ("postgresql://h/m?sslrootcert=system", {}, "verify-full", "SYSTEM"),
        ("postgresql://h/m?sslmode=verify-full", {}, "verify-full", "SYSTEM"),
        ("postgresql:///m?service=weak&sslmode=verify-full", {}, "verify-full", "SYSTEM"),
    ],
)
def test_another_machine_must_prove_who_it_is(
    name: str,
    variables: dict[str, str],
    mode: str | None,
    root: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By certificates that somebody named, else those of the system: wherever the host comes from,
    a URL, a service or a variable."""
    monkeypatch.setattr("memento_cli.hub.encryption.OWN_ROOT", "/nowhere")
    for key, value in variables.items():
        monkeypatch.setenv(key, value)
    said = encryption(resolved(hub_of(name)))
    assert said.get("sslmode") == mode
    if root == "SYSTEM":
        assert said["sslrootcert"] == "system" or Path(said["sslrootcert"]).is_file()
    else:
        assert said.get("sslrootcert") == root


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("postgresql://h/m?sslmode=require", {}),
        ("postgresql://h/m?sslmode=disable", {}),
        ("postgresql://localhost,h/m?sslmode=allow", {}),
        ("postgresql://h/m?sslmode=nonsense", {}),
        ("weak", {}),
        ("team", {"PGSSLMODE": "disable"}),
        ("postgresql://localhost/m", {"PGHOSTADDR": "10.0.0.1", "PGSSLMODE": "disable"}),
    ],
)
def test_a_weaker_mode_is_refused(
    name: str, variables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Said in a URL, a service or a variable: nothing is sent to who may be anybody."""
    for key, value in variables.items():
        monkeypatch.setenv(key, value)
    parameters = resolved(hub_of(name))
    with pytest.raises(Refused) as caught:
        encryption(parameters)
    assert "verify-full" in caught.value.hint


def test_who_has_certificates_of_their_own_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """~/.postgresql/root.crt is what libpq itself takes; sslrootcert=system goes before it."""
    (tmp_path / ".postgresql").mkdir()
    own = tmp_path / ".postgresql" / "root.crt"
    own.touch()
    monkeypatch.setenv("HOME", str(tmp_path))
    assert encryption(resolved(hub_of("team")))["sslrootcert"] == str(own)
    url = "postgresql://h/m?sslrootcert=system"
    assert encryption(resolved(hub_of(url)))["sslrootcert"] != str(own)


@pytest.mark.parametrize("name", ["team", "postgresql://h/m"])
def test_without_the_extra_it_is_told_what_to_install(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence, whatever a hub is called."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Failed) as caught, connected(name):
        pass
    assert "memento-keep[hub]" in caught.value.hint


def test_a_password_that_a_server_repeats_is_struck_out() -> None:
    """No server does so; one may."""
    problem = OperationalError(f"connection failed: FATAL: {SECRET} is no password\nDETAIL: x")
    said = told(problem, Hub("team", "service=team"), {"password": SECRET})
    assert said.message == "team refuses: FATAL: *** is no password"
