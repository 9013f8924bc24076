"""Ids: minted from a-z 0-9 -, safe as file names everywhere, and found by a part of them."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.memory.ids import (
    checked_id,
    folded,
    is_safe_id,
    memory_id,
    resolve,
    short_forms,
)
from memento_cli.core.text.normal_forms import slug
from memento_cli.errors import Ambiguous, BadId, NotFound
from tests.core.values import day

IDS = ["alex-api-2025-01", "alex-oauth-2025-02", "alex-oauth-2025-02-k7qm", "viktor-oauth-2025-02"]


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("OAuth 2.0 / PKCE", "oauth-2-0-pkce"),
        ("--Hi--", "hi"),
        ("release engineering docs", "release-engineering"),
        ("a" * 50, "a" * 20),
        ("naïve café", "na-ve-caf"),
    ],
)
def test_slug(text: str, made: str) -> None:
    """A slug is lower case with one hyphen for each run of other signs, cut without a hyphen."""
    assert slug(text, 20) == made


@given(st.text(st.characters(), max_size=80), st.integers(1, 40))
def test_slug_is_never_empty(text: str, limit: int) -> None:
    """Any text, in any script, has a slug of a-z 0-9 and single inner hyphens."""
    made = slug(text, limit)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", made)
    assert len(made) <= max(limit, 6)


def test_slugs_of_other_scripts_differ() -> None:
    """Topics without a Latin letter get different slugs, and half a character gets one too."""
    assert len({slug(text, 20) for text in ("設計", "会議", "", "!", "\udcff")}) == 5


@given(st.text(max_size=80), st.none() | st.text(max_size=80))
def test_minted_ids_are_safe(person: str, topic: str | None) -> None:
    """Whatever the person and the topic are, the id is one that the store takes."""
    made = memory_id(person, topic, day(0))
    assert is_safe_id(made)
    assert re.fullmatch(r"[a-z0-9-]+-2025-01", made)


@pytest.mark.parametrize(
    "id", ["a", "alex-oauth-2025-02", "Мой файл", "設計_1", "a.b", "it's", "x@y~z=1+2", "console"]
)
def test_safe_ids(id: str) -> None:
    """Any safe name that is already there loads."""
    assert is_safe_id(id)


@pytest.mark.parametrize(
    "id",
    [
        "", ".", "..", ".hidden", "-x", "a/b", "a\\b", "../a", "a\0b", "a\nb", "a.", "a ", " a",
        "CON", "con", "nul.txt", "COM1", "lpt9.x", "a:b", "a*b", 'a"b', "a<b", "a|b", "a?b",
        "a\u200eb", "\ud800", "x" * 201, "é" * 101, "a\u2028b", "😀",
    ],
)  # fmt: skip
def test_unsafe_ids(id: str) -> None:
    """What some file system, shell or terminal would take for something else is no id."""
    assert not is_safe_id(id)
    with pytest.raises(BadId):
        checked_id(id)


@given(st.text(st.characters(), max_size=20))
def test_checking_is_idempotent(text: str) -> None:
    """A checked id is in normal form and is safe."""
    try:
        id = checked_id(text)
    except BadId:
        return
    assert is_safe_id(id)
    assert id == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("alex-oauth-2025-02", "alex-oauth-2025-02"),  # itself, though another starts with it
        ("alex-a", "alex-api-2025-01"),
        ("viktor", "viktor-oauth-2025-02"),
        ("api", "alex-api-2025-01"),
        ("k7qm", "alex-oauth-2025-02-k7qm"),
    ],
)
def test_resolve(text: str, meant: str) -> None:
    """An id is meant by itself, by a unique start, or else by a unique part."""
    assert resolve(text, IDS) == meant


def test_resolve_takes_either_normal_form() -> None:
    """A name typed in decomposed letters finds the id in composed ones."""
    assert resolve("cafe\u0301", ["café"]) == "café"


def test_a_start_wins_over_a_part() -> None:
    """What begins one id means that one, though it stands inside others."""
    assert resolve("oauth", ["oauth-x", "alex-oauth", "viktor-oauth"]) == "oauth-x"


@pytest.mark.parametrize("text", ["alex", "oauth", "2025"])
def test_resolve_ambiguous(text: str) -> None:
    """What several ids have is an error that names them."""
    with pytest.raises(Ambiguous) as error:
        resolve(text, IDS)
    assert "alex-oauth-2025-02" in error.value.hint or "alex-api" in error.value.hint


@pytest.mark.parametrize("text", ["1", "25", "202", "xa", "歯"])
def test_what_is_short_is_no_part(text: str) -> None:
    """Up to three digits are a row on a screen, and what is shorter than three signs is in too many
    ids, soon if not yet; a whole id may be as short."""
    with pytest.raises(NotFound):
        resolve(text, ["alexa-2025-歯医者"])
    assert resolve(text, ["alexa-2025-歯医者", text]) == text
    assert resolve("歯医", ["alexa-2025-歯医者"]) == resolve("2025", ["alexa-2025-歯医者"])


def test_many_candidates_are_counted() -> None:
    """Beyond eight candidates the rest is a number."""
    with pytest.raises(Ambiguous) as error:
        resolve("mem", [f"mem{n:02d}" for n in range(20)])
    assert "20 ids" in error.value.message
    assert error.value.hint.endswith("and 12 more")


def test_resolve_unknown() -> None:
    """An unknown id is answered with the likest one, and an archived one with how to restore it."""
    with pytest.raises(NotFound) as error:
        resolve("alex-oath-2025-02", IDS)
    assert "did you mean alex-oauth-2025-02?" in error.value.hint
    with pytest.raises(NotFound) as error:
        resolve("", IDS)
    assert "did you mean" not in error.value.hint
    with pytest.raises(NotFound) as error:
        resolve("gone", IDS, ["gone"])
    assert "restore gone" in error.value.hint


def test_a_whole_id_in_the_archive_is_not_short_for_another() -> None:
    """Where a longer id begins with it, the archived one is meant, and mentioned."""
    assert resolve("tea", ["tea", "tea-k7qm"], ["tea"]) == "tea"
    assert resolve("ea-k", ["tea-k7qm"], ["tea"]) == "tea-k7qm"
    with pytest.raises(NotFound) as error:
        resolve("tea", ["tea-k7qm"], ["tea"])
    assert "restore tea`" in error.value.hint


def test_folded_ids_collide_where_file_systems_do() -> None:
    """Ids that differ in case or in the way of writing a letter are the same folded."""
    assert folded("Alex-Café") == folded("alex-cafe\u0301")
    assert folded("alex") != folded("alec")


@pytest.mark.parametrize(
    ("id", "others", "short"),
    [
        ("alex-tea-2026-10-k7qm", [], "k7qm"),
        ("alex-tea-2026-10-k7qm", ["alex-tea-2026-10", "bo-k7-qm-2026-10"], "k7qm"),
        ("alex-tea-2026-10-k7qm", ["alex-ak7qmb-2026-10"], "alex-tea-2026-10-k7qm"),
        ("alex-tea-2026-10-k7qm", ["k7qmouse"], "alex-tea-2026-10-k7qm"),
        ("alex-tea-2026-10-2026", [], "alex-tea-2026-10-2026"),
        ("alex-tea-2026-10", [], "alex-tea-2026-10"),
        ("alex-tea-2026-10-tool", [], "alex-tea-2026-10-tool"),
        ("notes-k7qm", [], "notes-k7qm"),
        ("k7qm", [], "k7qm"),
    ],
)
def test_a_random_suffix_is_enough_where_no_other_id_has_it(
    id: str, others: list[str], short: str
) -> None:
    """It then means this memory to every verb. An id without one may be any words, of which the
    next memory of the topic has the same."""
    known = [id, *others]
    assert short_forms([id], "\n".join(known)) == {id: short}
    assert resolve(short, known) == id
    assert short_forms([id], "") == {id: id}
