"""The sentences of a text in any script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.text.sentences import sentences

LONG = "A line as long as this one was wrapped by an editor and"
CLAUSE = "ฉันไปตลาดเมื่อวานนี้กับแม่ของฉันและเราซื้อผลไม้มากมายหลายอย่างเลย"
texts = st.text(st.characters() | st.sampled_from('aB1 .!?。！\n\n「」"-।ก ー`'), max_size=80)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        (" \n\n ", []),
        ("One line", ["One line"]),
        ("It rained. We left! Why? No idea", ["It rained.", "We left!", "Why?", "No idea"]),
        ("It is 3.5 km, e.g. here. Then home.", ["It is 3.5 km, e.g. here.", "Then home."]),
        ("Dr. Who met J. R. Hill. Prof. X too.", ["Dr. Who met J. R. Hill. Prof. X too."]),
        ("A word of Prof. X himself. Yes.", ["A word of Prof. X himself.", "Yes."]),
        ("Er kam am 3. Mai an. Danach ging er.", ["Er kam am 3. Mai an.", "Danach ging er."]),
        ("the U.S. Army left. See fig. 3 there.", ["the U.S. Army left.", "See fig. 3 there."]),
        ('He said "stop." Then... we went.', ['He said "stop."', "Then... we went."]),
        ("今日は雨。本当？うん！いいね", ["今日は雨。", "本当？", "うん！", "いいね"]),
        ("「はい。」と言った。（笑）", ["「はい。」と言った。", "（笑）"]),
        ("SQLiteで検索。It works. 次へ", ["SQLiteで検索。", "It works.", "次へ"]),
        ("यह ठीक है। वह गया॥ अच्छा", ["यह ठीक है।", "वह गया॥", "अच्छा"]),
        ("هل أنت هنا؟ نعم۔ حسنا", ["هل أنت هنا؟", "نعم۔", "حسنا"]),
        (f"{CLAUSE} {CLAUSE} ดี", [CLAUSE, CLAUSE, "ดี"]),
        ("- one\n* two. Six\n1. four\n(b) five", ["- one", "* two.", "Six", "1. four", "(b) five"]),
        ("```py\nx = 1. Y\nreturn x\n```\nAfter.", ["x = 1. Y", "return x", "After."]),
        (f"{LONG}\ngoes on. New\n\nEnd", [f"{LONG} goes on.", "New", "End"]),
        (f"{LONG}\na) an item", [LONG, "a) an item"]),
    ],
)  # fmt: skip
def test_sentences(text: str, found: list[str]) -> None:
    """Marks and lines part them; what may be an abbreviation, a decimal or a quotation does not."""
    assert sentences(text) == found


@given(texts)
def test_nothing_is_lost(text: str) -> None:
    """Together they say all that the text says, but for white space and fences of code."""
    if "```" not in text:
        assert "".join("".join(sentences(text)).split()) == "".join(text.split())
