"""`store vectors export`, `import`, `status` and `test`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Store
from tests.conftest import Ran
from tests.vectors.conftest import TEXTS, Configure
from tests.vectors.stub_server import StubServer
from tests.vectors.test_fill import GITHUB_KEY, state

Call = Callable[..., Ran]
VECTORS = ("store", "vectors")


def emptied(tmp_path: Path) -> None:
    """Take the whole cache away."""
    shutil.rmtree(tmp_path / "cache")


def test_an_export_brings_every_vector_back(
    filled: Store, stub: StubServer, call: Call, tmp_path: Path
) -> None:
    """Into an emptied cache it brings what was there, without a call of the provider; again, it
    changes nothing. No word of a memory stands in it."""
    file = tmp_path / "vectors.jsonl"
    assert call(*VECTORS, "export", str(file)).stdout == "4 vectors exported\n"
    printed = call(*VECTORS, "export", "-").stdout
    assert printed == file.read_text() and not any(text in printed for text in TEXTS)
    emptied(tmp_path)
    assert state(call) == (0, 4)
    done = call(*VECTORS, "import", str(file))
    assert done.code == 0 and done.stdout == "4 vectors added, 0 there already\n"
    assert call(*VECTORS, "import", str(file)).stdout == "0 vectors added, 4 there already\n"
    assert state(call) == (4, 0) and not stub.requests
    assert call(*VECTORS, "export", "-").stdout == printed
    assert call(*VECTORS, "export", str(file)).code == 6, "nothing is written over unasked"


def test_vectors_of_another_space_are_refused(
    filled: Store, stub: StubServer, configure: Configure, call: Call, tmp_path: Path
) -> None:
    """Another model, prefix or number of dimensions is named, and nothing is taken in."""
    file = tmp_path / "vectors.jsonl"
    call(*VECTORS, "export", str(file))
    for other in ({"model": "other"}, {"query_prefix": "q: "}, {"dims": 64}):
        configure(**{"url": stub.url, "model": "stub", **other})
        done = call(*VECTORS, "import", str(file))
        assert done.code == 4 and f"{next(iter(other))} is" in done.stderr
        assert state(call)[0] == 0
    stub.salt = "another"
    emptied(tmp_path)
    configure(url=stub.url, model="stub")
    assert call(*VECTORS, "fill").code == 0
    done = call(*VECTORS, "import", str(file))
    assert done.code == 4 and "answers otherwise" in done.stderr


def test_bad_lines_cost_only_themselves(filled: Store, call: Call, tmp_path: Path) -> None:
    """A line that is no vector is named and left out; --strict makes it code 7."""
    head, *rows = call(*VECTORS, "export", "-").stdout.splitlines()
    first = json.loads(rows[0])
    bad = [
        "{", "[]", '{"text": "00"}', json.dumps(first | {"text": "zz"}), "\\x00",
        json.dumps(first | {"row": "AAAA"}), json.dumps(first | {"row": 5}),
        json.dumps(first | {"text": 5}),
    ]  # fmt: skip
    other = json.dumps(first | {"text": "00" * 16})
    emptied(tmp_path)
    file = tmp_path / "vectors.jsonl"
    file.write_text("\n".join([head, *bad, other, *rows]))
    done = call(*VECTORS, "import", str(file), "--strict", "--json")
    assert done.code == 7 and json.loads(done.stdout) == {
        "schema": 1, "added": 4, "already": 0, "others": 1, "bad": len(bad),
    }  # fmt: skip
    no_heads = (
        head.replace('"schema": 1', '"schema": 2'),
        head.replace('references": "', 'references": "AAAA'),
    )
    for text in ("", "{}", "hello", rows[0], *no_heads):
        file.write_text(text)
        done = call(*VECTORS, "import", str(file))
        assert done.code == 4 and "line 1: no export of vectors: " in done.stderr, text


def test_what_a_bad_line_lacks_is_told(filled: Store, call: Call, tmp_path: Path) -> None:
    """Its number and what should stand there, in memento's words; a blank line is none."""
    head, *_ = call(*VECTORS, "export", "-").stdout.splitlines()
    file = tmp_path / "vectors.jsonl"
    key = "00" * 16
    lines = [
        head,
        "",
        '{"text"',
        '{"text": "x", "row": "AA=="}',
        f'{{"text": "{key}", "row": "A"}}',
    ]
    file.write_text("\n".join([*lines, f'{{"text": "{key}", "row": "AAEC"}}', "x" * 5_000_000]))
    assert call(*VECTORS, "import", str(file)).stderr.splitlines() == [
        "Warning: line 3: it is no JSON object with text, row; left out",
        "Warning: line 4: its text is no hash of 32 hexadecimal digits; left out",
        "Warning: line 5: its row is not base64; left out",
        "Warning: line 6: its row has not 256 dimensions; left out",
        "Warning: line 7: it is no JSON object with text, row; left out",
    ]
    file.write_text("hello")
    done = call(*VECTORS, "import", str(file))
    assert "vectors.jsonl, line 1: no export of vectors: it is no JSON object with schema" in (
        done.stderr
    )


