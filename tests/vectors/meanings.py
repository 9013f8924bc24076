"""Vectors without a model: words in hashed directions, and synonyms in one, English and Japanese.

The same text has the same vector on every machine. Texts without a common word or synonym have a
cosine near 0, the same words in another order 1.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from math import hypot

SYNONYMS = """
car automobile motorcar 車 自動車
inn hotel lodging guesthouse 宿 旅館 ホテル
doctor physician medic 医者 医師
begin start commence 始める 開始
buy purchase acquire 買う 購入
big large huge 大きい 巨大
small little tiny 小さい 小型
happy glad joyful 嬉しい 幸せ
sad unhappy sorrowful 悲しい
angry furious cross 怒る 立腹
fast quick rapid 速い 迅速
sick ill unwell 病気 具合
child kid youngster 子供 児童
house home dwelling 家 住宅
job occupation profession 仕事 職業
boss manager supervisor 上司
money cash funds お金 現金
gift present 贈り物 プレゼント
journey trip voyage 旅 旅行
road street avenue 道 道路
shop store boutique 店 商店
picture photo photograph 写真
film movie 映画
book novel 本 小説
dog hound puppy 犬
cat kitten 猫
sea ocean 海
forest woods 森
mountain peak 山
river stream 川
rain shower drizzle 雨
meal dinner supper 食事 夕食
breakfast 朝食 朝ご飯
lunch 昼食 昼ご飯
bread loaf パン
drink beverage 飲み物
tea 茶 紅茶
coffee espresso コーヒー 珈琲
wine wines ワイン
fish seafood 魚
meat beef 肉
vegetable greens 野菜
school academy 学校
teacher instructor 先生 教師
student pupil 学生 生徒
exam test quiz 試験
language tongue 言語 言葉
meeting conference 会議 打ち合わせ
error mistake fault 間違い エラー
repair fix mend 直す 修理
computer laptop pc パソコン 計算機
phone telephone mobile 電話 携帯
train railway 電車 列車
airport airfield 空港
plane aircraft jet 飛行機
bicycle bike cycle 自転車
friend pal buddy 友達 友人
wife spouse 妻 奥さん
mother mum mom 母 お母さん
father dad papa 父 お父さん
sister 姉 妹 姉妹
brother 兄 弟 兄弟
wedding marriage 結婚 結婚式
garden yard 庭
window pane 窓
music song tune 音楽 歌
sport athletics 運動 スポーツ
holiday vacation 休暇 休み
hospital clinic 病院 診療所
medicine drug pill 薬
"""
"""One meaning a line."""
DIMS = 256
FUNCTION_WORDS = """
a an and are as at be but by did do does for from had has have he her his i in is it its me my no
not of on or our she so some that the their them they this to us was we were what when where which
who why will with you your
"""
JAPANESE = re.compile("[\u3040-\u30ff\u3400-\u9fff々]+")
WORD = re.compile(r"[^\W_]+")
IGNORED = frozenset(FUNCTION_WORDS.split())
MEANINGS = {word: line.split()[0] for line in SYNONYMS.strip().split("\n") for word in line.split()}
IN_JAPANESE = sorted(filter(JAPANESE.fullmatch, MEANINGS), key=len, reverse=True)
ENDINGS = ("ies", "es", "s", "ing", "ed", "d")


def vector_of(text: str, dims: int = DIMS, salt: str = "") -> list[float]:
    """The vector of a text, of length 1; another `salt` is another model, unlike this one."""
    total = [0.0] * dims
    for term in terms_of(text) or [text]:
        for place, sign in enumerate(_direction(term, dims, salt)):
            total[place] += sign
    length = hypot(*total) or 1.0
    return [component / length for component in total]


def terms_of(text: str) -> list[str]:
    """What of a text has a meaning: its words by their synonyms, and pairs of Japanese signs."""
    lowered = text.lower()
    terms = list[str]()
    for run in JAPANESE.findall(lowered):
        terms += _japanese_terms(run)
    words = WORD.findall(JAPANESE.sub(" ", lowered))
    return terms + [_meaning(word) for word in words if word not in IGNORED]


def _japanese_terms(run: str) -> list[str]:
    terms = list[str]()
    for word in IN_JAPANESE:  # the longest first
        if word in run:
            terms += [MEANINGS[word]] * run.count(word)
            run = run.replace(word, " ")
    rest = [part for part in run.split() if len(part) > 1]
    return terms + [part[at : at + 2] for part in rest for at in range(len(part) - 1)]


def _meaning(word: str) -> str:
    """The first synonym of a word or of its stem, else the stem."""
    stems = [word.removesuffix(end) for end in ENDINGS if word.endswith(end) and len(word) > 4]
    known = [MEANINGS[form] for form in (word, *stems) if form in MEANINGS]
    return known[0] if known else min([word, *stems], key=len)


def _direction(term: str, dims: int, salt: str) -> list[int]:
    """A component of 1 or -1 for each dimension, by the hash of a term."""
    size = (dims + 7) // 8
    hashed = b"".join(
        blake2b(f"{salt}\0{term}\0{part}".encode(errors="replace"), digest_size=64).digest()
        for part in range(size // 64 + 1)
    )
    return [1 if hashed[place >> 3] >> (place & 7) & 1 else -1 for place in range(dims)]
