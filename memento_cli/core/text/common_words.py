"""Words that name no subject: what people say about anything, and of the weather and meals.

Statistics tell function words from subjects only in much text; a talk of an hour has too little for
that. What the tables of function words, numbers, greetings, weekdays and months have is not written
here again. Words of other languages are left to the statistics of a store.
"""

from __future__ import annotations

from memento_cli.core.text.function_words import ARTICLES, JOINING, KINDS, MOMENTS
from memento_cli.core.text.greetings import GREETINGS
from memento_cli.core.text.normal_forms import folded
from memento_cli.core.text.word_forms import NUMBERS
from memento_cli.core.text.words import STOP_WORDS
from memento_cli.core.time.time_words import MONTHS, WEEKDAYS

ENGLISH = """
    able absolutely afternoon ago agree ah ain alone alright amaze amazing annoying anybody
    anymore anyone anything anyway aren around ask asked asking awesome awful awhile bad badly
    became become bed began begin believe best better big bigger bit bored boring breakfast
    bring brings brought busy call called calls came care cause certain certainly challenge
    challenges chance check clear clearly close coffee cold come comes coming cool couldn couple
    crazy cute dad date day days deal dear decide decided decision delicious didn different
    dinner doesn don't dream easy eat eating either else end enjoy enjoyed enjoying enough
    especially even evening ever everybody everyone everything exactly excited exciting
    experience experiences fact fair family fantastic far faster feel feeling feelings feels
    felt fifty finally find fine focus follow forever forget forgot forty forward found free
    fresh friend friends full fully fun funny gave gets getting give given gives glad go goal
    goals goes going gone gonna good gorgeous gotten great guess hadn haha hang happen happened
    happens happy hard hasn hate haven hear heard heart hell help helped helpful helping helps
    high hold home hope hoping hot hour hours hug huge i'll i'm i've idea idk impressive
    incredible inspire inspired inspiring instead interested interesting isn it's job journey
    keep keeping kept kid kids kind kinda knew know knowing known large late lately laugh learn
    learned learning leave let let's life light like liked likes line listen live lol long
    longer look looked looking looks lot lots love loved lovely loves loving luck lucky lunch
    mad made make makes making man many matter maybe mean means meant meet memories memory met
    mind minute minutes miss missed mom moment moments month months mood morning mostly move
    much mum myself name near need needed needs new news nice night nope normal notice noticed
    old open opportunity others ought part pass passion passionate past people perfect perhaps
    person photo pic pick picture place plan plans pleased plenty point possible powerful pretty
    probably problem proud put question quick quickly quiet rain raining rains rainy rather
    reach read ready real reason recent recently relax reminded reminds rest room said saw say
    saying says see seeing seem seemed seems seen sense sent set several shall share shared
    sharing short shouldn show showed side simple sit sleep sleeping slept slow slower slowly
    small smaller snow somebody someday someone something somewhere sorry sort sound sounds
    special spend spent staff start started starting starts stay stayed step stop stopped story
    strong stuff suggest summer sun sunny super support sure surely surprise surprised sweet
    take taken takes taking talk talked talking tea tell telling tells terrible thank thankful
    that's there's thing things thinking thinks thirty tho thought thoughts time times tired
    together told took total totally tough tried true truly trust try trying turn turned type
    ugh understand upset use used useful using usual visit wait waiting wake walk want wanted
    wanting wants warm wasn wasn't watch watched way ways weather week weekend weeks weird
    welcome went weren wet what's whatever whenever whether whole wild win wind winter wish woke
    woman won won't wonder wonderful wondering word words work worked working works world
    worried worry worse worst worth wouldn wow write writing wrong yay yea year years yet you'd
    you'll you're young
"""
GERMAN = """
    abend abends allem allen aller alles alt andere anderen anderer anders angerufen arbeit
    arbeiten beides bekommen besser beste besten bestimmt bin bisschen bist bleiben brauche
    brauchen braucht bruder damit danach dann daran darauf darf dass davon dazu deine deinem
    deinen deiner denke denken denn deshalb dich dies diese diesem diesen dieser dieses dir dort
    durch dürfen echt egal eher eigentlich eines einfach einige einmal endlich erst essen etwas
    euch euer fertig finde finden findet frage fragen freue freuen freund freunde freut früh
    früher gab ganz ganze ganzen gar geb geben gefallen gefällt gegangen gegeben gehen gehst
    geht gehört gekommen gemacht genau genug gern gerne gesagt gesehen gewesen geworden gibt
    ging glaube glauben gleich glück gratuliere groß großartig große großen großer gut gute
    guten guter gutes habe habt hast hatten haus hause heim heiß helfen hilft hin hoffe
    hoffentlich ihm ihn ihnen ihre ihrem ihren ihrer immerhin ins irgendwie jahr jahre jede
    jedem jeden jeder jedes kaffee kalt kam kann kannst keinem klar klein kleine kleinen klingt
    komme kommen kommt konnte kurz können könnte könnten lag lange langen langer lass lassen
    lasst leben lernen letzten letzter leute lieb liebe lieber liegt läuft mache machen machst
    macht mag mama man meine meinem meinen meiner meinst mich minute minuten mir mittag mochte
    monat monate morgens muss musst musste möchte möchten möglich müde müssen nachher nacht name
    natürlich neben nehmen nett neu neue neuen neuer nichts niemand nimm nun nächsten nächster
    ob oder paar papa prima raus recht reden regen regnet richtig ruhig sache sachen sage sagen
    sagt schade schau schlaf schlafen schlecht schlimm schnell schon schwester schön schöne
    schöner schönes sehe sehen sei seid seine seinem seinen seiner selber selbst sich sicher
    sieht sofort sogar soll sollen sollte sonne sonst spaß spielen spät später stehen steht
    stimmt stunde stunden super tag tage tagen tee toll tolle tollen tun tust uhr uns unsere
    viel viele vielen vielleicht voll vorbei vorher wann warm warst warte warten warum wasser
    weg wegen weh weil weit weiter weiß welche welcher wenig wenigstens wenn wer werde wetter
    wichtig wie wieso willst wirst wissen wo woche wochen wochenende wohl wollen wollte worden
    wunderbar wunderschön wurde wünsche würde würden zeig zeigen zeit ziemlich zurück zusammen
    ärgerlich überhaupt übrigens
"""
JAPANESE = """
    おすすめ イメージ オススメ コート コーヒー サイト ストレス スマホ スープ タイミング テレビ
    ニュース ネット バス メッセージ メール レベル 一昨日 一緒 上 上手 下 下手 世界 中 予定 予約 事
    人 今 今回 今夜 今年 今度 今日 今晩 今月 今朝 今週 今頃 仕事 他 以上 以下 以前 以外 以来 件 休
    休日 位 体調 何 使用 便利 俺 個 傘 僕 元気 充分 先 先月 先週 全 全員 全然 全部 内 写真 冷 分
    別 利用 前 前回 前日 割 努力 勿論 十分 午前 午後 半分 去年 参加 参考 友人 友達 古 可愛 可愛い
    可能 名前 君 問題 回 場所 声 変更 夕 夕方 夕食 夕飯 外 多 多分 夜 夢 大 大丈夫 大事 大切 大変
    大好 天気 失礼 好き 嫌 嫌い 嬉 安心 実 家 家族 寒 小 少 平日 年 度 当日 当時 彼 彼女 後 心配
    必要 忙 応援 思出 悪 想像 意味 感 感じ 感謝 成果 所 手 新 方 方法 日 早朝 明後日 明日 昨日 昼
    昼休 昼食 昼飯 時 時代 時期 時間 晩 晩飯 普通 晴 暑 最 最初 最後 最悪 最近 最高 月 有名 朝
    朝食 朝飯 期待 本 本当 来年 来月 来週 枚 楽 楽しみ 様 横 次 次回 正直 残念 残業 毎 毎年 毎日
    毎晩 毎月 毎朝 毎週 気 気持 気温 水分 深夜 準備 準備万端 点 為 無理 熱 物 理由 理解 番 疲 皆
    皆様 目 直前 直後 相変 相談 睡眠 短 確認 祝日 私 秒 立派 簡単 納得 素敵 素晴 経験 結構 絶対
    綺麗 緊張 翌日 翌朝 者 自体 自分 良 色 色々 言葉 記憶 訳 話 話題 説明 誰 貴方 質問 近 返事
    退屈 逆 途中 通 連絡 週 週末 遅 遠 部屋 長 間 隣 雨 雪 電話 静 頃 風 食事 高
"""


def _common() -> frozenset[str]:
    """All of them, and those of the other tables, as they are and folded."""
    calendar = f"{MONTHS} {WEEKDAYS}".replace("|", " ")
    words = f"{ENGLISH} {GERMAN} {JAPANESE} {GREETINGS} {calendar}".split()
    return ARTICLES.union(map(folded, words), JOINING, KINDS, MOMENTS, NUMBERS, STOP_WORDS)


COMMON = _common()


def is_common(word: str) -> bool:
    """Whether a word names no subject, in whatever case, with its accents or without."""
    return word in COMMON or folded(word) in COMMON
