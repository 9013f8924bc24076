"""Stages of life, and how hits are spread over them (document 003 §6-3, 6-4).

A question without a time, such as "at school …", should find memories of every stage. So hits are
spread over the stages and over steps of five years; none is dropped.
"""

from __future__ import annotations

from datetime import MAXYEAR, MINYEAR, timedelta

from memento_cli.core.text.normal_forms import folded
from memento_cli.core.text.words import is_unit
from memento_cli.named_tuple import NamedTuple, TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.recall.query import Hit

ELEMENTARY, MIDDLE, HIGH, UNIVERSITY, WORK = STAGES = (
    "elementary", "middle", "high", "university", "work",
)  # fmt: skip
UNKNOWN = "unknown"
EXPLICIT, RECENT = "explicit_about_time", "associative_recent"
PER_BUCKET = 5
STEP_YEARS = 5
SCHOOLS = STAGES[:4]
"""The stages at which one is at a school; `school` or 学校 alone asks for each of them."""
SCHOOL_WORDS = (
    " school schools schooldays schule schulen schulzeit ecole escuela colegio scuola escola школа"
    " школе школу школы "
)
PARTICLES = "でにのへはがをとも"
FRAMES = "ことある", "ことがある", "こと", "事", "とき", "時", "話", "思い出", "経験", "エピソード"
"""Words that end a Japanese question for what was."""
OTHER_SCHOOLS = frozenset(("old", "driving", "dance", "riding", "swimming", "sunday", "evening"))
"""Words before `school` that make it one of no stage."""
ANY_ZONE = timedelta(hours=14)
"""No time zone is farther from UTC than this."""

SCHOOL = r"[\s-]?school(?:er)?s?"
JOBS = r"(?:my|his|her|our|their|new|first|last|old|previous|summer|part-time|full-time|day) jobs?"
ENGLISH: Mapping[str, str] = {
    ELEMENTARY: rf"(?:elementary|primary|grade){SCHOOL}",
    MIDDLE: rf"middle{SCHOOL}|junior[ -](?:high(?:{SCHOOL})?|secondary{SCHOOL})",
    HIGH: rf"(?:senior[ -])?(?:high|secondary){SCHOOL}|senior[ -]high",
    UNIVERSITY: rf"universit(?:y|ies)|(?<!electoral )colleges?|grad(?:uate)?{SCHOOL}"
    r"|undergrad(?:uate)?s?|(?:at|in|from|to|after|during|my) uni",
    WORK: rf"(?<!hard )at work|(?:after|off) work|{JOBS}|job (?:interview|offer)s?|workplace"
    r"|my (?:career|boss|office)|co-?workers?|colleagues?",
}
"""Whole words that name a stage. `work` and `job` alone can mean other things, too."""
ELSEWHERE = r"teachers?|principals?|professors?|reunions?|musical"
"""Words that, after the name of a school, tell of another time, or of none."""
JAPANESE: Mapping[str, str] = {
    ELEMENTARY: r"小学(?:校|生|時代|[1-6一二三四五六]年)",
    MIDDLE: r"(?<![途日年界夜週月間最熱集学夢業行事務])中学(?![んびぶべ習])"
    r"|(?<![一-龥の])中[1-3](?=[年ので])",
    HIGH: r"(?:高校|高等学校|[男女]子高)(?!野球|教)"
    r"|(?<![一-龥ァ-ー])高(?:[1-3](?=[年生組時頃春夏秋冬のでにはがをもとだまかっ、。!?\s]|$)"
    r"|[一二三](?![十百病つ]))",
    UNIVERSITY: r"(?<![最巨拡過絶偉膨甚増重盛多莫寛肥])大学(?!病院|ノート|芋|いも|教|習|ぶ|び)",
    WORK: r"社会人|仕事|職場|会社員|上司|同僚",
}
"""学校 alone names no stage. A neighbour can make a name another word: 途中学ぶ, 標高1メートル."""
OTHERS: Mapping[str, str] = {
    ELEMENTARY: "grundschule volksschule ecole_primaire ecole_elementaire escuela_primaria"
    " scuola_elementare scuole_elementari alle_elementari scuola_primaria escola_primaria"
    " ensino_fundamental basisschool lagere_school начальная_школа начальнои_школе"
    " начальную_школу 上小学 在小学 读小学 小学的 小学时",
    MIDDLE: "mittelschule au_college du_college la_secundaria escuela_secundaria scuola_media"
    " scuole_medie alle_medie 上初中 读初中 初中的 初中时 初中生",
    HIGH: "am_gymnasium im_gymnasium aufs_gymnasium dem_gymnasium oberschule oberstufe lycee"
    " bachillerato preparatoria liceo scuola_superiore scuole_superiori alle_superiori ensino_medio"
    " middelbare_school старшие_классы старших_классах 上高中 读高中"
    " 高中的 高中时 高中生",
    UNIVERSITY: "universitat hochschule an_der_uni im_studium universite a_la_fac universidad"
    " universita universidade faculdade universiteit hogeschool университет университета"
    " университете вуз вузе",
    WORK: "bei_der_arbeit auf_der_arbeit am_arbeitsplatz kollegen au_travail collegues"
    " en_el_trabajo al_lavoro sul_lavoro colleghi no_trabalho op_het_werk на_работе"
    " 上班 公司 同事们",
}
"""Words of other languages, as `folded` leaves them, `_` for the blank within one."""
ALONE: Mapping[str, str] = {
    ELEMENTARY: "elementary primaria elementari 小学",
    MIDDLE: "middle collège secundaria medie 初中",
    HIGH: "high gymnasium 高中",
    UNIVERSITY: "university uni",
    WORK: "work job jobs office career arbeit travail trabajo lavoro trabalho werk работа"
    " 会社 工作",
}
"""Words that name a stage if they are the whole text."""
READ_SIGNS = 20_000
"""The number of characters of a text that are read."""
YEAR = r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])"
T = TypeVar("T")


