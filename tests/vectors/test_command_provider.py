"""A command that turns texts into vectors."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from memento_cli.actions.vectors.embedding import Embedder, embedder_of
from memento_cli.actions.vectors.providers.provider import ProviderFault
from memento_cli.core.vectors.quantized import components, cosine
from memento_cli.core.vectors.texts import DOCUMENT, QUERY
from tests.conftest import ROOT
from tests.vectors.settings import settings_with

STUB = [sys.executable, str(ROOT / "tests" / "vectors" / "stub_command.py")]
EACH = "import json, sys\nfor line in sys.stdin: "


def embedder(command: list[str]) -> Embedder:
    """The embedder of a command."""
    made = embedder_of(settings_with(command=command))
    assert made is not None
    return made


@pytest.mark.parametrize("form", [[], ["--object"]])
def test_rows(form: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of JSON a text goes in, and an array, or an object with it, comes out for each."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    texts = ["My car\nis red", "自動車", "A glass of wine"]
    car, automobile, wine = map(components, embedder(STUB + form).embed(texts, DOCUMENT, 20).rows)
    assert cosine(car, automobile) > 0.6 > 0.3 > cosine(car, wine)


def test_what_it_reads(tmp_path: Path) -> None:
    """It is told the kind of each text, and no shell reads its arguments."""
    code = EACH + "open(sys.argv[1], 'a').write(line); print([1, len(line)])"
    embedder([sys.executable, "-c", code, str(tmp_path / "$HOME; ls")]).embed(["ü\n"], QUERY, 20)
    probe, asked = (tmp_path / "$HOME; ls").read_text().splitlines()
    assert '"kind": "document"' in probe
    assert asked == '{"text": "\\u00fc\\n", "kind": "query"}'


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("raise SystemExit(3)", "it ended with 3"),
        ("raise SystemExit('no \\x1b[31mmodel\\nmore')", r"ended with 1: no \\u001b\[31mmodel$"),
        ("raise SystemExit('ghp_' + 'Zk3qT9vW1xLr8BnYc5Mj7HdGf2PsQa4Eu6Ri')", r"ended with 1: \("),
        ("", "printed 0 vectors for 2 texts"),
        (EACH + "print('hello')", "no JSON"),
        (EACH + "print('[' * 100_000)", "no JSON"),
        (EACH + "print({})", "something else than numbers"),
        (EACH + "print('[NaN, 1]')", "not a finite number"),
        (EACH + "print([0, 0])", "zeros"),
        (EACH + "print([1] * len(line))", "vectors of 35 and 119"),
        ("import sys; sys.stdout.buffer.write(bytes([255]) * 9)", "printed 1 vectors"),
    ],
)
def test_faults(code: str, problem: str) -> None:
    """What is no answer is one fault in one line, with the first line of the command's own words,
    and will not pass."""
    with pytest.raises(ProviderFault, match=problem) as raised:
        embedder([sys.executable, "-c", code]).embed(["A car"], QUERY, 20)
    assert raised.value.retry_after is None and raised.value.message.isprintable()


def test_no_such_program() -> None:
    """A program that is not there is named."""
    with pytest.raises(ProviderFault, match="/no/such/program: No such file"):
        embedder(["/no/such/program"]).embed(["A car"], QUERY, 20)


@pytest.mark.skipif(os.name != "posix", reason="groups of processes")
@pytest.mark.parametrize("call", ["run", "Popen"])
def test_a_slow_command(tmp_path: Path, call: str) -> None:
    """At its time a command is ended with all that it started, also if it has ended itself."""
    mark = tmp_path / "mark"
    child = f"import time; time.sleep(1); open({str(mark)!r}, 'w')"
    code = f"import subprocess, sys; subprocess.{call}([sys.executable, '-c', {child!r}])"
    with pytest.raises(ProviderFault, match=r"longer than 0\.3 s") as raised:
        embedder([sys.executable, "-c", code]).embed(["A car"], QUERY, 0.3)
    assert raised.value.is_too_large and raised.value.retry_after
    time.sleep(1)
    assert not mark.exists()
