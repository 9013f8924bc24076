"""Words for times in English, German, French, Spanish, Italian, Portuguese, Dutch, Russian,
Japanese, Chinese and Korean, some in Arabic and Hebrew, and a quick test for whether a text has
one.

Each table is a text: meanings separated by `|`, words by blanks, `_` for the blank within a word.
They are written as `folded` leaves them, without accents. Nothing is built from them before a text
has a word of time.
"""

from __future__ import annotations

DAYS = (
    "-3 さきおととい 一昨昨日 一昨々日 大前天|"
    "-2 day_before_yesterday vorgestern avant_hier anteayer antes_de_ayer altro_ieri avantieri"
    " anteontem antes_de_ontem eergisteren позавчера 一昨日 おととい"
    " 一昨夜 一昨晩 前天 前日 그저께 그제 اول_امس שלשום|"
    "-1 yesterday gestern hier ayer ieri ontem gisteren вчера 昨日 きのう 昨夜 昨晩 昨天 昨晚"
    " last_night letzte_nacht hier_soir anoche 어제 어젯밤 امس امبارح אתמול אמש|"
    "0 today heute aujourd_hui hoy oggi hoje vandaag сегодня 今日 きょう 今天 tonight heute_abend"
    " 오늘 اليوم היום|"
    "1 tomorrow morgen demain manana domani amanha завтра 明日 明天"
    " 내일 غدا מחר|"
    "2 day_after_tomorrow ubermorgen uebermorgen apres_demain pasado_manana dopodomani"
    " overmorgen послезавтра"
    " 明後日 后天 後天 모레|"
    "3 明明後日 明々後日 大后天"
)
"""Days, by their distance from today."""
MORNINGS = "0 this_morning heute_morgen heute_fruh ce_matin esta_manana stamattina vanochtend"
MORNINGS += " сегодня_утром 今朝 今天早上 今早"
MORNINGS += " 오늘아침"
"""The morning of today."""
PERIODS = (
    "week,-2 先々週 上上周|week,-1 先週 上周 上星期 上个星期 上週 上個星期 上礼拜"
    " שבוע_שעבר בשבוע_שעבר|"
    "week,0 今週 这周 本周 这个星期|week,1 来週 下周 下个星期|week,2 再来週|"
    "month,-2 先々月|month,-1 先月 上个月 上月 上個月 חודש_שעבר בחודש_שעבר|month,0 今月 这个月"
    " 本月|month,1 来月 下个月|"
    "month,2 再来月|"
    "year,-3 一昨昨年 一昨々年 さきおととし|year,-2 一昨年 おととし 前年|"
    "year,-2 재작년|year,-1 去年 昨年 작년 שנה_שעברה בשנה_שעברה|year,0 今年 올해|"
    "year,1 来年 明年 내년|year,2 再来年"
)
"""Weeks from Monday, months and years in one word, by their distance from this one."""
UNITS = (
    "day day days tag tage tagen jour jours dia dias giorno giorni dag dagen день дня днеи 日"
    " 天 일|"
    "week week weeks woche wochen semaine semaines semana semanas settimana settimane weken"
    " неделя неделю недели неделе недель 週間 週 周 个星期 星期 個星期 个礼拜 주 주일 주간"
    " اسبوع الاسبوع اسابيع|"
    "month month months monat monate monaten monats mois mes meses mese mesi maand maanden mois"
    " месяц месяца месяце месяцев か月 ヶ月 カ月 ヵ月 箇月 个月 個月 달 개월"
    " شهر الشهر اشهر|"
    "year year years jahr jahre jahren jahres an ans annee annees ano anos anno anni jaar jaren"
    " год года году годом лет 年 년"
    " سنة السنة عام العام سنوات|"
    "quarter quarter quarters quartal quartals quartalen trimestre trimestres trimestri квартал"
    " квартале квартала 季度 四半期|"
    "weekend weekend wochenende week_end fin_de_semana fine_settimana fim_de_semana выходные"
    " выходных 週末 周末 주말"
)
MONTHS = (
    "1 january jan januar janner jaenner janvier enero gennaio janeiro januari январь январе января"
    " 一月 يناير ינואר בינואר|"
    "2 february feb februar fevrier febrero febbraio fevereiro februari февраль феврале февраля"
    " 二月 فبراير פברואר בפברואר|"
    "3 march mar marz maerz mars marzo marco maart март марте марта 三月 مارس מרץ במרץ|"
    "4 april apr avril abril aprile апрель апреле апреля 四月 ابريل אפריל באפריל|"
    "5 may mai mayo maggio maio mei маи мае мая 五月 مايو מאי במאי|"
    "6 june jun juni juin junio giugno junho июнь июне июня 六月 يونيو יוני ביוני|"
    "7 july jul juli juillet julio luglio julho июль июле июля 七月 يوليو יולי ביולי|"
    "8 august aug aout agosto augustus август августе августа 八月 اغسطس אוגוסט באוגוסט|"
    "9 september sep sept septembre septiembre settembre setembro сентябрь сентябре сентября"
    " 九月 سبتمبر ספטמבר בספטמבר|"
    "10 october oct oktober octobre octubre ottobre outubro октябрь октябре октября 十月"
    " اكتوبر אוקטובר באוקטובר|"
    "11 november nov novembre noviembre novembro ноябрь ноябре ноября 十一月 نوفمبر נובמבר"
    " בנובמבר|"
    "12 december dec dezember dez decembre diciembre dicembre dezembro декабрь декабре декабря"
    " 十二月 ديسمبر דצמבר בדצמבר"
)
SEASONS = (
    "3 spring fruhling fruehling fruhjahr fruehjahr printemps primavera lente веснои весна"
    " весны 春 春天 봄 الربيع"
    " אביב באביב|"
    "6 summer sommer ete verano estate verao zomer летом лето лета 夏 夏天 여름 الصيف קיץ בקיץ|"
    "9 autumn fall herbst automne otono autunno outono herfst осенью осень осени 秋 秋天 가을"
    " الخريف סתיו בסתיו|"
    "12 winter hiver invierno inverno зимои зима зимы 冬 冬天 겨울 الشتاء חורף בחורף|"
    "25 christmas weihnachten noel navidad natale natal kerst рождество クリスマス 圣诞节 圣诞"
    " 聖誕節 크리스마스"
)
"""Seasons by their first month, as in the north; 25 is Christmas."""
WEEKDAYS = (
    "0 monday montag lundi lunes lunedi segunda_feira maandag понедельник 月曜日 月曜 星期一"
    " 周一 월요일|"
    "1 tuesday dienstag mardi martes martedi terca_feira dinsdag вторник 火曜日 火曜 星期二"
    " 周二 화요일|"
    "2 wednesday mittwoch mercredi miercoles mercoledi quarta_feira woensdag среда среду 水曜日"
    " 水曜 星期三 周三 수요일|"
    "3 thursday donnerstag jeudi jueves giovedi quinta_feira donderdag четверг 木曜日 木曜 星期四"
    " 周四 목요일|"
    "4 friday freitag vendredi viernes venerdi sexta_feira vrijdag пятница пятницу 金曜日 金曜"
    " 星期五 周五 금요일|"
    "5 saturday samstag sonnabend samedi sabado sabato zaterdag суббота субботу 土曜日 土曜"
    " 星期六"
    " 周六 토요일|"
    "6 sunday sonntag dimanche domingo domenica zondag воскресенье 日曜日 日曜 星期日 星期天"
    " 周日 일요일"
)
CLOCK_UNITS = (
    "hour hour hours stunde stunden heure heures hora horas ora ore uur uren час часа часов"
    " 時間 小时 小時 个小时 個小時|"
    "minute minute minutes minuten minuto minutos minuti minuut минуту минута минуты минут"
    " 分 分間 分钟 分鐘|"
    "second second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi"
    " seconden секунду секунда секунды секунд 秒 秒間 秒钟"
)
"""Units of the clock, of which only what is typed as a time is made."""
SHORT_UNITS = "second s sec|minute min|hour h|day d|week w|month mo|year y"
"""Units beside their number; m may be minutes or months."""
NOONS = "12 noon mittag mittags midi mediodia mezzogiorno meio_dia middag полдень 正午 中午|"
NOONS += "0 midnight mitternacht mitternachts minuit medianoche mezzanotte meia_noite middernacht"
NOONS += " полночь 真夜中 午夜"
"""The hours that have names; midnight begins its day."""
SHORT_WEEKDAYS = (
    "0 mon mo lun ma пн|1 tue tues di вт|2 wed weds mi mer mie wo ср|3 thu thur thurs do jeu jue"
    " gio чт|4 fri fr ven vie vr пт|5 sat sa sam sab za сб|6 sun so dim dom zo вс"
)
"""Short names of weekdays, of which only what is typed as a time is made: sun and sat are words.
Those that are March somewhere, or two days, are left out."""
QUARTERS = "1 q1|2 q2|3 q3|4 q4"
HEADS = (DAYS, MORNINGS, PERIODS, UNITS, MONTHS, SEASONS, WEEKDAYS, QUARTERS)
"""The tables of which a time has a word, if it has no year or date in figures."""
RELATIVE = (
    "-1 last past letzte letzten letzter letztes letztem vergangene vergangenen vergangenes"
    " vergangenem vorige vorigen"
    " voriges vorigem vergangener"
    " derniere dernier pasada pasado scorsa scorso passada passado vorig afgelopen прошлои"
    " прошлом"
    " прошлыи прошлую прошлого прошлым прошлое прошлые 지난 الماضي الماضية שעבר שעברה|"
    "0 this diese diesen dieser diesem dieses cette ce esta este questa questo deze dit этои этом"
    " эту этот этим この 이번|"
    "1 next nachste naechste nachsten naechsten nachster naechster prochaine prochain proxima"
    " proximo prossima prossimo"
    " volgende"
    " следующеи следующем следующии следующую 다음 القادم القادمة"
)
AGO = "-1 ago fa geleden назад atras 前 전|1 vor il_y_a y_a hace ha faz قبل לפני"
"""Words that count back, after (-1) or before (1) a number and a unit."""
AHEAD = "-1 from_now 後 后 以後 以后|1 in dans en dentro_de tra fra em daqui_a over через"
"""Words that count ahead, likewise."""
NUMBERS = (
    "1 one a an ein eine einem einen einer un une uno una um uma een один одну 一|"
    "2 two zwei deux dos due dois duas twee два две 二 两 兩|"
    "3 three drei trois tres tre drie три 三|4 four vier quatre cuatro quattro quatro четыре 四|"
    "5 five funf fuenf cinq cinco cinque vijf пять 五|6 six sechs seis sei zes шесть 六|"
    "7 seven sieben sept siete sette sete zeven семь 七|"
    "8 eight acht huit ocho otto oito восемь 八|9 nine neun neuf nueve nove negen девять 九|"
    "10 ten zehn dix diez dieci dez tien десять 十"
)
FEW = (
    "2 couple a_couple_of a_couple couple_of 一两|"
    "3 few a_few several some einige einigen ein_paar paar quelques unos unas varios algunos"
    " alguns"
    " alguni alcuni alcune enkele несколько пару 数 几 幾 몇"
)
"""Words for a number that is not told, with the least that they mean."""
ORDINALS = (
    "1 first 1st erste ersten erster premiere premier primera primer prima primo primeira первая"
    " первои первую 第一|"
    "2 second 2nd zweite zweiten zweiter deuxieme segunda segundo seconda вторая второи вторую"
    " 第二|"
    "3 third 3rd dritte dritten dritter troisieme tercera tercer terza terceira третья третьеи"
    " третью"
    " 第三|"
    "4 fourth 4th vierte vierten vierter quatrieme cuarta cuarto quarta четвертая четвертои 第四|"
    "-1 last letzte letzten letzter derniere ultima последняя последнеи последнюю"
)
PARTS = (
    "0 early beginning start beginning_of start_of anfang debut inicio inicios principio"
    " principios"
    " inizio comeco начале начало 初 初め 上旬|"
    "1 mid middle middle_of mitte milieu mi mediados meados meta середине середина 中旬|"
    "2 late end end_of ende fin final finales fine fim конце конец 末 下旬 底"
)
"""Thirds of a month or of a year."""
SINCE = " since seit depuis desde sinds "
BETWEEN = " between from zwischen von vom entre du del desde de dal da tra fra van tussen с между "
UNTIL = " - and to till until through bis und au et y al hasta a e ao en tot по и から 到 至 "
"""Words and signs before the first and the last day of a span."""
INSIDE = (
    " in of on im am en de del des du d l la le el a ad di do da das au aux dem der den die the at"
    " an zu nel nella della dello dell em na no van in_de в во の 的 "
)
"""Words between a month or a weekday and the year or the week in which it is."""
AT_SEASON = " in at on over im am an zu en a au em no nel d over_de в на "
ADVERBS = " летом зимои веснои осенью "
"""Words before a season that is a time without a year, and names of seasons that need none."""