class Mode(NamedTuple):
    """How a question is recalled, with the year and the stage that it names, if any."""

    mode: str
    year: int | None = None
    life_stage: str | None = None


def stages_in(text: str) -> tuple[str, ...]:
    """The stages that a text names, in the order of a life."""
    text = normalized(text)
    patterns = [_english()] if text.isascii() else [_english(), _japanese()]
    names = {match.lastgroup for pattern in patterns for match in pattern.finditer(text)}
    plain = folded(text)
    return tuple(
        stage
        for stage in STAGES
        if stage in names or any(_stands(name, plain) for name in OTHERS[stage].split())
    )


def _stands(name: str, text: str) -> bool:
    """Whether a name stands in a text; where words have spaces, as a whole."""
    name = name.replace("_", " ")
    at = text.find(name)
    while at >= 0 and not is_unit(name[0]):
        end = at + len(name)
        if not (text[max(0, at - 1) : at].isalnum() or text[end : end + 1].isalnum()):
            return True
        at = text.find(name, end)
    return at >= 0


def stage_named(text: str) -> str | None:
    """The stage that a text of its own names: high, at work, 高校の頃; None if it names none or
    several."""
    words = " ".join(normalized(text).split())
    alone = tuple(stage for stage in STAGES if words in ALONE[stage].split())
    stages = alone or stages_in(words)
    return stages[0] if len(stages) == 1 else None


def stage_of(more: Mapping[str, Any]) -> str | None:
    """The stage of life that a memory's `more` says, in whatever words."""
    text = more.get("memory.about.life_stage")
    return stage_named(text) if isinstance(text, str) else None


def without_school(words: Sequence[str]) -> tuple[str, ...] | None:
    """The words of a question without the one for a school of any stage; None if it has none, or
    names a stage."""
    parts = " ".join(words).split()
    left = tuple(filter(None, map(_without_school, ["", *parts], parts)))
    return None if list(left) == parts or stages_in(" ".join(parts)) else left


def _without_school(before: str, word: str) -> str:
    """A word without 学校, or nothing if it is `school`, unless the word before makes it another
    one: driving school, 音楽学校."""
    plain = folded(word).strip("?!.,;:'\"()¿¡").replace("’", "'").rpartition("'")[2]  # à l'école
    if f" {plain} " in SCHOOL_WORDS:
        return word if before.lower() in OTHER_SCHOOLS else ""
    place = word.find("学校")
    if place < 0 or (place and "一" <= word[place - 1] <= "龥"):
        return word
    return word[:place] + _without_frame(word[place + 2 :].lstrip(PARTICLES))


def _without_frame(text: str) -> str:
    """A question without the words at its end that only say that it is one: 怒られた話."""
    text = text.rstrip("?？。!！")
    end = next((end for end in FRAMES if text.endswith(end)), "")
    return text.removesuffix(end).removesuffix("の")


def year_in(text: str) -> int | None:
    """The first year from 1900 to 2099 in a text, if it is no part of a longer number."""
    import re  # which few recalls need

    match = re.search(YEAR, normalized(text))
    return int(match[0]) if match else None