def test_a_field_that_no_answer_has_is_told_before_anything_is_done(
    filled: Store, stub: StubServer, call: Call, tmp_path: Path
) -> None:
    """Nothing is asked, written or taken in."""
    file = tmp_path / "vectors.jsonl"
    call("record", "Baked bread", "--person", "ben")
    stub.requests.clear()
    acts = (["fill"], ["test", "a", "b"], ["status"], ["export", str(file)], ["import", str(file)])
    for args in acts:
        done = call(*VECTORS, *args, "--json", "--fields", "nonsense")
        assert done.code == 2 and "the fields are" in done.stderr
    assert not stub.requests and not file.exists()
    for args in (*acts, ["fill", "--dry-run"]):
        fields = call(*VECTORS, *args, "--json", "--fields", "x").stderr.partition("fields are ")[2]
        told = json.loads(call(*VECTORS, *args, "--json").stdout)
        assert {*fields.strip().split(", ")} == told.keys() - {"schema"}, args


def test_status_tells_what_there_is(
    filled: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """The provider, its speed by texts of memento's own, what has a vector, and what has none."""
    configure()
    call("record", f"The token is {GITHUB_KEY}", "--allow-secret")
    call("record", "Baked bread")
    configure(url=stub.url, model="stub")
    told = json.loads(call(*VECTORS, "status", "--json").stdout)
    assert told["provider"] == f"{stub.url} (stub)" and not told["remote"]
    assert (told["memories"], told["have"], told["missing"]) == (6, 4, 1)
    assert told["held"] == {"secret": 1} and told["dims"] == 256 and told["bytes"] > 4 * 256
    assert told["speed"]["texts"] and told["speed"]["batch_seconds"] > 0
    sent = json.dumps([request.body for request in stub.requests], ensure_ascii=False)
    assert not any(text in sent for text in (*TEXTS, "Baked bread", GITHUB_KEY))
    done = call(*VECTORS, "status")
    assert "in a batch of 8" in done.stdout and "store vectors fill" in done.stderr
    stub.requests.clear()
    assert "not asked" in call(*VECTORS, "status", "--no-call").stdout and not stub.requests
    stub.fault("broken")
    done = call(*VECTORS, "status")
    assert done.code == 0 and "answers     answered 500" in done.stdout


@pytest.mark.parametrize(("one", "other", "least"), [("my car", "an automobile", 0.9),
                                                     ("宿", "the hotel", 0.9)])  # fmt: skip
def test_two_texts_are_compared(
    store: Store, stub: StubServer, configure: Configure, call: Call,
    one: str, other: str, least: float,
) -> None:  # fmt: skip
    """What means the same is similar, what does not is not, and a secret is not sent."""
    configure(url=stub.url, model="stub")
    told = json.loads(call(*VECTORS, "test", one, other, "--json").stdout)
    assert told["cosine"] >= least and told["score"] is None
    assert json.loads(call(*VECTORS, "test", one, "fried fish", "--json").stdout)["cosine"] < 0.4
    stub.requests.clear()
    assert call(*VECTORS, "test", one, GITHUB_KEY).code == 6 and not stub.requests
    assert call(*VECTORS, "test", one, " ").code == 2
