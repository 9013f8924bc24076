"""The targets of `test_fuzz` under atheris, where it is installed: it sees which bytes lead where.

    python -m tests.faults.fuzz_with_atheris journal -max_total_time=240

The seeds and words of the target are given to it; what it finds it leaves as `crash-…`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path


def main(args: list[str]) -> None:
    """Fuzz the target that is named; what follows is for libFuzzer."""
    try:
        import atheris
    except ImportError:
        sys.exit("atheris is not installed: `pip install atheris`")
    with atheris.instrument_imports(include=["memento_cli"]):
        from memento_cli.errors import MementoError
        from tests.faults.targets import TARGETS
    target = TARGETS.get(args[0] if args else "")
    if target is None:
        sys.exit("which target? " + ", ".join(TARGETS))

    def once(raw: bytes) -> None:
        try:
            target.read(raw)
        except MementoError:
            return

    with tempfile.TemporaryDirectory() as folder:
        words = Path(folder, "words")
        words.write_text("".join(f'"{_quoted(word)}"\n' for word in target.words))
        corpus = Path(folder, "seeds")
        corpus.mkdir()
        for number, seed in enumerate(target.seeds):
            (corpus / str(number)).write_text(seed, newline="")
        given = [sys.argv[0], f"-dict={words}", "-max_len=4096", "-timeout=20", *args[1:]]
        atheris.Setup([*given, str(corpus)], once)
        atheris.Fuzz()


def _quoted(word: str) -> str:
    """A word as libFuzzer's dictionaries have it."""
    return "".join(f"\\x{byte:02x}" for byte in word.encode(errors="surrogatepass"))


if __name__ == "__main__":
    main(sys.argv[1:])