ENGLISH_BEFORE = " in of since until by during last this next around im "
"""Words before the name of a month that is an English word, too: in March, not a march."""
OTHER_BEFORE = (
    " in im am ab seit bis wahrend en au le de depuis el del desde a nel ad il em no o op sinds"
    " в во с с на "
)
"""Words of other languages before one of their months that may be something else alone: im Mai, and
not the birthday of Mei."""
BEFORE = f" during since until by of on at this last next around{OTHER_BEFORE}"
"""Words before a weekday that may be something else alone, such as sun."""
ARTICLES = " the der die das dem den la l les los las os as "
CLOCK_WORDS = " at um a las alle as om в kl "
"""Words between a day and its clock."""
UNCERTAIN = " march may april june august mars marzo marco mai mei mayo "
"""Names of months that are words or names, too."""
GERMAN = " ist was wir der die das und ich sind gibt wo wer war "
"""Words beside which `hier` is German, and means here."""
IDLE = (
    " what what_s did do does was were is happened happen happens going i we you me my our on"
    " in at"
    " the there to any anything something everything all tell about for of from show list and"
    " had have been say us it an zu"
    " was habe ich gemacht wir war los passiert geschah es gab am im der die das den dem in"
    " und zu"
    " jahr qu que quoi est ce qu_est j ai fait nous s il passe se le la les l a en au du de d"
    " avons"
    " hice hicimos paso ocurrio hay hubo el los las del y cosa ho abbiamo fatto e successo nel"
    " nella al alla o fiz fizemos aconteceu no na em os as wat heb ik hebben gedaan gebeurde"
    " er op"
    " het in que что я делал делала мы делали было было случилось произошло в на году"
    " は に の を て と 何 し た か 予 定 我 们 做 了 什 么 发 生 的 吗 在 ま っ あ な ん こ "
    " 에 는 은 이 가 을 를 의 무 엇 뭐 했 어 나 요 니 까 지 서 도 한 일 있 었 ماذا في فعلت حدث"
    " מה עשיתי קרה "
)
"""Words that ask without naming what: a question of these and a time is all time."""
NO_JAPANESE = "天周上下个個后星晚"
NOT_FROM_TODAY = " 前日 前年 明年 "
"""Signs of the Chinese words above, and words that are Chinese, or mean another thing in a story in
Japanese: 前日 is the day before what was told of."""
SIGNS = "年月日号號昨今明前去来週周上下天春夏秋冬曜きおクさ圣聖"
SIGNS += "어오내그모작올재년월일주달봄여가겨크지이다"
"""The signs with one of which a time in Japanese, Chinese or Korean is written."""


LONGEST = 2_000
"""The most signs of a text that are read for a time."""


def may_name_time(text: str) -> bool:
    """Whether a text has a word of time, a year, or figures as in a date: a quick test."""
    text = text[:LONGEST]
    if not text.isascii():
        from memento_cli.core.text.normal_forms import folded

        if any(sign in text for sign in SIGNS):
            return True
        text = folded(text)
    return any(map(_may_name, text.lower().split()))


def _may_name(word: str) -> bool:
    word = word.strip(".,;:!?'\"()¿¡")
    if word[:1].isdecimal():
        is_date = len(word) >= 4 and (word[:2] in ("19", "20") or not word.isalnum())
        return is_date or word[-2:] in ("st", "nd", "rd", "th")
    if len(word) < 2:
        return False
    parts = word.replace("'", " ").replace("-", " ").split()
    return any(_stands(part, table) for part in parts if len(part) > 1 for table in HEADS)


def _stands(word: str, table: str) -> bool:
    """Whether a word, or a phrase that ends with it, is in a table."""
    at = table.find(word)
    while at >= 0:
        end = at + len(word)
        if table[at - 1 : at] in (" ", "_") and table[end : end + 1] in ("", " ", "|"):
            return True
        at = table.find(word, end)
    return False