def recall_mode(text: str) -> Mode:
    """The mode of a question by the time that it names; of several stages the earliest counts."""
    year, stages = year_in(text), stages_in(text)
    mode = EXPLICIT if year or stages else RECENT
    return Mode(mode, year, next(iter(stages), None))


def life_stage_bucket(stage: str | None) -> str:
    """The stage, or `unknown` if it is none of STAGES."""
    return stage if stage in STAGES else UNKNOWN


def year_bucket(first: int | None, last: int | None) -> str:
    """The five years, such as `2015-2019`, with the middle of these years; `unknown`
    without any."""
    years = [year for year in (first, last) if year and year > 0]
    middle = sum(years) // len(years) if years else 0
    if not 0 < middle <= 9999:
        return UNKNOWN
    start = middle - middle % STEP_YEARS
    return f"{start}-{start + STEP_YEARS - 1}"


def spread(
    items: Sequence[T], buckets: Callable[[T], Sequence[str | None]], per_bucket: int = PER_BUCKET
) -> list[T]:
    """The items in their order, but those beyond the limit of a bucket behind all others.

    An item is in one bucket of each sort, and each sort is counted by itself; a bucket None counts
    nothing. No item is dropped.
    """
    counts: dict[tuple[int, str | None], int] = {}
    first, behind = list[T](), list[T]()
    for item in items:
        own_buckets = [bucket for bucket in enumerate(buckets(item)) if bucket[1] is not None]
        is_full = any(counts.get(bucket, 0) >= per_bucket for bucket in own_buckets)
        (behind if is_full else first).append(item)
        for bucket in () if is_full else own_buckets:
            counts[bucket] = counts.get(bucket, 0) + 1
    return first + behind


def spread_hits(
    hits: Sequence[Hit], per_bucket: int = PER_BUCKET, stages: Mapping[str, str] = {}
) -> list[Hit]:
    """The hits spread over the stages of life and the years that they are about; with 0 as they
    are.

    Hits about an unknown time push none back. `stages` are the stages that a question asks for,
    each with the id of the hit that answers best there: after the very best hit, those of the other
    stages come first.
    """
    if not per_bucket:
        return list(hits)

    def known_buckets(hit: Hit) -> list[str | None]:
        return [None if bucket == UNKNOWN else bucket for bucket in buckets_of(hit.memory.more)]

    spread_out = spread(hits, known_buckets, per_bucket)
    if not stages:
        return spread_out
    own = stage_of(spread_out[0].memory.more) if spread_out else None
    asked = {id for stage, id in stages.items() if stage != own}
    return [
        *spread_out[:1],
        *(hit for hit in spread_out[1:] if hit.id in asked),
        *(hit for hit in spread_out[1:] if hit.id not in asked),
    ]


def buckets_of(more: Mapping[str, Any]) -> tuple[str, str]:
    """The buckets of the stage of life and of the years in a memory's `more`."""
    first = _year(more, "memory.about.year_start", "memory.about.start", ANY_ZONE)
    last = _year(more, "memory.about.year_end", "memory.about.end", -ANY_ZONE)
    return life_stage_bucket(stage_of(more)), year_bucket(first, last)


def normalized(text: str) -> str:
    """The part of the text that is read, in lower case and NFKC: ２０１８ is 2018."""
    text = text[:READ_SIGNS]
    if not text.isascii():
        from unicodedata import normalize  # a slow import

        text = normalize("NFKC", text)[:READ_SIGNS]  # one character can become 18
    return text.lower()


def _english() -> re.Pattern[str]:
    import re  # which caches compiled patterns

    named = _alternatives(ENGLISH)
    return re.compile(rf"(?<![a-z0-9-])(?:{named})(?![a-z-])(?!(?:'s)? (?:{ELSEWHERE})\b)")


def _japanese() -> re.Pattern[str]:
    import re

    return re.compile(_alternatives(JAPANESE))


def _alternatives(words: Mapping[str, str]) -> str:
    return "|".join(f"(?P<{stage}>{either})" for stage, either in words.items())


def _year(more: Mapping[str, Any], year: str, moment: str, inwards: timedelta) -> int | None:
    """The year under a key, or that of a moment; the first and the last year of the calendar mean
    none."""
    year_said: int | None = more.get(year)
    at: datetime | None = more.get(moment)
    if year_said or at is None or not MINYEAR < at.year < MAXYEAR:
        return year_said
    return (at + inwards).year
