"""Questions about a time, in ten languages: memories of known days, and what a time names of them.

The memories say nothing of when they were, so that only their dates can answer. Each time is asked
by itself, in a question, and with a name that memories of other times have, too.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

from tests.bench.sets import Document, Question, Set

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NOW = datetime(2025, 10, 16, 12, tzinfo=UTC)
"""A Thursday."""
PERIODS: Mapping[str, tuple[date, date]] = {
    "yesterday": (date(2025, 10, 15), date(2025, 10, 15)),
    "day before": (date(2025, 10, 14), date(2025, 10, 14)),
    "last week": (date(2025, 10, 6), date(2025, 10, 12)),
    "last month": (date(2025, 9, 1), date(2025, 9, 30)),
    "weeks ago": (date(2025, 9, 29), date(2025, 10, 5)),
    "years ago": (date(2023, 1, 1), date(2023, 12, 31)),
    "month": (date(2025, 3, 1), date(2025, 3, 31)),
    "month of a year": (date(2024, 7, 1), date(2024, 7, 31)),
    "day": (date(2025, 5, 5), date(2025, 5, 5)),
    "ISO": (date(2025, 2, 20), date(2025, 2, 20)),
    "year": (date(2022, 1, 1), date(2022, 12, 31)),
}
"""The first and the last day of each time."""
SAID: Mapping[str, str] = {
    "en": "What happened {}?|yesterday|the day before yesterday|last week|last month|two weeks ago|"
    "two years ago|in March|in July 2024|on May 5, 2025|2025-02-20|in 2022",
    "de": "Was war {}?|gestern|vorgestern|letzte Woche|letzten Monat|vor zwei Wochen|"
    "vor zwei Jahren|im März|im Juli 2024|am 5. Mai 2025|2025-02-20|im Jahr 2022",
    "fr": "Que s'est-il passé {} ?|hier|avant-hier|la semaine dernière|le mois dernier|"
    "il y a deux semaines|il y a deux ans|en mars|en juillet 2024|le 5 mai 2025|2025-02-20|"
    "en 2022",
    "es": "¿Qué pasó {}?|ayer|anteayer|la semana pasada|el mes pasado|hace dos semanas|"
    "hace dos años|en marzo|en julio de 2024|el 5 de mayo de 2025|2025-02-20|en 2022",
    "it": "Cosa è successo {}?|ieri|l'altro ieri|la settimana scorsa|il mese scorso|"
    "due settimane fa|due anni fa|a marzo|a luglio 2024|il 5 maggio 2025|2025-02-20|nel 2022",
    "pt": "O que aconteceu {}?|ontem|anteontem|na semana passada|no mês passado|há duas semanas|"
    "há dois anos|em março|em julho de 2024|em 5 de maio de 2025|2025-02-20|em 2022",
    "nl": "Wat gebeurde er {}?|gisteren|eergisteren|vorige week|vorige maand|twee weken geleden|"
    "twee jaar geleden|in maart|in juli 2024|op 5 mei 2025|2025-02-20|in 2022",
    "ru": "Что было {}?|вчера|позавчера|на прошлой неделе|в прошлом месяце|две недели назад|"
    "два года назад|в марте|в июле 2024|5 мая 2025|2025-02-20|в 2022 году",
    "ja": "{}は何があった？|昨日|一昨日|先週|先月|二週間前|二年前|3月|2024年7月|"
    "2025年5月5日|2025-02-20|2022年",
    "zh": "{}发生了什么？|昨天|前天|上周|上个月|两周前|两年前|三月|2024年7月|"
    "2025年5月5日|2025-02-20|2022年",
}
"""A question for a time, and the same times in their order as they are said, by language."""
NAMES = ("Zsófia", "Bartek")
OTHER_DAYS = (
    date(2024, 1, 9), date(2024, 2, 27), date(2024, 4, 18), date(2024, 11, 30), date(2025, 1, 3),
    date(2025, 4, 11), date(2025, 6, 22), date(2025, 7, 30), date(2025, 8, 8), date(2025, 10, 16),
)  # fmt: skip
"""Days that no question means."""


def times(language: str) -> Set:
    """The memories, and the questions of a language."""
    documents = tuple(_documents())
    questions: list[Question] = []
    asked, *times_said = SAID[language].split("|")
    for said, (first, last) in zip(times_said, PERIODS.values(), strict=True):
        of_then = {
            one.key: one.text
            for one in documents
            if one.created and first <= one.created.date() <= last
        }
        gold = frozenset(of_then)
        questions += [Question(said, gold), Question(asked.format(said), gold)]
        name = NAMES[len(questions) // 2 % 2]
        named = frozenset(key for key, text in of_then.items() if name in text)
        questions.append(Question(f"{name} {said}", named))
    return Set(documents, tuple(questions), NOW)


def _documents() -> Iterator[Document]:
    """Two memories of each day, one of each name."""
    random = Random("times")
    middles = (first + (last - first) // 2 for first, last in PERIODS.values())
    for day in sorted({*middles, *OTHER_DAYS}):
        for hour, name in enumerate(NAMES, start=9):
            words = ("".join(random.choices("bdgklmnprst", k=6)) for _ in range(6))
            at = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(hours=hour)
            yield Document(f"{day}-{name}", f"{name}: {' '.join(words)}", at)
