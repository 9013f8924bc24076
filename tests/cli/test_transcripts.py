"""The transcripts beside this file: manual and acceptance test at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import transcripts

FILES = sorted((Path(__file__).parent / "transcripts").glob("*.console"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_transcript(file: Path, tmp_path: Path) -> None:
    """Every command of a transcript prints what stands there, and exits as it says."""
    transcripts.check(file.read_text(), tmp_path)


def test_there_are_transcripts() -> None:
    """A transcript that is not found is not a transcript that passes."""
    assert FILES


def test_dots_stand_for_anything_in_a_line_and_alone_for_lines() -> None:
    """`...` hides what differs from run to run, and nothing more."""
    assert transcripts.fits("id ... end\nlast", "id 17 end\nlast")
    assert transcripts.fits("first\n...\nlast", "first\n1\n2\nlast")
    assert transcripts.fits("...", "")
    assert not transcripts.fits("id ... end", "id 17\n18 end")
    assert not transcripts.fits("first", "first\nsecond")
    assert not transcripts.fits("", "something")


def test_steps_are_read_with_their_sentences_codes_and_continuations() -> None:
    """A transcript is read as it is meant: sentence, command, its further lines, output, code."""
    text = "# A sentence.\n$ cat <<'EOF'\n> # text\n> \n> EOF\n# text\n\n$ false\n[exit 1]\n"
    first, second = transcripts.steps_of(text)
    assert first == ("A sentence.", "cat <<'EOF'\n# text\n\nEOF", "# text", 0, 2)
    assert second == ("A sentence.", "false", "", 1, 8)


def test_a_wrong_output_or_code_is_told(tmp_path: Path) -> None:
    """A transcript that no longer holds fails with its sentence."""
    with pytest.raises(AssertionError, match="It says one"):
        transcripts.check("# It says one.\n$ echo two\none\n", tmp_path)
