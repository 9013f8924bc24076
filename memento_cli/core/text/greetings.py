"""Greetings, thanks and answers of a word in ten languages, which ask for nothing.

Each table is a text: words separated by blanks, `_` for the blank within a phrase. They are
searched as they are and never built, because every short query is looked up in them.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

GREETINGS = (
    " hi hello hey hiya howdy hallo thanks thx ty thank_you thankyou please pls ok okay okey yes"
    " yep yeah yup bye goodbye bye_bye cheers good_morning good_afternoon good_evening good_night"
    " goodnight how_are_you how_is_it_going how's_it_going what's_up whats_up see_you see_ya"
    " you're_welcome no_problem no_worries sounds_good got_it never_mind take_care"
    " for_your_help for_the_help for_your_time for_helping have_a_nice_day"
    " guten_morgen guten_tag guten_abend gute_nacht moin servus danke dankeschön bitte ja nein"
    " tschüss tschüß tschuess bis_bald bis_später bis_dann auf_wiedersehen wie_geht's wie_gehts"
    " vielen_dank wie_geht_es_dir wie_geht_es_ihnen alles_klar"
    " bonjour bonsoir salut merci svp s'il_vous_plaît s'il_te_plaît s'il_vous_plait oui au_revoir"
    " bonne_nuit bonne_journée à_bientôt à_demain ça_va comment_ça_va d'accord de_rien"
    " hola gracias por_favor sí adiós buenos_días buenos_dias buenas_tardes buenas_noches de_nada"
    " hasta_luego hasta_mañana qué_tal que_tal cómo_estás como_estas"
    " ciao grazie prego per_favore buongiorno buonasera buonanotte arrivederci come_va come_stai"
    " va_bene a_presto sì"
    " olá oi obrigado obrigada bom_dia boa_tarde boa_noite tchau até_logo até_amanhã tudo_bem"
    " hoi dank_je dank_u dankjewel bedankt alsjeblieft alstublieft goedemorgen goedemiddag"
    " goedenavond welterusten doei tot_ziens hoe_gaat_het"
    " привет здравствуйте здравствуй спасибо пожалуйста пока до_свидания да нет доброе_утро"
    " добрый_день добрый_вечер спокойной_ночи как_дела"
    " こんにちは こんばんは おはよう おはようございます おやすみ おやすみなさい ありがとう"
    " ありがとうございます ありがとうございました どうも どうもありがとう はい いいえ うん 了解"
    " 了解です お願いします よろしく よろしくお願いします さようなら またね じゃあね お疲れ様です"
    " お疲れさまです 元気ですか お元気ですか"
    " 你好 您好 你好吗 大家好 早 早上好 下午好 晚上好 晚安 谢谢 謝謝 谢谢你 多谢 不客气 再见 再見"
    " 拜拜 好 好的 嗯 请 对不起 没关系 "
)
"""What asks for nothing by itself. Words that are names or things, too (`sim`, `vale`), are not."""
FILLERS = (
    " great good nice cool fine perfect super lovely awesome very much so a lot lots then"
    " again all everyone everybody guys folks team friend friends there and you me my to"
    " for the it that is oh ah well now no just really mate dear sir sehr schön vielen"
    " viele dir ihnen euch und gut lieber liebe beaucoup bien très à tous toi vous et"
    " muchas muchísimas mil muy y todos tutti mille tante molto bene e muito bem heel erg"
    " большое очень хорошо вам всем и non si nee ne te là sorry 大家 你 您 的 "
)
"""What may stand beside a greeting."""
MOST = 8
"""The most words of a greeting."""
LONGEST = 5
"""Words of the longest phrase."""
MARKS = ".,;:!?…~*_-()。、！？，；：～「」¡¿♪"


def is_greeting(words: Sequence[str]) -> bool:
    """Whether all words of a text greet, thank or answer, and one does so by itself."""
    if not 0 < len(words) <= MOST:
        return False
    bare = [word.strip(MARKS).lower().replace("’", "'") for word in words]
    bare = [word for word in bare if word]
    at, greets = 0, False
    while at < len(bare):
        length = _greeting_at(bare, at)
        if not length and f" {bare[at]} " not in FILLERS:
            return False
        greets = greets or length > 0
        at += length or 1
    return greets


def _greeting_at(words: Sequence[str], at: int) -> int:
    """The number of words of the longest greeting that begins there; 0 if none does."""
    for length in range(min(LONGEST, len(words) - at), 0, -1):
        if f" {'_'.join(words[at : at + length])} " in GREETINGS:
            return length
    return 0
