"""Words that name no subject of talk: what people say about anything, and of the weather and meals.

Statistics tell function words from subjects only in much text; a talk of an hour has too little for
that. Words of other languages are left to the statistics of a store.
"""

from __future__ import annotations

ENGLISH = """
    able absolutely afternoon again ago agree ah ain alone already alright also although always
    amaze amazing annoying anybody anymore anyone anything anyway april aren around ask asked
    asking august away awesome awful awhile back bad badly became become bed before began begin
    believe best better big bigger bit bored boring breakfast bring brings brought busy bye call
    called calls came can cannot care cause certain certainly challenge challenges chance check
    clear clearly close coffee cold come comes coming cool could couldn couple crazy cute dad date
    day days deal dear december decide decided decision definitely delicious didn different dinner
    does doesn doing don don't done down dream easy eat eating eight either eleven else end enjoy
    enjoyed enjoying enough especially even evening ever every everybody everyone everything
    exactly excited exciting experience experiences fact fair family fantastic far faster february
    feel feeling feelings feels felt few fifty finally find fine first five focus follow forever
    forget forgot forty forward found four free fresh friday friend friends full fully fun funny
    gave get gets getting give given gives glad go goal goals goes going gone gonna good goodbye
    gorgeous got gotten great guess had hadn haha half hang happen happened happens happy hard
    hardly has hasn hate haven having hear heard heart hell hello help helped helpful helping
    helps hers hey high hold home hope hoping hot hour hours how however hug huge hundred i'll i'm
    i've idea idk important impressive incredible inspire inspired inspiring instead interested
    interesting isn it's january job journey july june keep keeping kept kid kids kind kinda knew
    know knowing known large last late lately later laugh learn learned learning least leave left
    less let let's life light like liked likes line listen little live lol long longer look looked
    looking looks lot lots love loved lovely loves loving luck lucky lunch mad made make makes
    making man many march matter may maybe mean means meant meet memories memory met might mind
    mine minute minutes miss missed mom moment moments monday month months mood morning mostly
    move much mum must myself name near nearly need needed needs never new news next nice night
    nine nobody none nope normal nothing notice noticed november now october often oh ok okay old
    once one open opportunity others ought out own part pass passion passionate past people
    perfect perhaps person photo pic pick picture place plan plans please pleased plenty point
    possible powerful pretty probably problem proud put question quick quickly quiet quite rain
    raining rains rainy rather reach read ready real really reason recent recently relax remember
    reminded reminds rest right room said same saturday saw say saying says second see seeing seem
    seemed seems seen sense sent september set seven several shall share shared sharing short
    should shouldn show showed side simple since sit six sleep sleeping slept slow slower slowly
    small smaller snow some somebody someday someone something sometimes somewhere soon sorry sort
    sound sounds special spend spent staff start started starting starts stay stayed step still
    stop stopped story strong stuff such suggest summer sun sunday sunny super support sure surely
    surprise surprised sweet take taken takes taking talk talked talking tea tell telling tells
    ten terrible thank thankful thanks that's there's thing things think thinking thinks third
    thirty tho though thought thoughts thousand three through thursday time times tired today
    together told tomorrow tonight too took total totally tough tried true truly trust try trying
    tuesday turn turned twelve twenty twice two type ugh understand unless until upset use used
    useful using usual usually via visit wait waiting wake walk want wanted wanting wants warm was
    wasn wasn't watch watched way ways weather wednesday week weekend weeks weird welcome well
    went weren wet what's whatever whenever whether whole wild win wind winter wish with without
    woke woman won won't wonder wonderful wondering word words work worked working works world
    worried worry worse worst worth would wouldn wow write writing wrong yay yea yeah year years
    yep yes yesterday yet you'd you'll you're young yup
"""
GERMAN = """
    abend abends aber acht alle allem allen aller alles als also alt am an andere anderen anderer
    anders angerufen arbeit arbeiten auch auf aus bald bei beide beides beim bekommen besser beste
    besten bestimmt bin bis bisschen bist bitte bleiben brauche brauchen braucht bruder damit
    danach danke dann daran darauf darf das dass davon dazu dein deine deinem deinen deiner dem
    den denke denken denn der des deshalb dich die dienstag dies diese diesem diesen dieser dieses
    dir doch donnerstag dort drei du durch dürfen echt egal eher eigentlich ein eine einem einen
    einer eines einfach einige einmal elf endlich er erst erste ersten es essen etwas euch euer
    fast fertig finde finden findet frage fragen freitag freue freuen freund freunde freut früh
    früher fünf für gab ganz ganze ganzen gar geb geben gefallen gefällt gegangen gegeben gegen
    gehen gehst geht gehört gekommen gemacht genau genug gerade gern gerne gesagt gesehen gestern
    gewesen geworden gibt ging glaube glauben gleich glück gratuliere groß großartig große großen
    großer gut gute guten guter gutes habe haben habt hallo hast hat hatte hatten haus hause heim
    heiß helfen heute hier hilft hin hoffe hoffentlich ich ihm ihn ihnen ihr ihre ihrem ihren
    ihrer im immer immerhin in ins irgendwie ist ja jahr jahre jede jedem jeden jeder jedes jetzt
    kaffee kalt kam kann kannst kein keine keinem keinen keiner klar klein kleine kleinen klingt
    komme kommen kommt konnte kurz können könnte könnten lag lange langen langer lass lassen lasst
    leben leider lernen letzte letzten letzter leute lieb liebe lieber liegt los läuft mache
    machen machst macht mag mal mama man manchmal mehr mein meine meinem meinen meiner meinst mich
    minute minuten mir mit mittag mittwoch mochte monat monate montag morgen morgens muss musst
    musste möchte möchten möglich müde müssen nach nachher nacht name natürlich neben nehmen nein
    nett neu neue neuen neuer neun nicht nichts nie niemand nimm noch nun nur nächste nächsten
    nächster ob oder oft oh ohne okay paar papa prima raus recht reden regen regnet richtig ruhig
    sache sachen sage sagen sagt samstag schade schau schlaf schlafen schlecht schlimm schnell
    schon schwester schön schöne schöner schönes sechs sehe sehen sehr sei seid sein seine seinem
    seinen seiner seit selber selbst sich sicher sie sieben sieht sind so sofort sogar soll sollen
    sollte sonne sonntag sonst spaß spielen spät später stehen steht stimmt stunde stunden super
    tag tage tagen tee toll tolle tollen tun tust uhr um und uns unser unsere unter viel viele
    vielen vielleicht vier voll vom von vor vorbei vorher wann war waren warm warst warte warten
    warum was wasser weg wegen weh weil weit weiter weiß welche welcher wenig wenigstens wenn wer
    werde werden wetter wichtig wie wieder wieso will willst wir wird wirklich wirst wissen wo
    woche wochen wochenende wohl wollen wollte worden wunderbar wunderschön wurde wünsche würde
    würden zehn zeig zeigen zeit ziemlich zu zum zur zurück zusammen zwei zweite zwölf ärgerlich
    über überhaupt übrigens
"""
JAPANESE = """
    おすすめ イメージ オススメ コート コーヒー サイト ストレス スマホ スープ タイミング テレビ
    ニュース ネット バス メッセージ メール レベル 一昨日 一緒 上 上手 下 下手 世界 中 了解 予定
    予約 事 人 今 今回 今夜 今年 今度 今日 今晩 今月 今朝 今週 今頃 仕事 他 以上 以下 以前 以外
    以来 件 休 休日 位 体調 何 使用 便利 俺 個 傘 僕 元気 充分 先 先月 先週 全 全員 全然 全部 内
    写真 冷 分 別 利用 前 前回 前日 割 努力 勿論 十分 午前 午後 半分 去年 参加 参考 友人 友達 古
    可愛 可愛い 可能 名前 君 問題 回 場所 声 変更 夕 夕方 夕食 夕飯 外 多 多分 夜 夢 大 大丈夫
    大事 大切 大変 大好 天気 失礼 好 好き 嫌 嫌い 嬉 安心 実 家 家族 寒 小 少 平日 年 度 当日 当時
    彼 彼女 後 心配 必要 忙 応援 思出 悪 想像 意味 感 感じ 感謝 成果 所 手 新 方 方法 日 早 早朝
    明後日 明日 昨日 昼 昼休 昼食 昼飯 時 時代 時期 時間 晩 晩飯 普通 晴 暑 最 最初 最後 最悪 最近
    最高 月 有名 朝 朝食 朝飯 期待 本 本当 来年 来月 来週 枚 楽 楽しみ 様 横 次 次回 正直 残念
    残業 毎 毎年 毎日 毎晩 毎月 毎朝 毎週 気 気持 気温 水分 深夜 準備 準備万端 点 為 無理 熱 物
    理由 理解 番 疲 的 皆 皆様 目 直前 直後 相変 相談 睡眠 短 確認 祝日 私 秒 立派 簡単 納得 素敵
    素晴 経験 結構 絶対 綺麗 緊張 翌日 翌朝 者 自体 自分 良 色 色々 言葉 記憶 訳 話 話題 説明 誰
    貴方 質問 近 返事 退屈 逆 途中 通 連絡 週 週末 遅 遠 部屋 長 間 隣 雨 雪 電話 静 頃 風 食事 高
"""
COMMON = frozenset(f"{ENGLISH} {GERMAN} {JAPANESE}".split())
"""All of them, in lower case."""
