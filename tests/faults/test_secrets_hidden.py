"""A secret in disguise is refused wherever words come in, and shown whole nowhere: row U11."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client, MCPError

from memento_cli import Store
from memento_cli.core.security.secret_checks import secrets_in_value
from memento_cli.core.security.secrets import secrets_in, secrets_in_file
from memento_cli.tools.toolsets import FULL
from tests.conftest import Ran
from tests.mcp.clients import error_of, talk, text_of

Run = Callable[..., Ran]
KEY = "ghp_" + "Zk3qT9vW1xLr8BnYc5Mj7HdGf2PsQa4Eu6Ri"
BODY = base64.b64encode(bytes(n * 7 % 256 for n in range(1100))).decode()
LINES = "\n".join(BODY[at : at + 64] for at in range(0, len(BODY), 64))
PEM = f"-----BEGIN {'PRIVATE'} KEY-----\n{LINES}\n-----END {'PRIVATE'} KEY-----\n"
WIDE = "".join(chr(ord(sign) + 0xFEE0) for sign in KEY)
THIN = "\u200b".join(KEY)
HIDING = "\u200b\u2060\ufeff\u00ad\n\0\x08\x0b\x1b\x1f\x7f"
DISGUISED = {
    "plain": KEY,
    "zero-width": THIN,
    "soft hyphens": KEY[:9] + "\u00ad" + KEY[9:],
    "a control sign": KEY[:9] + "\x01" + KEY[9:],
    "full-width": WIDE,
    "bold": "".join(_bold for _bold in (
        chr(0x1D400 + ord(s) - 65) if s.isupper() else chr(0x1D41A + ord(s) - 97)
        if s.islower() else s for s in KEY)),
    "over lines": KEY[:20] + "\n  " + KEY[20:],
    "in base64": base64.b64encode(f"the token is {KEY}".encode()).decode(),
    "in base64 of a URL": base64.urlsafe_b64encode(f"token={KEY}??>>".encode()).decode(),
    "base64 over lines": base64.encodebytes(PEM.encode()).decode(),
    "a private key": PEM,
    "a private key with CRLF": PEM.replace("\n", "\r\n"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _named(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMENTO_STORE", store.root)


def words(store: Store) -> str:
    """All that is in the files of a store, and in its logs."""
    paths = (path for path in Path(store.root).rglob("*.*l*") if path.is_file())
    return "\n".join(path.read_text(errors="replace") for path in paths)


@pytest.mark.parametrize("name", DISGUISED)
def test_fault_u11_a_disguised_secret_is_refused_at_every_door(
    name: str, store: Store, run: Run, tmp_path: Path
) -> None:
    """On stdin, in a summary, a detail, a fact, a block, an event, an import: nothing is kept."""
    said = DISGUISED[name]
    flat = " ".join(said.split("\n")) if name == "a private key" else said
    before = words(store)
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps({"summary": "Row", "detail": said}))
    for args, given_in in (
        (["record", "-"], said),
        (["record", "Something", "--detail", said], ""),
        (["kv", "set", "--", "door", said], ""),
        (["block", "set", "--", "user_model", said], ""),
        (["event", "add", "--user", said], ""),
        (["fact", "set", "--", "door", flat], ""),
    ):
        told = run(*args, input=given_in)
        assert told.code == 6 and "looks like" in told.stderr, (args[:2], told.stderr)
        assert said not in told.stderr + told.stdout and KEY not in told.stderr
    assert run("import", str(path), "--strict").code == 7
    assert words(store) == before and "No keys" in run("store", "secrets").stderr


@pytest.mark.parametrize("verb", ["import", "event add --jsonl", "event extract --skip-bad"])
@pytest.mark.parametrize("key", ["kind", "at", "created", "source", "do"])
def test_fault_u11_what_is_left_out_shows_no_secret(run: Run, verb: str, key: str) -> None:
    """The reason why a row is skipped tells its place, and not the key that stood there."""
    row = {"do": "state", "summary": "x", "text": "x", "evidence": ["x"], key: KEY}
    told = run(*verb.split(), "-", input=json.dumps(row))
    assert KEY not in told.stderr + told.stdout, told
    assert KEY not in run(*verb.split(), "-", "--json", input=json.dumps(row)).stdout


@pytest.mark.parametrize("option", ["--client", "--session", "--project", "--with", "--speaker"])
def test_fault_u11_a_name_beside_an_event_is_no_secret(store: Store, run: Run, option: str) -> None:
    """Not only the words of an event are looked at."""
    told = run("event", "add", "Hello", option, KEY)
    assert told.code == 6 and KEY not in told.stderr
    assert KEY not in words(store)


def test_fault_u11_a_secret_parted_between_fields_is_refused(store: Store, run: Run) -> None:
    """The halves in a summary and a detail, in topics, in two words of a turn: together a key."""
    one, two = KEY[:22], KEY[22:]
    head, _, rest = PEM.partition("\n")
    before = words(store)
    for args in (
        ["record", one, "--detail", two],
        ["record", "A line", "--topic", one, "--topic", two],
        ["record", f"It begins {one}", "--person", "alexander", "--detail", two],
        ["record", two, "--detail", one],
        ["record", "--detail", rest, "--", head],
        ["event", "add", "--user", one, "--assistant", two],
    ):
        told = run(*args)
        assert told.code == 6 and "looks like a" in told.stderr, args
        assert one not in told.stderr and two not in told.stderr
    assert words(store) == before
    assert run("record", "--detail", rest, "--allow-secret", "--", head).code == 0
    listed = run("store", "secrets")
    assert listed.code == 4 and "a private key" in listed.stdout


def test_fault_u11_agents_keep_no_secret_and_no_client_is_called_by_one(store: Store) -> None:
    """Content that is split, arguments, names of tools and clients: an error without the key."""

    async def work(client: Client) -> None:
        for said in (
            {"content": PEM}, {"content": f"Note. {THIN}"}, {"content": DISGUISED["over lines"]},
            {"content": "x", "tags": [KEY[:20], KEY[20:]]},
        ):  # fmt: skip
            told = await client.call_tool("remember", said)
            assert error_of(told) == "SecretFound" and KEY not in text_of(told)
        for name, said in (
            ("pin", {"memory_id": KEY}), ("recall", {KEY: 1}), ("block", {"act": KEY}),
            ("recall", {"query": "x", "limit": KEY}),
        ):  # fmt: skip
            told = await client.call_tool(name, said)
            assert told.is_error and KEY not in text_of(told) + json.dumps(told.structured_content)
        with pytest.raises(MCPError) as problem:
            await client.call_tool(KEY, {})
        assert KEY not in str(problem.value)
        assert not (await client.call_tool("remember", {"content": "Tea at noon"})).is_error

    talk(store, work, "--toolset", FULL, name=KEY)
    said = words(store).lower()
    assert "tea at noon" in said and KEY[4:].lower() not in said.replace("-", "")


@pytest.mark.parametrize("args", [
    ["show", KEY], ["record", "x", "--kind", KEY], ["recall", "x", "--format", KEY], [KEY],
    ["record", "x", f"--{KEY}"], ["import", f"/nowhere/{KEY}"], ["record", "x", "--at", KEY],
    ["kv", "set", "door", PEM], ["config", "diff", KEY], ["block", KEY],
    ["record", "x", "--link", f"{KEY}:y"],
], ids=lambda args: " ".join(args).replace(KEY, "KEY")[:30])  # fmt: skip
def test_fault_u11_no_error_carries_a_secret(args: list[str], store: Store, run: Run) -> None:
    """Whatever is wrong with a word that is a key, the message does not say the key."""
    told = run(*args)
    assert told.code in (2, 3, 6) and KEY not in told.stderr + told.stdout
    assert BODY[:40] not in told.stderr


def test_fault_u11_the_hook_of_git_sees_through_disguises(store: Store, run: Run) -> None:
    """What was typed into a file by hand is held up: in two keys, in thin signs, in base64."""
    subprocess.run(["git", "init", "-q", store.root], check=True)
    head, _, rest = PEM.partition("\n")
    folder = Path(store.memories.folder)
    for name, text in (
        ("pem", f'summary = "{head}"\ndetail = """\n{rest}"""\n'),
        ("thin", f'summary = "{THIN}"\n'),
        ("base64", f'summary = "{DISGUISED["in base64"]}"\n'),
    ):
        (folder / f"{name}.toml").write_text(f"[memory.content]\n{text}")
        subprocess.run(["git", "-C", store.root, "add", "-A"], check=True)
        rows = run("store", "secrets", "--staged").stdout
        assert f"{name}.toml" in rows and KEY not in rows


def parted(text: str, places: list[int]) -> Iterator[str]:
    """A text in pieces that end at these places."""
    ends = sorted({place % len(text) for place in places} | {len(text)})
    start = 0
    for end in ends:
        yield text[start:end]
        start = end


@given(st.lists(st.integers(0, 1000), max_size=8), st.sampled_from(HIDING))
def test_fault_u11_what_nobody_sees_and_lines_hide_no_key(places: list[int], sign: str) -> None:
    """Wherever such signs stand in a key, it is one, in the text and in a file, where it stands."""
    text = "It is " + sign.join(parted(KEY, places)) + " now"
    (found,) = secrets_in(text)
    assert text[found.start] in "g" + sign and text[found.hidden[0] : found.hidden[1]].endswith("i")
    assert len(secrets_in_file(json.dumps(text))) == 1 and secrets_in_value({"summary": text})


@given(
    st.integers(4, len(KEY) - 4), st.text("abc def", max_size=20), st.text("abc def", max_size=20)
)
def test_fault_u11_two_texts_of_an_act_hide_no_key(at: int, before: str, after: str) -> None:
    """Wherever a key is parted between two texts of an act, it is found, whatever is between."""
    value = {
        "summary": f"{before} {KEY[:at]}",
        "person": "someone else",
        "detail": f"{KEY[at:]} {after}",
    }
    assert [told.secret.kind for told in secrets_in_value(value)] == ["a GitHub token"]


def test_fault_u11_a_key_is_not_kept_line_by_line(store: Store, run: Run) -> None:
    """What a session says in several items, a memory would say whole: the line that makes a key of
    it is refused."""
    run("session", "start", "Deploy", "--id", "s")
    codes = [run("session", "add", "s", "--", line).code for line in PEM.splitlines()]
    assert 6 in codes and codes[0] == 0
    run("session", "end", "s")
    assert run("store", "secrets").code == 0
