"""The words of a question, cut in SQL as Python cuts those of the index."""

from __future__ import annotations

import random
import unicodedata
from typing import Any

import pytest

from memento_cli.core.text.words import KINDS, LETTER, MOST_TERMS, UNIT, split, terms
from memento_cli.hub.items import folded_word
from tests.conftest import examples
from tests.hub.servers import Server

TEXTS = """
What's the budget for Q3? See https://example.org/a_b?c=1 or ask ctx://person/ana about the rest.
The café's naïve résumé — "4,250.00 EUR" (v1.2.3), getUserProfile() & user_id=42; it's over. And so?
Müllers große Straße liegt am Fluß; daß er's weiß, ärgert Österreichs Übermut. ÄÖÜ ẞ
L'été dernier, j'ai mangé des œufs à Genève : ça m'a coûté 12 €. Où est-ce que l'on va ?
¿Cuándo nació el niño? Pingüinos, corazón, mañana y ¡acción! El 1.º de mayo.
Wczoraj żółw zjadł łosia w Łodzi; đđ Đ, øl på Ærø, İstanbul'da ılık ırmak, ŞIŞLI.
Мы ездили в Москву с ёжиком; ЁЛКА, подъезд, мой йогурт, война и мир, 3-й день.
Η Αθήνα είναι όμορφη. ΤΟ ΣΠΊΤΙ ΜΑΣ, ο Οδυσσεύς, ϊ ΐ ΰ, καλημέρα κόσμε.
قابلتُ أحمد في المدينة القديمة، والكتابُ على الطاولة ــــ بالعربية ٢٠٢٤ للأسف. این کتاب می‌خواهم
ראיתי את הדלת של הבית בירושלים, והילדים הלכו לבתי־הספר. שָׁלוֹם, מכתבים וספרים.
मैं कल दिल्ली गया था। हिन्दी में कितने शब्द हैं? १२३ क़लम, बच्चों की किताबें पढ़ीं।
আমি গতকাল ঢাকায় গিয়েছিলাম। নতুন বইগুলো কোথায়?
เมื่อวานฉันไปกรุงเทพฯ กับเพื่อน และกินข้าวผัด 2 จาน ราคา ๑๐๐ บาท ๆ
昨日、東京の歯医者に行きました。ﾊﾝｶｸ カタカナとひらがな、Ｗｉ－Ｆｉの設定を3回。神が見た
我昨天去了北京的图书馆，借了三本书。價錢是４２元。𠮷野家、𣎴
어제 서울에서 친구를 만났다. 회의는 오후 3시에 시작한다! ﾡ 한국어 처리
ພາສາລາວ ງາມ ខ្ញុំទៅផ្សារ ကျွန်ုပ် မြန်မာ
👩‍👩‍👧‍👦 and 👍🏽! ☕️ at 5°C © 2024 ® ½ ② Ⅷ ﬁne ǆ ª µm Å ① 1️⃣ a̲b x⃝ ＿
to be or not to be, that is the question; you and i, we were there
的 了 ก あ ア か の一
""".strip().splitlines()
RANGES = [
    (0x20, 0x600), (0x621, 0x64B), (0x900, 0x97F), (0xE01, 0xE3A), (0x1780, 0x17B4),
    (0x3041, 0x3100), (0x4E00, 0x4E80), (0xAC00, 0xAC40), (0x200B, 0x2070), (0xFF01, 0xFF70),
    (0x1F600, 0x1F610), (0xFE0E, 0xFE10),
]  # fmt: skip
OLD = unicodedata.ucd_3_2_0
"""Signs that were there in 2002 are the same in every later Unicode."""
ALL = "select memento.words(text), memento.terms(text) from unnest(%s::text[]) as text"
FOLDED = "select memento.folded(word) from unnest(%s::text[]) as word"
KIND = "select ascii(sign), memento.kind_of(sign) from unnest(%s::text[]) as sign"


@pytest.fixture
def hub(each_server: Server) -> Any:
    """A connection to an empty hub."""
    with each_server.connect(each_server.database()) as connection:
        yield connection


def _is_old(sign: str) -> bool:
    return OLD.category(sign) not in ("Cn", "Cs")


def _random_texts(count: int) -> list[str]:
    """Texts that nobody writes, of signs of all scripts."""
    signs = [chr(code) for first, end in RANGES for code in range(first, end) if _is_old(chr(code))]
    choose = random.Random(7)
    return ["".join(choose.choices(signs, k=40)) for _ in range(count)]


def test_texts_are_cut_in_sql_as_in_python(hub: Any) -> None:
    """Texts in twenty languages and of random signs have the same words and terms, folded alike."""
    texts = [*TEXTS, *(f"{one} {other}" for one in TEXTS for other in TEXTS[:4])]
    texts += _random_texts(examples(400))
    for text, (words, asked) in zip(texts, hub.execute(ALL, (texts,)), strict=True):
        assert words == split(text), text
        assert asked == terms(text), text
    words = sorted({word for text in texts for word in split(text)})
    folded = [word for (word,) in hub.execute(FOLDED, (words,))]
    assert folded == list(map(folded_word, words))


def test_of_a_long_text_the_same_terms_are_looked_for(hub: Any) -> None:
    """Of more than 128 terms single signs are left out, and then the last."""
    long = "".join(map(chr, range(0x4E00, 0x4E00 + 100))), " ".join(f"word{n}" for n in range(200))
    texts = [*long, " ".join(long), " ".join(map(chr, range(0x4E00, 0x4E00 + 300))), ""]
    for text, (_, asked) in zip(texts, hub.execute(ALL, (texts,)), strict=True):
        assert asked == terms(text)
        assert len(asked) <= MOST_TERMS


def test_every_sign_is_of_the_same_kind(hub: Any) -> None:
    """What separates words, what is a letter and what is a mark is told by one table in each."""
    names = {name: kind for kind, name in enumerate(("letter", "rooted", "mark", "unit"))}
    names |= {"symbol": UNIT + 1, "gap": UNIT + 2, "modifier": UNIT + 3}
    assert names["letter"] == LETTER
    signs = [sign for code in range(128, 0x20000) if _is_old(sign := chr(code))]
    kinds = {chr(code): names[name] for code, name in hub.execute(KIND, (signs,))}
    assert kinds == {sign: KINDS[sign] for sign in signs}


def test_every_letter_is_folded_alike(hub: Any) -> None:
    """Case and accents go from the same letters, as far as normal forms have them."""
    signs = [chr(code) for code in range(0x80, 0x3000) if _is_old(chr(code))]
    usual = [sign for sign in signs if unicodedata.normalize("NFKC", sign) == sign]
    folded = [sign for (sign,) in hub.execute(FOLDED, (usual,))]
    assert dict(zip(usual, folded, strict=True)) == {sign: folded_word(sign) for sign in usual}
