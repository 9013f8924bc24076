"""What is written gets its vector at once, and never later than that the act itself is done."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from memento_cli import Store
from memento_cli.core.security.scope import Scope
from memento_cli.tools.calling import call_tool
from memento_cli.tools.remember import REMEMBER, remember
from memento_cli.tools.request_context import ServerConfig
from tests.conftest import ROOT, Ran
from tests.vectors.conftest import Configure
from tests.vectors.stub_server import StubServer
from tests.vectors.test_fill import GITHUB_KEY, sent, state

Call = Callable[..., Ran]


def test_a_new_memory_has_its_vector_at_once(filled: Store, stub: StubServer, call: Call) -> None:
    """record and edit embed what they wrote, and nothing else; other acts embed nothing."""
    id = call("record", "Rode a train to Porto").stdout.strip()
    assert sent(stub) == ["Rode a train to Porto"] and state(call) == (5, 0)
    done = call("edit", id, "--detail", "It was late")
    assert done.code == 0 and sent(stub)[1:] == ["Rode a train to Porto\nIt was late"]
    stub.requests.clear()
    for args in (("reinforce", id), ("forget", id, "--yes"), ("restore", id), ("pin", id)):
        assert call(*args).code == 0
    assert not stub.requests and state(call) == (5, 0)


def test_a_provider_that_is_away_costs_one_note(
    filled: Store, stub: StubServer, call: Call
) -> None:
    """The memory is kept with code 0, one note says what is missing, and for a minute nobody asks
    the provider again."""
    stub.fault("broken")
    done = call("record", "Rode a train to Porto")
    assert done.code == 0 and done.stdout.strip() in filled.memories.ids()
    assert len(done.stderr.splitlines()) == 1 and "store vectors fill" in done.stderr
    asked = len(stub.requests)
    again = call("record", "Rode it back")
    assert again.code == 0 and not again.stderr and len(stub.requests) == asked
    stub.fault("")
    assert call("store", "vectors", "fill").code == 0 and state(call) == (6, 0)


def test_what_is_removed_needs_no_vector(filled: Store, call: Call) -> None:
    """An act that takes memories away says nothing of vectors."""
    ids = [
        call("record", f"Rode a train to Porto, number {place}").stdout.strip() for place in (1, 2)
    ]
    for args in (
        ("forget", ids[0], "--yes"),
        ("undo", "--yes"),
        ("forget", ids[1], "--erase", "--yes"),
    ):
        done = call(*args)
        assert done.code == 0 and "vector" not in done.stderr


def test_a_slow_provider_is_left_after_its_time(
    filled: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """The time-out of a question holds for what is written, too."""
    configure(url=stub.url, model="stub", timeout_seconds=0.3)
    stub.fault("slow")
    start = time.monotonic()
    done = call("record", "Rode a train to Porto")
    assert done.code == 0 and "longer than 0.3 s" in done.stderr
    assert time.monotonic() - start < 5


def test_settings_that_contradict_themselves_stop_nothing(
    filled: Store, configure: Configure, call: Call
) -> None:
    """What is recorded is recorded, with one note of what is wrong in the configuration."""
    configure(url="http://example.org/v1", model="stub")
    done = call("record", "Rode a train to Porto")
    assert done.code == 0 and "allow_remote" in done.stderr
    assert call("store", "vectors", "fill").code == 4


def test_an_import_embeds_nothing_and_says_how_to(
    filled: Store, stub: StubServer, call: Call, tmp_path: Path
) -> None:
    """Many memories at once are left to a fill, and one note has its command."""
    rows = [json.dumps({"summary": f"Row {place} of a table"}) for place in range(40)]
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(rows))
    done = call("import", str(file))
    assert done.code == 0 and "40 memories have no vector yet" in done.stderr
    assert not stub.requests


def test_the_first_vectors_of_many_memories_are_for_a_fill(
    store: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """Where many memories have none yet, what is recorded gets none either: recalls go on to say
    what is missing, until a fill."""
    configure()
    for place in range(16):
        call("record", f"Row {place} of a table")
    configure(url=stub.url, model="stub")
    done = call("record", "Rode a train to Porto")
    assert done.code == 0 and "no memory has a vector yet" in done.stderr and not stub.requests
    assert "no memory has a vector" in call("recall", "railway").stderr
    assert call("store", "vectors", "fill").code == 0 and state(call) == (17, 0)
    call("record", "Rode it back")
    assert state(call) == (18, 0)


def test_no_secret_and_nothing_private_is_sent_at_once(
    filled: Store, stub: StubServer, call: Call
) -> None:
    """A memory that may not be sent is recorded without a word to the provider."""
    done = call("record", f"The token is {GITHUB_KEY}", "--allow-secret")
    assert done.code == 0 and not done.stderr and not stub.requests


def test_a_changed_model_adds_nothing(filled: Store, stub: StubServer, call: Call) -> None:
    """A vector of another model never stands among those of the first."""
    stub.salt = "another"
    done = call("record", "Rode a train to Porto")
    assert done.code == 0 and "has changed" in done.stderr and state(call) == (4, 1)


def test_a_night_fills_and_says_so(
    store: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """`tidy run` and `store rebuild` fill what is missing; if the provider is away, one warning
    says so, and the code stays 0."""
    configure()
    call("record", "Rode a train to Porto")
    configure(url=stub.url, model="stub")
    stub.fault("broken")
    done = call("tidy", "run")
    assert done.code == 0 and done.stderr.count("Warning") == 1
    stub.fault("")
    assert "vectors       1 memory given one" in call("tidy", "run").stdout
    assert state(call) == (1, 0) and "vectors" not in call("tidy", "run").stdout
    assert call("store", "rebuild").code == 0 and state(call) == (1, 0)


def test_a_night_leaves_a_provider_that_hangs(
    filled: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """Where nobody asked for a fill, it is waited for four times as long as in a recall, once."""
    configure(url=stub.url, model="stub", timeout_seconds=0.2)
    stub.fault("slow")
    start = time.monotonic()
    done = call("tidy", "run")
    assert done.code == 0 and time.monotonic() - start < 5 and len(stub.requests) == 1
    assert done.stderr.count("Warning") == 1 and "longer than 0.8 s" in done.stderr


def test_what_was_said_in_other_words_is_told(filled: Store, call: Call) -> None:
    """Who records what a memory says in other words is told so, after it is kept; of what tells of
    another number, a name or a denial, and of what shares most words, nothing is said."""
    call("record", "Mended the bicycle in 3 hours")
    done = call("record", "It took 3 hours until I fixed my bike")
    assert done.code == 0
    assert "may say the same in other words: Mended the bicycle in 3 hours" in done.stderr
    for text in ("Never fixed my bike in 3 hours", "Fixed my bike, 4 hours", "Mended a bicycle"):
        assert "in other words" not in call("record", text).stderr
    assert len(filled.memories.ids()) == 9


def test_what_another_memory_says_is_shown_safely(filled: Store, call: Call) -> None:
    """The words of a memory that says the same reach no terminal raw."""
    file = Path(
        filled.memories.path(call("record", "Mended the bicycle in 3 hours").stdout.strip())
    )
    file.write_text(file.read_text().replace("3 hours", r"3 hours\u001b\u202e"))
    assert call("store", "vectors", "fill").code == 0
    done = call("record", "It took 3 hours until I fixed my bike")
    assert r"in other words: Mended the bicycle in 3 hours\u001b\u202e" in done.stderr


def test_what_an_agent_remembers_has_its_vector(
    filled: Store, stub: StubServer, call: Call
) -> None:
    """The server for agents embeds as the command line does, once for each call."""
    request = ServerConfig(filled.root).request("claude")
    content = "Rode a train to Porto"
    args = {field.path: field.default for field in REMEMBER.fields} | {"content": content}
    remember(request, args)
    request.close()
    assert sent(stub) == [content] and state(call) == (5, 0)


def test_an_agent_is_told_what_says_the_same_in_other_words(filled: Store, call: Call) -> None:
    """As the command line tells it, with its words in the fence; not what its server may not
    show."""
    call("record", "Mended the bicycle in 3 hours")
    said = {"content": "It took 3 hours until I fixed my bike"}
    answer = call_tool(ServerConfig(filled.root), "claude", REMEMBER, said)
    assert "may say the same in other words: " in answer.words and answer.value["similar"]
    hiding = ServerConfig(filled.root, scope=Scope(project="other"))
    said = {"content": "My two-wheeler is repaired, after 3 hours"}
    assert call_tool(hiding, "claude", REMEMBER, said).value["similar"] == []


def test_a_watcher_embeds_what_others_write(
    filled: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """A memory that another program wrote has its vector a moment later."""
    with subprocess.Popen(
        [sys.executable, "-m", "memento_cli", "store", "watch", "--debounce", "0.05"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as watcher:
        assert watcher.stderr and b"Watching" in watcher.stderr.readline()
        configure()
        call("record", "Rode a train to Porto")
        end = time.monotonic() + 20
        while not sent(stub) and time.monotonic() < end:
            time.sleep(0.02)
        watcher.send_signal(signal.SIGINT)
        assert watcher.wait(20) == 130
    assert sent(stub) == ["Rode a train to Porto"]
