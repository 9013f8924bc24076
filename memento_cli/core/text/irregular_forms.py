"""Forms of words that no rule of spelling of English joins, which Porter's stemmer therefore leaves
apart: buy and bought, loaf and loaves; cheval and chevaux."""

from __future__ import annotations

ENGLISH = """
    arise arose arisen ; awake awoke awoken ; bear bore borne ; beat beaten ; become became ;
    begin began begun ; bend bent ; bind bound ; bite bit bitten ; bleed bled ; blow blew blown
    ; break broke broken ; breed bred ; bring brought ; build built ; burn burnt ; buy bought ;
    catch caught ; choose chose chosen ; cling clung ; come came ; cry cried cries crying ; dry
    dried dries drying ; fry fried fries frying ; try tried tries trying ; spy spied spies
    spying ; creep crept ; deal dealt ; dig dug ; draw drew drawn ; dream dreamt ; drink drank
    drunk ; drive drove driven ; eat ate eaten ; fall fell fallen ; feed fed ; feel felt ; fight
    fought ; find found ; flee fled ; fly flew flown ; forbid forbade forbidden ; forget forgot
    forgotten ; forgive forgave forgiven ; freeze froze frozen ; get got gotten ; give gave
    given ; go went gone goes ; grind ground ; grow grew grown ; hang hung ; hear heard ; hide
    hid hidden ; hold held ; keep kept ; kneel knelt ; know knew known ; lead led ; lean leant ;
    leap leapt ; learn learnt ; leave left ; lend lent ; lie lay lain lying ; lay laid ; light
    lit ; lose lost ; make made ; mean meant ; meet met ; mislead misled ; mistake mistook
    mistaken ; misunderstand misunderstood ; overcome overcame ; oversee oversaw overseen ; pay
    paid ; prove proven ; rebuild rebuilt ; rewrite rewrote rewritten ; ride rode ridden ; ring
    rang rung ; rise rose risen ; run ran ; say said ; see saw seen ; seek sought ; sell sold ;
    send sent ; sew sewn ; shake shook shaken ; shine shone ; shoot shot ; show shown ; shrink
    shrank shrunk ; sing sang sung ; sink sank sunk ; sit sat ; sleep slept ; slide slid ; smell
    smelt ; speak spoke spoken ; speed sped ; spell spelt ; spend spent ; spill spilt ; spin
    spun ; spit spat ; split splitting ; spoil spoilt ; spring sprang sprung ; stand stood ;
    steal stole stolen ; stick stuck ; sting stung ; stink stank stunk ; stride strode ; strike
    struck stricken ; strive strove striven ; swear swore sworn ; sweep swept ; swell swollen ;
    swim swam swum ; swing swung ; take took taken ; teach taught ; tear tore torn ; tell told ;
    think thought ; throw threw thrown ; undergo underwent undergone ; understand understood ;
    undertake undertook undertaken ; undo undid undone ; wake woke woken ; wear wore worn ;
    weave wove woven ; weep wept ; win won ; wind wound ; withdraw withdrew withdrawn ;
    withstand withstood ; wring wrung ; write wrote written ; die died dying dies ; tie tied
    tying ties ; analysis analyses analyse analyze ; appendix appendices ; axis axes ; bacterium
    bacteria ; basis bases ; cactus cacti ; calf calves ; child children ; crisis crises ;
    criterion criteria ; curriculum curricula ; datum data ; diagnosis diagnoses ; elf elves ;
    foot feet ; fungus fungi ; goose geese ; half halves ; hoof hooves ; hypothesis hypotheses ;
    index indices ; knife knives ; leaf leaves ; life lives ; loaf loaves ; louse lice ; man men
    ; matrix matrices ; medium media ; mouse mice ; nucleus nuclei ; oasis oases ; ox oxen ;
    person people ; phenomenon phenomena ; scarf scarves ; self selves ; shelf shelves ;
    stimulus stimuli ; syllabus syllabi ; synthesis syntheses ; thesis theses ; thief thieves ;
    tooth teeth ; vertex vertices ; wife wives ; wolf wolves ; woman women ;
"""
"""A word and its forms, up to each semicolon."""
ROMANCE = """
    cheval chevaux ; animal animaux ; journal journaux ; travail travaux ; hopital hopitaux ;
    bureau bureaux ; bateau bateaux ; cadeau cadeaux ; chateau chateaux ; gateau gateaux ; oiseau
    oiseaux ; oeil yeux ; cao caes ; pao paes ; mao maos ; aviao avioes ; irmao irmaos ; limao
    limoes ; licao licoes ; cancao cancoes ;
"""
"""Plurals of French and Portuguese, without accents."""
FORMS = f" ; {' '.join((ENGLISH + ROMANCE).split())} "


def other_forms(word: str) -> list[str]:
    """The other forms of an English word in lower case; [] if rules make them, or it is none."""
    forms: list[str] = []
    place = FORMS.find(f" {word} ") if word.isalpha() else -1
    while place >= 0:
        start, end = FORMS.rfind(";", 0, place + 1) + 1, FORMS.find(";", place)
        forms += [form for form in FORMS[start:end].split() if form != word]
        place = FORMS.find(f" {word} ", end)
    return forms
