"""Words that only ask, by language; and Han signs in their other writings."""

from __future__ import annotations

import pytest

from memento_cli.core.text.han import OTHER, SIMPLIFIED, other_writings
from memento_cli.core.text.question_words import telling_words


@pytest.mark.parametrize(
    ("asked", "telling"),
    [
        ("wo ist die Karte", "Karte"),
        ("Wie spät ist es in Tokio?", "spät Tokio?"),
        ("qu'est-ce que j'ai mangé chez Paul", "mangé chez Paul"),
        ("quand est le rendez-vous", "rendez-vous"),
        ("dónde está el coche de mi tía", "está coche tía"),
        ("dove sono le chiavi della macchina", "chiavi macchina"),
        ("onde está o carro do meu avô", "está carro avô"),
        ("waar heb ik mijn sleutels", "sleutels"),
        ("wann kommt die Waschmaschine", "kommt Waschmaschine"),
        ("wo ist die", "wo ist die"),
        ("war movie hat", "war movie hat"),
        ("die hard poster", "die hard poster"),
        ("la paz hotel", "la paz hotel"),
    ],
)
def test_what_only_asks_is_left_out(asked: str, telling: str) -> None:
    """Two words of a language, one of it alone, tell a question in it, and those that only ask go;
    a question of nothing else, and one in English, keeps all."""
    assert " ".join(telling_words(asked.split())) == telling


def test_han_signs_have_other_writings() -> None:
    """What is traditional, simplified or newer Japanese is found by each other."""
    assert "臺北" in other_writings("台北") and "台北" in other_writings("臺北")
    assert (
        "學校" in other_writings("学校") and other_writings("天气") and not other_writings("人口")
    )
    assert len(OTHER) == len(SIMPLIFIED) == len(set(OTHER))
    assert set(OTHER).isdisjoint(SIMPLIFIED)
    assert len(other_writings("发" * 30)) == 16
