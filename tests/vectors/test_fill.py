"""`memento store vectors fill`: what is missing is made, whatever the provider does."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from memento_cli import Store
from tests.conftest import ROOT, Ran
from tests.vectors.conftest import TEXTS, Configure
from tests.vectors.stub_server import StubServer

Call = Callable[..., Ran]
FILL = ("store", "vectors", "fill")
STATUS = ("store", "vectors", "status", "--no-call", "--json")
GITHUB_KEY = "ghp_" + "Xk2rT9vLq8ZsW4nB7cJ1mYp0DfHg6AeRtU3i"


def state(call: Call) -> tuple[int, int]:
    """How many memories have a vector, and how many are missing one."""
    told = json.loads(call(*STATUS).stdout)
    return told["have"], told["missing"]


def sent(stub: StubServer) -> list[str]:
    """Every text that the server was sent, in order, without the probe."""
    return [text for request in stub.requests for text in request.texts[1:]]


def recorded(call: Call, configure: Configure, texts: Sequence[str] = TEXTS) -> None:
    """Record memories while no provider is set."""
    configure()
    for text in texts:
        assert call("record", text).code == 0


def test_a_fill_gives_every_memory_a_vector(
    store: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """Each text is sent once, and a second fill has nothing to send."""
    recorded(call, configure, [*TEXTS, TEXTS[0]])
    configure(url=stub.url, model="stub")
    done = call(*FILL, "--json")
    told = json.loads(done.stdout)
    assert done.code == 0 and not done.stderr, done.stderr
    assert (told["memories"], told["have"], told["filled"], told["missing"]) == (5, 5, 5, 0)
    assert sorted(set(sent(stub)) & {*TEXTS}) == sorted(TEXTS)
    assert sent(stub).count(TEXTS[0]) == 1, "two memories of one text have one vector"
    stub.requests.clear()
    again = call(*FILL)
    assert again.stdout == "Nothing filled: 5 of 5 memories with a vector\n"
    assert not {*sent(stub)} & {*TEXTS}


def test_an_edited_memory_alone_is_embedded_again(
    filled: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """After an edit one vector is missing; moving a memory away and back costs none."""
    configure()
    ids = filled.memories.ids()
    assert call("edit", ids[0], "--summary", "Sold it again").code == 0
    assert call("forget", ids[1], "--yes").code == 0 and call("restore", ids[1]).code == 0
    configure(url=stub.url, model="stub")
    assert state(call) == (3, 1)
    assert call(*FILL).code == 0
    assert "Sold it again" in sent(stub) and not {*sent(stub)} & {*TEXTS}


def test_without_a_provider_there_is_help(store: Store, configure: Configure, call: Call) -> None:
    """`fill` is code 2 and names the file and the chapter; `status` says so and is code 0."""
    for args in (FILL, ("store", "vectors", "export", "-"), ("store", "vectors", "test", "a", "b")):
        done = call(*args)
        assert done.code == 2 and not done.stdout
        assert "config.toml" in done.stderr and "memento help vectors" in done.stderr
    done = call("store", "vectors", "status")
    assert done.code == 0 and done.stdout.startswith("No provider is set")


def test_a_dry_run_sends_nothing(
    store: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """It says how many memories would go where, and the server hears of nobody."""
    recorded(call, configure)
    configure(url=stub.url, model="stub")
    done = call(*FILL, "--dry-run")
    assert done.stdout == f"would send 4 memories to {stub.url} (stub), on this machine\n"
    assert not stub.requests and state(call) == (0, 4)


def test_a_limit_is_kept(store: Store, stub: StubServer, configure: Configure, call: Call) -> None:
    """--limit embeds as many, and the next fill goes on."""
    recorded(call, configure)
    configure(url=stub.url, model="stub")
    assert call(*FILL, "--limit", "3").code == 0 and state(call) == (3, 1)
    assert call(*FILL).code == 0 and state(call) == (4, 0)
    assert call(*FILL, "--limit", "0").code == 2


FATAL = ("no model", "forbidden", "bad request", "redirect", "garbage", "no data",
         "wrong count", "unequal dims", "NaN", "infinite", "zero", "busy for long")  # fmt: skip


@pytest.mark.parametrize("fault", FATAL)
def test_a_provider_that_fails_is_code_1(
    filled: Store, stub: StubServer, configure: Configure, call: Call, fault: str
) -> None:
    """One error with code 1; what there was stays, and the next fill goes on."""
    configure()
    call("record", "Baked bread")
    configure(url=stub.url, model="stub")
    stub.fault(fault)
    done = call(*FILL)
    assert done.code == 1 and done.stderr.count("Error:") == 1, done.stderr
    assert "\x1b" not in done.stderr and "Traceback" not in done.stderr
    stub.fault("")
    assert state(call) == (4, 1)
    assert call(*FILL).code == 0 and state(call) == (5, 0)


def test_a_busy_provider_is_waited_for(
    store: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """A 429 with Retry-After is told, and after it the fill goes on."""
    recorded(call, configure)
    configure(url=stub.url, model="stub")
    stub.fault("busy", times=1)
    done = call(*FILL)
    assert done.code == 0 and "asking again in 1 s" in done.stderr and state(call) == (4, 0)


def test_a_failure_in_the_middle_keeps_what_came(
    store: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """The batches before the failure are kept, and told."""
    recorded(call, configure, [f"Note {word} of the year" for word in "abcdefgh"])
    configure(url=stub.url, model="stub")
    stub.most_texts = 3
    assert call(*FILL, "--limit", "4").code == 0
    stub.fault("no model")
    done = call(*FILL)
    assert done.code == 1
    stub.fault("")
    assert state(call) == (4, 4)
    assert call(*FILL).code == 0 and state(call) == (8, 0)


def test_one_bad_text_costs_only_itself(
    store: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """A text by which the server fails, while it serves others, is left out and counted; if it is
    so with many, the server is at fault."""
    recorded(call, configure, [*TEXTS, "A cursed note", "Another note"])
    configure(url=stub.url, model="stub")
    stub.bad_text = "cursed"
    done = call(*FILL)
    assert done.code == 0 and "1 memory of which the provider makes no vector" in done.stderr
    assert state(call) == (5, 1)
    recorded(call, configure, [f"Cursed, cursed {word}" for word in "abcdefghijklmn"])
    configure(url=stub.url, model="stub")
    done = call(*FILL)
    assert done.code == 1 and "NaN" in done.stderr and state(call)[0] == 5
    stub.bad_text = ""
    assert call(*FILL).code == 0 and state(call) == (20, 0)


def test_a_model_that_changed_is_noticed(filled: Store, stub: StubServer, call: Call) -> None:
    """Under the same name another model answers: all vectors are made anew, and that is said."""
    stub.salt = "another"
    done = call(*FILL)
    assert done.code == 0 and "made anew" in done.stderr
    assert state(call) == (4, 0) and {*TEXTS} <= {*sent(stub)}


def test_what_may_not_leave_stays(
    store: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """No byte of a secret reaches a server, and none of what is too private another machine."""
    configure()
    assert call("record", f"The deploy token is {GITHUB_KEY}", "--allow-secret").code == 0
    assert call("record", "A quiet day", "--detail", f"by {GITHUB_KEY}", "--allow-secret").code == 0
    long = "quiet day " * 799 + GITHUB_KEY  # more than is embedded, so that half of it were sent
    assert call("record", long, "--allow-secret", "--if-duplicate", "keep").code == 0
    split = ("A quiet day " + GITHUB_KEY[:20], "--detail", GITHUB_KEY[20:] + " of two halves")
    assert call("record", *split, "--allow-secret").code == 0
    encoded = b64encode(GITHUB_KEY.encode()).decode()
    assert call("record", f"A quiet day {encoded}", "--allow-secret").code == 0
    assert call("record", "Everybody may read of the picnic", "--privacy", "public").code == 0
    configure(url=stub.url, model="stub")
    done = call(*FILL)
    assert "5 with what looks like a secret" in done.stderr and state(call) == (1, 0)
    bodies = json.dumps([request.body for request in stub.requests])
    assert "picnic" in bodies and GITHUB_KEY[:8] not in bodies and "quiet day" not in bodies


def test_only_public_memories_go_elsewhere(
    store: Store, configure: Configure, call: Call, tmp_path: Path
) -> None:
    """To what sends texts to another machine go public ones, the team's or all, as `privacy` says;
    the others are counted with the setting that holds them back."""
    configure()
    for privacy in ("private", "team", "public"):
        assert call("record", f"A {privacy} walk", "--privacy", privacy).code == 0
    log = tmp_path / "sent"
    command = f"tee -a {log} | {sys.executable} -m tests.vectors.stub_command"
    for privacy, seen in (("public", 1), ("team", 2), ("private", 3)):
        log.write_text("")
        configure(command=["/bin/sh", "-c", command], allow_remote=True, privacy=privacy)
        dry = json.loads(call(*FILL, "--dry-run", "--json").stdout)
        assert dry["remote"] and dry["held"].get("privacy", 0) == 3 - seen
        done = call(*FILL)
        assert state(call) == (seen, 0), done.stderr
        assert ("vectors.privacy" in done.stderr) == (seen < 3)
        lines = {json.loads(line)["text"] for line in log.read_text().splitlines()}
        walks = {f"A {one} walk" for one in ("private", "team", "public")}
        assert lines & walks <= {f"A {one} walk" for one in ("public", "team", "private")[:seen]}


def test_two_fills_do_not_send_the_same(
    store: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """Of fills at once one fills, the others say so with code 5, and no text goes out twice."""
    texts = [f"Note {word} of the year" for word in "abcdefghijklmnop"]
    recorded(call, configure, texts)
    configure(url=stub.url, model="stub")
    processes = [started_fill() for _ in range(3)]
    codes = sorted(process.wait(60) for process in processes)
    assert codes[0] == 0 and {*codes} <= {0, 5}
    assert state(call) == (16, 0)
    assert sorted(text for text in sent(stub) if text in texts) == texts


def test_a_fill_that_was_killed_goes_on(
    store: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """Killed at any moment, it costs a batch: what came is kept, and the rest is filled."""
    texts = [f"Note {word} of the year" for word in "abcdefghijklmnopqrstuvwxyz"]
    recorded(call, configure, texts)
    configure(url=stub.url, model="stub")
    stub.most_texts = 3  # many batches
    for asked in (1, 5, 9):
        stub.requests.clear()
        process = started_fill()
        while len(stub.requests) < asked and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        process.wait(60)
    assert call(*FILL).code == 0 and state(call) == (26, 0)
    assert call("doctor", "--quick").code == 0


WAITS = [
    (0, "waiting for the provider", "Interrupted before the first batch: nothing was filled"),
    (1, "waiting for the first of 4 memories", "2 of 6 memories with a vector, 0 of them new"),
    (2, "embedding", "4 of 6 memories with a vector, 2 of them new"),
]


@pytest.mark.parametrize(("answers", "shown", "said"), WAITS)
def test_a_person_sees_what_a_fill_waits_for_and_what_ctrl_c_keeps(
    store: Store, stub: StubServer, configure: Configure, call: Call,
    answers: int, shown: str, said: str,
) -> None:  # fmt: skip
    """On a terminal it says at once what it waits for, and after Ctrl-C, with code 130, how many
    vectors there are: the batches before it are kept."""
    recorded(call, configure, [*TEXTS, "Baked bread", "Planted a tree"])
    configure(url=stub.url, model="stub")
    assert call(*FILL, "--limit", "2").code == 0
    stub.fault("slow", after=answers)
    stub.requests.clear()
    ours, theirs = os.openpty()
    process = started_fill(theirs)
    os.close(theirs)
    told = text_until(shown, ours)
    while len(stub.requests) <= answers:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    told += text_until("\0", ours)
    os.close(ours)
    assert process.wait(60) == 130 and said in told, told
    assert state(call) == (2 + 2 * (answers == 2), 4 - 2 * (answers == 2))


def text_until(text: str, terminal: int) -> str:
    """What a terminal is told until there is this text, or until its other side is closed."""
    told = ""
    while text not in told:
        try:
            told += os.read(terminal, 1 << 16).decode(errors="replace")
        except OSError:  # Linux says so when the other side is closed
            break
    return told


def started_fill(stderr: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """A fill in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "memento_cli", *FILL],
        env=os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "100"},
        stdout=subprocess.DEVNULL,
        stderr=stderr,
    )


def test_a_store_full_of_one_text_leaves_its_vectors_of_use(
    filled: Store, call: Call, tmp_path: Path
) -> None:
    """Hundreds of texts that differ in a number, from a log or from somebody else, neither make
    the vectors disbelieved nor what is near look far."""
    rows = [
        json.dumps({"summary": f"Deployed build {place} to the cluster"}) for place in range(300)
    ]
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(rows))
    assert call("import", str(file)).code == 0 and call(*FILL).code == 0
    assert json.loads(call(*STATUS).stdout)["believed"] is True
    for question, place in (("automobile", 0), ("hotel", 1), ("physician", 2)):
        found = json.loads(call("recall", question, "--json").stdout)["memories"]
        assert [one["summary"] for one in found] == [TEXTS[place]]
