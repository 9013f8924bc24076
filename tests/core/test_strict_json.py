"""JSON is read and written by the compiled parts of the standard library alone, as by all of it."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.text.strict_json import dumped, loaded

TEXTS = st.text(st.characters(codec=None)) | st.sampled_from(["\x7f", "\u2028", "\x1b[31m", "é"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
)  # fmt: skip
BAD = [
    "{", '{"a"', '{"a":', '{"a": }', '{"a": 1,}', '{"a": 1} x', '{"a": "\x01"}', '{"a": "\\q"}',
    '{"a": nan}', '{"a": NaN}', '{"a": 1e999}', '{"a": 1, "a": 2}', '{"a": tru}', "", "nul", "[1",
    '{"a": "b', "{'a': 1}", '{"a": -}', '{"a": "\\u12"}',
]  # fmt: skip


@given(VALUES)
def test_any_value_comes_back_from_its_json(value: Any) -> None:
    """What is written is what the package would write but for signs that are escaped."""
    text = dumped(value)
    assert loaded(text) == json.loads(text) == value
    assert not {sign for sign in text if not sign.isprintable() and ord(sign) < 0xA0}


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_json_is_a_value_error(text: str) -> None:
    """Whatever is wrong, the package's own reader or ours says so, and nothing else escapes."""
    with pytest.raises(ValueError):
        loaded(text)


def test_so_it_is_where_the_package_was_never_imported() -> None:
    """The compiled reader alone cannot raise the package's error: it is asked instead."""
    code = (
        "import sys; from memento_cli.core.text.strict_json import loaded\n"
        "assert 'json' not in sys.modules\n"
        f"for text in {BAD!r}:\n"
        "    [sys.modules.pop(name) for name in [*sys.modules] if name.startswith('json')]\n"
        "    try: loaded(text); print('read', text)\n"
        "    except ValueError: pass\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_a_value_that_has_no_json_is_refused() -> None:
    """NaN, infinities and values of other types are errors, not something like JSON."""
    for value in (float("nan"), float("inf"), object(), {1, 2}):
        with suppress(ValueError, TypeError):
            pytest.fail(dumped({"a": value}))
