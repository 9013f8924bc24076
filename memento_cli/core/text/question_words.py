"""Words by which a question in German, French, Spanish, Italian, Portuguese, Dutch or Russian is
asked, and which say nothing by themselves: `wo ist die`. Those of English are `STOP_WORDS` in
`words.py`.

Each table is a text of words without accents: words of that language alone, then words that are
words of English, too. One of the first and another word tell the language.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LANGUAGES = (
    (
        " der das dem des ein eine einen einem einer und oder ist sind wie wo wer wann warum wieso"
        " welche welcher welches wir ihr sie ich du er es mein meine meinen meinem meiner dein"
        " deine unser unsere nicht auch auf im beim zum zur mit von vom fur aus bei nach uber hatte"
        " habe haben wird werden wurde noch schon denn seit bin bis ohne ",
        " die den war waren hat mal was in an am so also ",
    ),
    (
        " le les une des du et ou est sont etait qui que quoi quel quelle quels quelles quand"
        " comment pourquoi combien je tu il elle nous vous ils elles mon ma mes ton ta tes sa ses"
        " notre votre ce cette ces dans avec pas ne au aux en qu est-ce qu'est-ce ont ete avons ai"
        " c d j l y ",
        " la de un a on son sur sous par pour plus m n s t as ",
    ),
    (
        " el los las una unos unas del es son era fue que quien quienes cuando donde cuanto cuantos"
        " por para en al mi mis tu tus su sus se lo le nos yo ha han hay cual y ",
        " la de un o como con sin me te he no a ",
    ),
    (
        " il lo gli una uno di del della dei delle degli sono era che chi quando dove perche quanto"
        " nel nella al alla mi ti si ci ho ha hanno mio mia e ",
        " la le un i o con come per in no a ",
    ),
    (
        " os um uma do da dos das foi sao que quem quando onde porque por para com sem em na nos"
        " nas ao meu minha seu sua eu ele ela e qual ",
        " o a as de ou como se no me ",
    ),
    (
        " het een en zijn wie wat waar wanneer waarom hoe ik jij hij zij wij mijn jouw haar niet"
        " ook met van voor aan bij naar heb heeft welke ",
        " de of is was we je op had had die in ",
    ),
    (
        " в во на с со к из у за по о об от до и а но не что как где кто чем когда почему сколько"
        " какои какая какие я ты он она мы вы их его мне мои моя был была было были это для при ",
        "",
    ),
)
LEAST = 2
"""Words of a language that tell a question in it, one of them of it alone."""


def telling_words(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a question, as they were typed, without those that only ask; all of them if
    there are no others, or its language is not told."""
    from memento_cli.core.text.normal_forms import folded

    bare = [folded(word).replace("’", "'").strip(".,;:!?¿¡") for word in words]
    counts = [(_count(bare, own), _count(bare, shared)) for own, shared in LANGUAGES]
    most = max(counts)
    if not most[0] or sum(most) < LEAST:
        return tuple(words)
    own, shared = LANGUAGES[counts.index(most)]
    table = own + shared
    pairs = zip(words, bare, strict=True)
    return tuple(word for word, one in pairs if not _is_in(one, table)) or tuple(words)


def _count(words: Iterable[str], table: str) -> int:
    return sum(_is_in(word, table) for word in dict.fromkeys(words))


def _is_in(word: str, table: str) -> bool:
    """Whether a word is in a table, or all that an apostrophe joins."""
    if not word or "'" not in word:
        return f" {word} " in table
    return f" {word} " in table or all(f" {part} " in table for part in word.split("'"))
