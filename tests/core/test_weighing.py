"""What is taken for a preference, a rule or a long-term goal, and what is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.memory.weighing import HEAVY, weighed

SAID = {
    "Alex prefers tea to coffee": "preference",
    "Sunlight in the kitchen is my favourite": "preference",
    "Viktor's favorite editor is Helix": "preference",
    "Mara likes dark mode": "preference",
    "I'd rather work late; I would rather not meet before ten": "preference",
    "Never deploy on a Friday": "rule",
    "Back from the review. Always run the migrations twice": "rule",
    "Migrations must never drop a column": "rule",
    "From now on invoices go to Ana": "rule",
    "Rule: no phones at dinner": "rule",
    "Her long-term goal is a farm in the Alentejo": "goal",
    "My goal is to run a marathon by 2027": "goal",
    "Wants to become a midwife": "goal",
    "紅茶の方が好き": "preference",
    "デプロイの前に必ずテストを実行すること": "rule",
    "金曜日にデプロイしてはいけない": "rule",
    "長期目標：海の近くに住む": "goal",
    "Mara bevorzugt kurze E-Mails": "preference",
    "Er trinkt lieber Tee als Kaffee": "preference",
    "Lieblingsfarbe: Grün": "preference",
    "Man darf niemals ohne Backup migrieren": "rule",
    "Regel: freitags kein Deployment": "rule",
    "Mein Ziel ist ein eigener Laden": "goal",
    "Ana prefiere reuniones por la mañana": "preference",
    "Nunca desplegar un viernes": "rule",
    "A partir de ahora las facturas van a Ana": "rule",
    "Mi objetivo es vivir junto al mar": "goal",
    "Ela prefere café": "preference",
    "Nunca publicar à sexta-feira": "rule",
    "Meu sonho é morar perto do mar": "goal",
    "Il préfère le thé": "preference",
    "Il ne faut jamais déployer le vendredi": "rule",
    "Son objectif est de vivre au bord de la mer": "goal",
}
NOT_SAID = (
    "Do you prefer tea or coffee?",
    "The post got 42 likes",
    "Never mind, the build is green again",
    "Never been to Porto before",
    "Always a pleasure to see Viktor",
    "The tests must be green",
    "Fixed the rule engine",
    "Scored a goal in the last minute",
    "The preferences page crashes",
    "Looks like rain",
    "Lieber Viktor, danke für den Brief",
    "Das mag sein",
    "Er ist immer noch krank",
    "Nunca llegó la carta",
    "Toujours en retard",
    "たぶん好きになれない",
    "サッカーでゴールを決めた",
    "",
)


@pytest.mark.parametrize("text", SAID)
def test_what_weighs_more(text: str) -> None:
    """Preferences, rules and long-term goals are known by how they are put, in six languages."""
    found = weighed(text)
    assert found is not None
    assert (found.sort, found.importance) == (SAID[text], HEAVY)
    assert found.words in text


@pytest.mark.parametrize("text", NOT_SAID)
def test_what_does_not(text: str) -> None:
    """A word alone says nothing, nor does a question."""
    assert weighed(text) is None


def test_topics_say_it_outright() -> None:
    """A topic such as pref:coffee is a sign; one that only looks like it is none."""
    assert weighed("Flat white, no sugar", ["food", "pref:coffee"]) == (
        HEAVY, "preference", "pref:coffee",
    )  # fmt: skip
    found = {topic: weighed("x", [topic]) for topic in ("Rules", "goal", "prefix", "ruler:x")}
    assert {topic: one and one.sort for topic, one in found.items()} == {
        "Rules": "rule", "goal": "goal", "prefix": None, "ruler:x": None,
    }  # fmt: skip


def test_the_reason_is_told() -> None:
    """What was inferred is said with the words that it was inferred from."""
    found = weighed("Alex prefers tea")
    assert found is not None
    assert found.reason == "importance 0.8: a preference ('prefers')"


@given(st.text(), st.lists(st.text()))
def test_any_text_is_weighed(text: str, topics: list[str]) -> None:
    """Whatever is recorded, the answer is an importance with a sign that stands there, or none."""
    found = weighed(text, topics)
    assert found is None or (found.words in text or found.words in topics)
