"""References to people."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.memory.refs import name_of, person_ref, same_person, stored_ref
from memento_cli.errors import BadRef


@pytest.mark.parametrize(
    ("text", "ref", "name"),
    [
        ("alex", "ctx://person/alex", "alex"),
        (" alex ", "ctx://person/alex", "alex"),
        ("ctx://person/alex", "ctx://person/alex", "alex"),
        ("Alex Smith", "ctx://person/Alex Smith", "Alex Smith"),
        ("ctx://~org/~team/person/jo", "ctx://~org/~team/person/jo", "jo"),
        ("設計", "ctx://person/設計", "設計"),
    ],
)
def test_person_ref(text: str, ref: str, name: str) -> None:
    """A bare name and its reference mean the same person."""
    assert person_ref(text) == ref
    assert name_of(ref) == name


@pytest.mark.parametrize(
    "text",
    [
        "", "  ", "a/b", "a:b", "http://alex", "ctx://", "ctx://person/", "ctx://person/a/b",
        "ctx://place/rome", "ctx://org/person/jo", "a\nb", "a\x1b[31m", "x" * 301, "../alex",
        "ctx://person", "ctx://person/ jo", "ctx://~/person/jo", "ctx://~a b/person/jo",
        "ctx://~org/jo", "ctx:///person/jo",
    ],
)  # fmt: skip
def test_no_person(text: str) -> None:
    """What is no name and no reference to a person is refused."""
    with pytest.raises(BadRef):
        person_ref(text)


@given(st.text(max_size=40) | st.just("x" * 300))
def test_person_ref_is_idempotent(text: str) -> None:
    """A reference that was answered is taken again, and stored as it is."""
    try:
        ref = person_ref(text)
    except BadRef:
        return
    assert person_ref(ref) == ref == stored_ref(ref)


def test_a_file_may_say_anything() -> None:
    """In a file a bare name is made whole and any other reference is left alone."""
    assert stored_ref("alex") == "ctx://person/alex"
    assert stored_ref("mailto://alex/x") == "mailto://alex/x"


def test_capitals_width_and_spaces_make_no_other_person() -> None:
    """A scope does, and nobody in particular is nobody else."""
    for other in ("mei li", "Mei  LI", "ｍｅｉ ｌｉ", "ctx://person/MEI LI"):
        assert same_person(person_ref("mei li"), person_ref(other))
    for stranger in ("mei", "ctx://~org/person/mei li"):
        assert not same_person(person_ref("mei li"), person_ref(stranger))
    assert same_person(None, None) and not same_person("mei", None)
