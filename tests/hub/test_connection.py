"""What a server refuses, or the way to it, as a person is told: a sentence, a hint, a code."""

from __future__ import annotations

import os
import pwd
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from memento_cli.errors import Busy, Failed, MementoError, NotFound, Refused
from memento_cli.hub.connection import connected
from tests.conftest import ROOT
from tests.hub.servers import ROOTLESS, Server, bouncer, server_of
from tests.vectors.test_remote_server import certificate

PASSWORD, WRONG = "Sesam-Oeffne", "Sesam-Zu"
HBA = "local all postgres trust\nlocal all all scram-sha-256\nhostssl all ana 127.0.0.1/32 trust\n"


def refused(url: str, *texts: str) -> MementoError:
    """The error of connecting, or of one of the statements."""
    with pytest.raises(MementoError) as caught, connected(url) as connection:
        for text in texts:
            connection.execute(text.encode())
    assert "\n" not in caught.value.message + caught.value.hint
    assert not {PASSWORD, WRONG} & set(caught.value.message.split())
    return caught.value


def test_nothing_stands_beside_an_error(server: Server) -> None:
    """What the driver logs of an error within a pipeline is not written on stderr, too."""
    script = """
        import sys
        from memento_cli.hub.connection import connected
        with connected(sys.argv[1]) as connection, connection.pipeline():
            connection.execute("select 1/0")
            connection.execute("select 1")
            sys.exit("the error")
    """
    done = subprocess.run(
        [sys.executable, "-c", dedent(script), server.url("postgres")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1  # whichever error comes first
    assert "ignored terminating" not in done.stderr


def free_port() -> str:
    """A port where nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return str(found.getsockname()[1])


@pytest.fixture(scope="module")
def strict(
    server: Server, shared: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server that wants passwords on its socket, and a certificate of its own on its port."""
    pem = certificate(tmp_path_factory.mktemp("tls"), "127.0.0.1").read_text()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)
        Path(folder, "hba").write_text(HBA)
        tls = Path(folder, "tls.pem")
        tls.write_text(pem)
        tls.chmod(0o600)
        if ROOTLESS:
            os.chown(tls, pwd.getpwnam(ROOTLESS).pw_uid, -1)
        found = server_of(
            server.programs,
            str(shared / "v18/data"),
            os.path.join(folder, "pg"),
            listen_addresses="127.0.0.1",
            port=free_port(),
            hba_file=os.path.join(folder, "hba"),
            ssl="on",
            ssl_cert_file=str(tls),
            ssl_key_file=str(tls),
        )
        found.execute(f"create role ana login password '{PASSWORD}' connection limit 1")
        found.execute("create role group_ nologin")
        yield found
        found.kill()


def test_a_password_is_wanted(strict: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """None, a wrong one, the right one: of a variable or of ~/.pgpass, never shown."""
    url = strict.url("postgres", "ana")
    none = refused(url)
    assert type(none) is Refused and "wants a password" in none.message and ".pgpass" in none.hint
    monkeypatch.setenv("PGPASSWORD", WRONG)
    wrong = refused(url)
    assert type(wrong) is Refused and "refuses the password" in wrong.message
    assert ".pgpass" in wrong.hint
    monkeypatch.delenv("PGPASSWORD")
    passwords = Path(os.environ["HOME"], ".pgpass")
    passwords.write_text(f"*:*:*:ana:{PASSWORD}\n")
    passwords.chmod(0o600)
    try:
        with connected(url) as connection:
            assert connection.execute("select current_user").fetchone() == ("ana",)
    finally:
        passwords.unlink()


def test_a_certificate_must_be_trusted(strict: Server, tmp_path: Path) -> None:
    """One that nobody vouches for, or of another name, ends it; that of the server serves."""
    port = strict.settings["port"]
    url = f"postgresql://ana@127.0.0.1:{port}/postgres?sslmode=verify-full&sslrootcert="
    stranger = certificate(tmp_path, "example.org")
    untrusted = refused(f"{url}{stranger}")
    assert type(untrusted) is Refused and "is not to be trusted" in untrusted.message
    assert "sslrootcert" in untrusted.hint
    own = strict.settings["ssl_cert_file"]
    with connected(f"{url}{own}") as connection:
        assert connection.execute(
            "select ssl from pg_stat_ssl where pid = pg_backend_pid()"
        ).fetchone() == (True,)
    name = refused(f"{url}{own}".replace("@127.0.0.1", "@localhost"))
    assert type(name) is Refused and "certificate of another server" in name.message
    missing = refused(f"{url}{tmp_path}/none.pem")
    assert type(missing) is Refused and "cannot be verified" in missing.message


def test_a_server_that_keeps_silent() -> None:
    """It takes the connection and says nothing: nobody waits for it for ever."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        late = refused(f"postgresql://127.0.0.1:{silent.getsockname()[1]}/m?connect_timeout=1")
    assert type(late) is Failed and "does not answer in time" in late.message


def test_a_server_without_encryption() -> None:
    """Where it is asked for, nothing is sent to a server that has none."""
    with socket.socket() as plain:
        plain.bind(("127.0.0.1", 0))
        plain.listen()
        heard = []

        def answer() -> None:
            link = plain.accept()[0]
            heard.append(link.recv(1000))
            link.send(b"N")
            heard.append(link.recv(1000))
            link.close()

        answering = threading.Thread(target=answer)
        answering.start()
        url = f"postgresql://127.0.0.1:{plain.getsockname()[1]}/m?sslmode=verify-full"
        problem = refused(f"{url}&sslrootcert=system")
        answering.join()
    assert type(problem) is Refused and "has no encryption" in problem.message
    assert heard == [bytes.fromhex("00000008 04d2162f"), b""]


@pytest.mark.parametrize(
    "words",
    [
        "terminating connection due to unexpected postmaster exit",
        "terminating connection due to administrator command",
        "the database system is shutting down",
        "the database system is in recovery mode",
    ],
)
def test_a_server_that_ends_while_one_connects(words: str) -> None:
    """Whatever it says of its end, it is worth another try."""
    with socket.socket() as ending:
        ending.bind(("127.0.0.1", 0))
        ending.listen()

        def answer() -> None:
            link = ending.accept()[0]
            link.recv(1000)
            said = f"SFATAL\0VFATAL\0C57P01\0M{words}\0\0".encode()
            link.send(b"E" + (len(said) + 4).to_bytes(4, "big") + said)
            link.close()

        answering = threading.Thread(target=answer)
        answering.start()
        problem = refused(f"postgresql://127.0.0.1:{ending.getsockname()[1]}/m?sslmode=disable")
        answering.join()
    assert type(problem) is Busy and "is starting up or shutting down" in problem.message


@pytest.mark.parametrize(
    ("url", "kind", "says"),
    [
        ("postgresql://127.0.0.1:1/m", Failed, "does not answer"),
        ("postgresql:///m?host=/nowhere", Failed, "does not answer"),
        ("postgresql://nowhere.invalid/m", Failed, "has a host that nobody knows"),
        ("nobodys-service", NotFound, "is no service"),
        ("postgresql://127.0.0.1:1,127.0.0.2:1/m", Failed, "does not answer"),
    ],
)
def test_nobody_is_there(url: str, kind: type[MementoError], says: str) -> None:
    """The hub is named, and what to look at."""
    problem = refused(url)
    assert type(problem) is kind and f"{url} {says}" in problem.message and problem.hint


def test_there_is_nothing_of_that_name(each_server: Server) -> None:
    """A database, a role, a role that may not log in, and a database that is no hub."""
    assert "no such database" in refused(each_server.url("nix")).message
    assert "no such user" in refused(each_server.url("postgres", "nix")).message
    empty = refused(each_server.url(each_server.database("template1")), "select memento.hello(1)")
    assert type(empty) is NotFound and "store hub init" in empty.hint
    name = each_server.role()
    each_server.execute(f"alter role {name} nologin")
    assert type(refused(each_server.url("postgres", name))) is Refused


def raised(code: str, words: str = "x") -> str:
    """A statement that the server refuses with this SQLSTATE."""
    return f"do 'begin raise $${words}$$ using errcode = $${code}$$ ; end'"


@pytest.mark.parametrize(
    ("statement", "kind", "says"),
    [
        ("set statement_timeout = 1; select pg_sleep(9)", Busy, "took too long"),
        ("select pg_terminate_backend(pg_backend_pid())", Failed, "was lost while it worked"),
        ("set default_transaction_read_only = on; create table t ()", Failed, "it is a standby"),
        ("select * from memento.line", NotFound, "has no schema of memento"),
        ("set role pg_monitor; create schema s", Refused, "does not let you"),
        (raised("ME003", "A limit"), Refused, "A limit"),
        (raised("ME002"), Refused, "no such tenant"),
        (raised("ME001"), Busy, "changed meanwhile"),
        (raised("53100"), Failed, "no room left"),
        (raised("40P01"), Busy, "change the same"),
        ("select 1/0", Failed, "division by zero (SQLSTATE 22012)"),
    ],
)
def test_a_statement_that_fails(
    server: Server, statement: str, kind: type[MementoError], says: str
) -> None:
    """Each kind has its sentence and its code; what nobody has thought of has its SQLSTATE."""
    problem = refused(
        server.url("postgres"), *statement.split("; ", 1 if "set" in statement else 0)
    )
    assert type(problem) is kind and says in problem.message


def test_a_server_that_is_killed(server: Server, shared: Path, short: str) -> None:
    """A hub that is gone in the middle is told as that, not as a lost socket."""
    mine = server_of(server.programs, str(shared / "v18/data"), os.path.join(short, "pg"))
    with pytest.raises(Failed) as caught, connected(mine.url("postgres")) as connection:
        mine.kill()
        connection.execute("select 1")
    assert "was lost while it worked" in caught.value.message
    assert type(refused(mine.url("postgres"))) is Failed


def test_too_many_connections(server: Server) -> None:
    """It is busy, which is said to whoever tries again."""
    name = server.role()
    server.execute(f"alter role {name} connection limit 1")
    url = server.url("postgres", name)
    with connected(url):
        assert type(refused(url)) is Busy


def test_a_standby_only_reads(server: Server, shared: Path, short: str) -> None:
    """Who names several servers and wants one that writes gets it, or is told that there is
    none."""
    mine = server_of(server.programs, str(shared / "v18/data"), os.path.join(short, "a"))
    mine.execute("alter system set default_transaction_read_only = on", "select pg_reload_conf()")
    problem = refused(f"{mine.url('postgres')}&target_session_attrs=read-write")
    mine.kill()
    assert type(problem) is Failed and "it is a standby" in problem.message


def test_what_pgbouncer_refuses(server: Server, short: str) -> None:
    """It says it in words of its own."""
    with bouncer(server, os.path.join(short, "b"), ["postgres"]) as place:
        unknown = refused(f"postgresql://nobody@:5432/postgres?host={place}")
        assert type(unknown) in (NotFound, Refused)
        nothing = refused(f"postgresql://postgres@:5432/nix?host={place}", "select 1")
        assert type(nothing) is NotFound
