"""Words that say nothing by themselves, and what they do in a statement: in English, German,
French, Spanish and Russian, without accents; signs of Chinese and Japanese.
"""

from __future__ import annotations

WORD, NAME, NUMBER, NEGATION, QUANTITY, PLACE, PRONOUN, LIGHT = range(8)
"""What a word does. A place is a preposition or particle: it says how what follows takes part. A
light word could be left out; a quantity also tells how sure or how often something is."""
NEGATIONS = """
    not no never none without nobody nothing neither nor cannot hardly kein keine keinen keiner
    nicht nie ohne niemals ne pas jamais sans aucun nunca sin jamas nao non senza не ни нет
    никогда без 不 没 未 无 非
"""
QUANTITIES = """
    only all both half double twice first second third last next previous another more less
    most least fewer higher lower almost nearly few little hundred thousand million nur alle
    beide halb erste zweite letzte nachste mehr weniger fast seul seulement tous moitie premier
    dernier prochain plus moins solo todos primero ultimo mas menos только все could might may
    must should would if unless except 被 只
"""
PLACES = """
    to from into onto in out on off over under above below before after up down left right with
    for against by via toward towards away back since until till than at about as of through
    von nach vor zu aus auf im am um an bei mit fur gegen seit bis unter uber zum zur vom beim
    als de du des a au aux vers avant apres chez avec pour depuis en dans sur sous desde hasta
    con para por antes despues al del в на с к из от до у за по о над под для は が を に で と
    の も へ や ね よ た て い く き り る う す し だ な っ か
"""
PRONOUNS = """
    i you he she we they me him us them my your his her our their mine it its this that these
    those ich du er sie wir ihr mein dein sein unser je tu il elle nous vous mon ma ton ta son
    sa yo mi su nuestro я ты он она мы вы они мой твой его ее наш их
"""
SUBJECT_WORDS = "i we he she they ich er wir je tu il elle nous yo nosotros я ты он она мы они"
"""Pronouns whose form says that they are the subject, wherever they stand."""
LIGHTS = """
    is are was were am be been being will have has had do does did done get got very really
    quite just also too so still now currently again already actually basically please there
    here then note reminder remember fyi btw think that which who when any some each every
    apparently definitely simply okay ok well but however though although oh hey hi hello important
    ist sind war waren sein wird werden hat haben hatte sehr wirklich auch noch gerade leider
    jetzt bitte doch mal wieder immer aber jedoch est sont etait a ont tres vraiment aussi encore
    maintenant qui que mais es son esta estan muy tambien ahora pero очень уже сейчас тоже был
    была было это 了 的 是 很 要 会 就 也 都 在 吗 呢 吧 着 过 地 得
"""
ARTICLE_WORDS = """
    a an the der die das den dem des ein eine einen einem einer le la les l' un une el los las
    una il lo gli
"""
JOINING_WORDS = """
    and und et y e и или & plus sowie 和 与
"""
GERMAN_WORDS = """
    der die das den dem ein eine einen und ist nicht mit im am auf beim zum zur fur von hat war
    sich
"""
"""Words by which a text is known as one that writes every noun with a capital."""
ALL_WORDS = "all both each alle beide tous todos"
CONTRACTED = """
    im in ins in am an ans an zum zu zur zu beim bei vom von du de des de au a aux a del de al a
    till until every all each all
"""
"""Prepositions with an article in them and words of one meaning, each before another of it."""
PHRASE_WORDS = """
    at all|do not forget|do not forget to|do not forget that|make sure to|make sure that|in fact
    of course|by the way|for your information|as well|that is why|i think that|it turned out that
    turned out that|it turned out|turned out|note that|keep in mind that|nicht vergessen
    these days|at the moment|at present|right now|as of now|just so you know|so you know
    im moment|zur zeit|en ce moment|en este momento|ahora mismo
    bitte nicht vergessen|ne pas oublier|n oublie pas|no olvidar|no olvides|por cierto
"""
"""Phrases that say nothing of the matter."""
LABEL_WORDS = """
    todo note reminder fyi tip hint important nb ps notiz merke erinnerung wichtig rappel nota
    recordatorio importante
"""
"""Words that say nothing where a colon follows them at the head of a text."""
MOMENT_WORDS = """
    yesterday today tomorrow tonight often always usually sometimes soon later gestern heute
    morgen oft immer manchmal bald hier aujourd'hui demain souvent toujours ayer hoy manana
    siempre вчера сегодня завтра часто всегда
"""
"""Words that say when, and may stand anywhere."""


def _kinds() -> dict[str, int]:
    """What each word does; of two possibilities the one that tells more."""
    tables = (LIGHTS, LIGHT), (PRONOUNS, PRONOUN), (PLACES, PLACE), (QUANTITIES, QUANTITY)
    kinds = {word: kind for table, kind in tables for word in table.split()}
    return kinds | dict.fromkeys(NEGATIONS.split(), NEGATION)


KINDS = _kinds()
CONTRACTIONS = dict(zip(CONTRACTED.split()[::2], CONTRACTED.split()[1::2], strict=True))
PHRASES = frozenset(tuple(phrase.split()) for phrase in PHRASE_WORDS.replace("\n", "|").split("|"))
LONGEST_PHRASE = max(map(len, PHRASES))
FLOATING = frozenset((*MOMENT_WORDS.split(), *SUBJECT_WORDS.split(), *ALL_WORDS.split()))
"""Words that may stand anywhere in a statement."""
LABELS = frozenset(LABEL_WORDS.split())
ARTICLES = frozenset(ARTICLE_WORDS.split())
JOINING = frozenset(JOINING_WORDS.split())
GERMAN = frozenset(GERMAN_WORDS.split())
MOMENTS = frozenset(MOMENT_WORDS.split())
