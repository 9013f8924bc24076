"""The importance of a memory by its words: preferences, rules and long-term goals have more.

Document 002, 4.1: importance is explicit or inferred. The patterns are turns of phrase that hardly
mean anything else, so many preferences are missed, and few other memories are taken for one.
"""

from __future__ import annotations

import re

from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

HEAVY = 0.8
"""The importance of a preference, a rule or a long-term goal; others have 0.5."""
DO = """
    add answer ask assume avoid back book call check close commit confirm copy delete deploy edit
    email format include keep leave lock log make merge open pay publish push put quote release
    remove reply respond restart review run save send set share show sign start stop store suggest
    take tell test touch trust turn update use verify wait wear write
"""
"""The verbs that follow `always` or `never` at the beginning of an English rule."""
PREFERENCES = r"""
\bprefers?\b
\bwould (?:much )?rather\b
\bpreference (?:is|for)\b
\b(?:is|are|'s|’s) (?:one of )?(?:my|his|her|their|our) (?:\w+ )?favou?rites?\b
\b(?:my|his|her|their|our|\w+['’]s) favou?rite(?: [\w-]+){0,4} (?:is|are)\b
\b(?:can't|can’t|cannot) stand\b
\bdislikes\b
\b(?:he|she|user|(?-i:[A-Z][\w-]+)) (?:really )?(?:likes|loves|hates)\b(?! it\b)
が大?好き|が大?嫌い|を好む|お気に入りは|好みは
\bbevorzug(?:e|t|en)\b
\blieber \w+(?: \w+){0,4} als\b
\bam liebsten\b
\blieblings\w+
\bmag kein\w*\b
\bkann \w+(?: \w+){0,2} nicht (?:leiden|ausstehen)\b
\bprefier(?:e|o|en)\b
\b(?:le|me|les) gustan? más\b
\bno soport[ao]\b
\bprefer(?:e|em)\b|\bprefiro\b
\bgost[ao] mais de\b
\bnão suport[ao]\b
\b(?:mi|su|meu|minha|seu|sua)s? \w+ (?:favorit|preferid)[oa]s?\b
\bpréfère(?:nt|s)?\b
\b(?:mon|ma|mes|son|sa|ses) \w+ préférée?s?\b
\baime(?:nt)? mieux\b
\bne supporte pas\b
"""
RULES = rf"""
^(?:always|never) (?:{"|".join(DO.split())})\b
\b(?:must|should) (?:always|never)\b
\bfrom now on\b
^(?:house )?rules?:|^policy:
\b(?:is|are) (?:forbidden|prohibited|not allowed to)\b
必ず[^。]*(?:こと|ください|べき)
(?:決して|絶対に)[^。]*(?:ない|こと)
ては(?:いけない|いけません|ならない|なりません)
今後は[^。]*(?:こと|ください)
^ルール[:：は]|禁止$
^niemals\b
\b(?:muss|müssen|sollen?) immer\b
\b(?:darf|dürfen|sollen?) nie(?:mals)?\b
\bab sofort\b|\bvon jetzt an\b
\b(?:ist|sind) verboten\b
^(?:siempre|nunca|sempre) \w+(?:ar|er|ir)\b
\b(?:hay que|se debe) siempre\b|\b(?:siempre|nunca) (?:hay que|se debe)\b
\bdevem? sempre\b|\bnunca devem?\b
\ba partir (?:de ahora|de agora)\b
\b(?:están?|é|são) proh?ibid[oa]s?\b
^(?:toujours|jamais|ne jamais) \w+(?:er|ir|re)\b
\bil faut toujours\b|\bil ne faut (?:jamais|pas)\b|\bne doi(?:t|vent) jamais\b
\bà partir de maintenant\b
\b(?:est|sont) interdite?s?\b
^(?:regel|regla|regra|règle) ?:
"""
GOALS = r"""
\b(?:my|his|her|their|our|'s|’s|life|career|personal) (?:\w+ )?(?:goal|ambition|dream) is\b
\blong-term (?:goal|plan|aim)s?\b
\b(?:life|career) goals?\b
^goals?:
\bwants? to become\b
\bdreams? of (?:becoming|being|living|owning)\b
目標[は:：]|長期目標|将来の夢|を目標に
\b(?:mein|sein|ihr|unser)\w* (?:\w+ )?(?:lebens)?ziel (?:ist|bleibt)\b
\blangfristig\w* ziele?\b
\b(?:mein|sein|ihr) (?:\w+ )?traum ist\b
\b(?:objetivo|meta)s? (?:a largo plazo|(?:de|a) longo prazo)\b
\b(?:mi|su|nuestr[oa]) (?:objetivo|meta|sueño) es\b
\b(?:meu|minha|seu|sua|noss[oa]) (?:objetivo|meta|sonho) é\b
\bobjectifs? à long terme\b
\b(?:mon|son|notre|leur) (?:objectif|but|rêve) est\b
\brêve de devenir\b
"""
PATTERNS: Mapping[str, re.Pattern[str]] = {
    sort: re.compile("|".join(patterns.split("\n")[1:-1]), re.IGNORECASE)
    for sort, patterns in (("preference", PREFERENCES), ("rule", RULES), ("goal", GOALS))
}
NAMES: Mapping[str, str] = {
    "preference": "a preference", "rule": "a rule", "goal": "a long-term goal",
}  # fmt: skip
TOPICS = {"pref": "preference", "preference": "preference", "rule": "rule", "goal": "goal"}
SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？\n]*")
QUESTION = "?？"
LOOKED_AT = 500  # the first characters of a summary, which tell what it is


class Weighed(NamedTuple):
    """An inferred importance, 0 to 1, with the sort of memory and the words that it was inferred
    from."""

    importance: float
    sort: str
    words: str

    @property
    def reason(self) -> str:
        """The inference in words."""
        return f"importance {self.importance:g}: {NAMES[self.sort]} ('{self.words}')"


def weighed(summary: str, topics: Iterable[str] = ()) -> Weighed | None:
    """The importance that a summary and its topics imply; None where they imply none.

    A topic such as `pref:coffee` (document 002, 3) states it. Questions imply nothing.
    """
    return next(_inferences(summary, topics), None)


def _inferences(summary: str, topics: Iterable[str]) -> Iterator[Weighed]:
    for topic in topics:
        sort = TOPICS.get(topic.partition(":")[0].lower().removesuffix("s"))
        if sort:
            yield Weighed(HEAVY, sort, topic)
    for text in SENTENCE.findall(summary[:LOOKED_AT]):
        sentence = text.strip()
        for sort, pattern in PATTERNS.items():
            match = None if sentence[-1:] in QUESTION else pattern.search(sentence)
            if match:
                yield Weighed(HEAVY, sort, match.group())
