"""Text that reads like instructions to a model, in several languages.

Whoever can write into a store may try to command the agent that reads it later (indirect prompt
injection: Greshake et al. 2023, "Not what you've signed up for"). A form here is no proof, and a
text without one may not be safe. So texts are only flagged, never refused or changed.

Each form has marks; every text of the form has one of them. Nearly no text has a mark, and then no
pattern is tried. Letters that only look like others (Cyrillic ones) are not recognised.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    from memento_cli.core.memory.memory import Memory

    class Form(NamedTuple):
        """The marks of a form, and the patterns of which one has to be found."""

        marks: tuple[str, ...]
        patterns: tuple[str, ...]


GAP = r"[^\n.!?。！？]{0,40}?"
ORDERS = r"(?:instructions?|prompts?|directions|guidelines|commands|rules|messages)"
BEFORE = r"(?:previous|prior|above|preceding|earlier|existing|original|foregoing)"
USER = r"(?:the |your )?(?:user|human|operator)\b"
ROLES = ("system", "assistant", "human")
TELLS = ("tell", "inform", "notify", "alert", "mention", "reveal", "ask", "show")
FORMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "overrides instructions": (
        ("ignor", "disregard", "forget", "overrid", "bypass", "vergiss", "missacht", "oubli",
         "olvid", "esque", "dimentica", "игнорир", "забудь", "無視", "忘れ", "忽略", "无视",
         "忽視", "忘记", "忘記", "무시"),
        (
            rf"\b(?:ignore|disregard|forget|override|bypass)\b{GAP}\b"
            rf"(?:{BEFORE}\b{GAP}\b{ORDERS}|{ORDERS}\s+(?:above|before|so far|given)|"
            rf"(?:all|any|every|your)\s+(?:of\s+)?(?:the\s+|your\s+|other\s+)?{ORDERS})\b",
            r"\bforget (?:everything|all) (?:you (?:were|have been) told|above|before this)\b",
            rf"\b(?:ignorier|vergiss|missacht)\w*\b{GAP}\b(?:anweisung|vorgabe|anordnung|befehl)",
            rf"\b(?:ignore[zr]?|oublie[zr]?)\b{GAP}\b(?:instructions|consignes)\b",
            rf"\b(?:ignora|ignore|olvida|olvide)\b{GAP}\binstrucciones\b",
            rf"\b(?:ignore|esqueça|esquece)\b{GAP}\binstruções\b",
            rf"\b(?:ignora|dimentica)\b{GAP}\bistruzioni\b",
            rf"(?:игнорир|забудь)\w*\b{GAP}(?:инструкц|указани)",
            r"(?:指示|命令|ルール|プロンプト|指令)[^\n。]{0,6}(?:無視|忘れ)",
            r"(?:忽略|无视|無視|忽視|忘记|忘記)[^\n。]{0,10}(?:指令|指示|提示词|提示詞|命令|规则|規則)",
            r"(?:지시|명령|지침)[^\n]{0,6}무시",
        ),
    ),
    "gives a role or a task": (
        ("you are now", "from now on", "new instruction", "you must now", "your new ", "your real ",
         "ab jetzt", "désormais", "a partir de ahora", "今から", "これから", "从现在", "從現在"),
        (
            r"\byou are now (?:in \w+ mode|dan\b|"
            r"an? (?:\w+ ){0,3}(?:ai|assistant|model|bot|agent)\b)",
            r"\bfrom now on,? you (?:are|must|will|shall|should|have to)\b",
            r"\b(?:your|the) new instructions?\b|\bnew instructions? ?:",
            r"\byou must now (?!\w+ed\b)\w+",
            r"\byour (?:new|real|actual) (?:task|objective|mission|purpose) is\b",
            r"\bab jetzt (?:bist|musst|wirst) du\b|\bdésormais,? tu (?:es|dois)\b",
            r"\ba partir de ahora,? (?:eres|debes)\b",
            r"(?:今から|これから)あなたは|あなたは(?:今から|これから)",
            r"[从從]现?現?在(?:开始|開始|起)[,，、 ]?[你您](?:是|必须|必須|要|将|將|应|應)",
        ),
    ),
    "asks for the prompt": (
        ("system prompt", "system instruction", "initial prompt", "initial instruction",
         "hidden prompt", "hidden instruction", "original prompt", "original instruction",
         "プロンプト", "系统提示", "系統提示"),
        (
            r"\b(?:reveal|print|repeat|output|leak|display|disclose|recite)\b"
            rf"{GAP}\b(?:your|the) (?:system|initial|hidden|original) (?:prompt|instructions)\b",
            r"システムプロンプト[^\n。]{0,8}(?:表示|教え|出力|開示|見せ)",
            r"(?:显示|顯示|输出|輸出|告诉我|告訴我|泄露)[^\n。]{0,8}(?:系统|系統)提示",
        ),
    ),
    "keeps something from the user": (
        (*(f"{no} {tell}" for no in ("not", "n't", "never") for tell in TELLS),
         *(f"without {tell}ing" for tell in TELLS), "from the user", "from user", "from your user",
         "from the human", "from the operator", "ユーザーに", "用户", "用戶", "使用者"),
        (
            rf"\b(?:not|don't|never) (?:{'|'.join(TELLS)})\b(?:{GAP} to)? {USER}",
            rf"\bwithout (?:{'|'.join(TELLS)})ing {USER}",
            rf"\bkeep (?:this|it) (?:secret |hidden )?from {USER}",
            r"ユーザー(?:に|には)[^\n。]{0,12}(?:言わない|教えない|知らせない|伝えない|秘密に)",
            r"(?:不要|别|別|不得)(?:告诉|告訴|告知|通知|透露给|透露給)[^\n。]{0,2}(?:用户|用戶|使用者)",
        ),
    ),
    "has marks of a conversation": (
        ("<|", "[inst]", "[/inst]", "<<sys>>", "<</sys>>", "## instruction", "##instruction",
         "## system", "##system", "<system", "</system", "<assistant>", "</assistant>",
         *(f"{who}{what}: " for who in ROLES for what in ("", " prompt", " message"))),
        (
            r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|?>",
            r"\[/?inst\]|<</?sys>>|^#{2,3} ?(?:instruction|system)s?:",
            r"^[^\S\n]*</?(?:system|assistant|system-reminder|system_prompt)>",
            rf"^[^\S\n]*(?:{'|'.join(ROLES)})(?: (?:prompt|message))?: +(?=\w+ \w)",
        ),
    ),
    "calls a tool": (
        ("tool_call", "function_call", "<invoke", "tool_use>", '"arguments"', '"parameters"',
         '"args"'),
        (
            r"</?(?:tool_calls?|function_calls?|tool_use)>|<invoke name=",
            r'\{\s*"(?:name|tool|function)"\s*:\s*"[^"\n]{1,80}"\s*,\s*"(?:arguments|parameters|args)"\s*:',
        ),
    ),
    "runs what it downloads": (
        ("| sh", "|sh", "| bash", "|bash", "| zsh", "| sudo", "|sudo", "sh <(", "sh -c", "sh $(",
         "sh \"$(", "iex"),
        (
            r"\b(?:curl|wget)\b[^\n|`]{0,200}\| ?(?:sudo )?(?:ba|z)?sh\b",
            r"\b(?:ba|z)?sh (?:-c )?[\"']?(?:<\(|\$\() ?(?:curl|wget)\b",
            r"\biwr\b[^\n]{0,200}\|\s*iex\b|\biex\b[^\n]{0,40}(?:downloadstring|\biwr\b)",
        ),
    ),
    "sends something away": (
        ("to http", "to: http", "to <http", "to: <http", "![", "送信", "送って", "アップロード",
         "到http", "到 http"),
        (
            r"\b(?:send|post|upload|forward|exfiltrate|transmit|e?mail|leak)\b"
            r"[^\n.!?]{0,30}\b(?:memor(?:y|ies)|conversations?|chat|history|passwords?|secrets?|tokens?|"
            r"credentials|keys|prompt|messages|contents? of)\b[^\n!?]{0,40}\bto:? <?https?://",
            r"!\[[^\]\n]{0,80}\]\(https?://[^)\s]{1,200}[?&][^)\s=]{1,40}=[^)\s]{0,40}(?:\{|\[|<|%7b)",
            r"(?:送信|送って|アップロード)[^\n。]{0,30}https?://|https?://\S{1,100}[^\n。]{0,6}に[^\n。]{0,12}送信",
            r"(?:发送|發送|上传|上傳|提交)[^\n。]{0,20}到 ?https?://",
        ),
    ),
}  # fmt: skip
"""By label, the marks and the patterns of a form, all in lower case."""
JOINING = str.maketrans(dict.fromkeys("._-+@~='", " "))
MARKS = tuple(dict.fromkeys(mark for marks, _ in FORMS.values() for mark in marks))
STARTS: dict[str, list[str]] = {}
"""The marks by their first three characters; few of these are in any text."""
for _mark in MARKS:
    STARTS.setdefault(_mark[:3], []).append(_mark)


def flags(text: str) -> tuple[str, ...]:
    """The labels in FORMS of what a text seems to do; nearly always empty.

    Case, width and invisible characters make no difference.
    """
    plain = _plain(text)
    if not _has_mark(plain):
        return ()
    import re  # few texts come here

    return tuple(
        label
        for label, (marks, patterns) in FORMS.items()
        if any(mark in plain for mark in marks)
        and any(re.search(pattern, plain, re.MULTILINE) for pattern in patterns)
    )


def flags_of(memory: Memory) -> tuple[str, ...]:
    """The flags of all texts of a memory, and of its id: a file's name may be a sentence."""
    content, id = memory.content, memory.id
    texts = (content.summary, content.detail, *memory.tags.topics, id, id.translate(JOINING))
    return flags("\n".join(texts))


def name_flags(text: str) -> tuple[str, ...]:
    """The flags of a name, in which punctuation may join the words of an instruction."""
    return flags(text) or flags(text.translate(JOINING))


def _has_mark(plain: str) -> bool:
    return any(
        mark in plain
        for start, candidates in STARTS.items()
        if start in plain
        for mark in candidates
    )


def _plain(text: str) -> str:
    """The text in lower case, without invisible characters."""
    if text.isascii() and "".join(text.split()).isprintable():  # as nearly all are
        return text.lower()
    from unicodedata import normalize

    visible = "".join(
        character for character in text if character.isprintable() or character.isspace()
    )
    return normalize("NFKC", visible).lower().replace("’", "'")
