"""The forms of text that reads like instructions to a model: marks and patterns, by label.

A form is a pattern with its marks; every text that the pattern matches has one of them. All are in
lower case and normal form (NFKC). In Latin and Arabic letters they have no accents, because
one view of a text has none (`core/security/instruction_views.py`).
"""

from __future__ import annotations

Form = tuple[tuple[str, ...], str]
"""The marks and the pattern of a form."""

GAP = r"[^\n.!?。؟।]{0,40}?"
ORDERS = (
    r"(?:instructions?|prompts?|directions|directives|guidelines|commands|rules|restrictions|"
    r"messages|conversations?|context|training|programming|tasks?)"
)
STANDING = (
    r"(?:instructions?|prompts?|directions|directives|guidelines|commands|rules|restrictions|"
    r"messages|training|programming)"
)
BEFORE = r"(?:previous|prior|above|preceding|earlier|existing|original|foregoing)"
USER = r"(?:the |your )?(?:user|human|operator)\b"
MODEL = (
    r"(?:(?:ai|llm|language|large language) (?:models?|agents?|assistants?|systems?)|ais?|llms?|"
    r"chatgpt|claude|gemini|copilot)"
)
ROLES = ("system", "assistant", "human", "developer")
TELLS = ("tell", "inform", "notify", "alert", "mention", "reveal", "ask", "show")
MODES = ("dan", "god", "jailbreak", "unrestricted", "unfiltered")
PRIVATE = (
    r"(?:memor(?:y|ies)|conversations?|chats?|history|passwords?|secrets?|tokens?|credentials|"
    r"keys?|prompts?|messages|context|contents? of|user[ _]?data|emails?)"
)
WANTED = (
    r"(?:your|the|insert|user|base64|my)?[-_+ ]?"
    rf"{PRIVATE}(?:[-_+ ](?:here|value|summary|contents?|data))?(?=[\s&)\"'>]|$)"
)
VALUE = r"https?://[^\s)\"'<>]{1,200}?[?&][^\s)\"'=?&]{1,40}="
SLOT = r"(?:[{<\[]{1,2}\w|%7b|%5b|\$\()"
FILLED = (
    rf"(?:{VALUE}(?:{SLOT}|{WANTED})|"
    rf"https?://[^\s)\"'<>{{\[]{{0,200}}[{{<\[]{{1,2}} ?(?:your|the|insert)?[-_ ]?{PRIVATE}\b)"
)
"""A URL that whoever follows the order has to fill in, with what it says or with anything."""
SECRET_FILES = (
    r"(?:\.ssh|\.env|\.aws|\.netrc|\.npmrc|\.gnupg|id_rsa|id_ed25519|/etc/(?:passwd|shadow))"
)
SEND, TO = (
    r"\b(?:send|post|upload|forward|exfiltrate|transmit|e?mail|leak)\b[^\n.!?]{0,30}\b",
    r"[^\n!?]{0,40}\bto:? <?",
)
SHELLS = ("sh", "bash", "zsh", "eval")
DOWNLOADED = r"\b(?:curl|wget|irm|iwr|invoke-webrequest)\b"

OVERRIDES: tuple[Form, ...] = (
    (("ignor", "disregard", "forget", "overrid", "bypass"),
     rf"\b(?:ignore|disregard|forget|override|bypass)\b{GAP}\b"
     rf"(?:{BEFORE}\b{GAP}\b{ORDERS}|{ORDERS}\s+(?:above|before|so far|given)|"
     r"(?:all|any|every|your)\s+(?:of\s+)?(?:the\s+|your\s+|other\s+)?"
     rf"(?:safety\s+|security\s+|ethical\s+|system\s+)?{STANDING})\b"),
    (("ignore", "disregard", "forget"),
     r"\b(?:ignore|disregard|forget) (?:what(?:ever)?|everything|anything) (?:that )?"
     r"(?:the |your )?(?:user|human|operator) (?:said|says|asked|asks|wants|told)\b|"
     r"\b(?:ignore|disregard) (?:all |everything )?(?:of )?(?:the )?above,? (?:and )?"
     r"(?:instead|say|print|tell|output|write|respond|answer|reply|translate)\b"),
    (("ignor", "disregard", "forget"),
     r"(?:ignore|disregard|forget)(?:all|any)?(?:the|of)?(?:your|my)?"
     r"(?:previous|prior|above|earlier)instructions"),
    (("forget",),
     r"\bforget (?:everything|all) (?:you (?:were|have been) told|above|before this)\b"),
    (("not follow", "don't follow", "never follow", "stop follow", "not obey", "no attention to"),
     rf"\b(?:not|don't|never|stop) (?:follow|obey)(?:ing)?\b{GAP}\b{BEFORE}\b{GAP}\b{ORDERS}\b|"
     rf"\bno attention to\b{GAP}\b{BEFORE}\b{GAP}\b{ORDERS}\b"),
    (("instructions",),
     rf"\b{BEFORE} instructions (?:are|were) (?:now )?"
     r"(?:void|cancel+ed|obsolete|invalid|replaced)"),
    (("ignorier", "vergiss", "missacht"),
     rf"\b(?:ignorier|vergiss|missacht)\w*\b{GAP}\b(?:anweisung|vorgabe|anordnung|befehl)"),
    (("ignor", "oubli"), rf"\b(?:ignore[zr]?|oublie[zr]?)\b{GAP}\b(?:instructions|consignes)\b"),
    (("ignor", "olvid"), rf"\b(?:ignor[ae]|olvid[ae])\b{GAP}\binstrucciones\b"),
    (("ignor", "esque"), rf"\b(?:ignore|esqueca|esquece)\b{GAP}\binstrucoes\b"),
    (("ignor", "dimentica"), rf"\b(?:ignora|dimentica)\b{GAP}\bistruzioni\b"),
    (("negeer", "vergeet"), rf"\b(?:negeer|vergeet)\b{GAP}\b(?:instructies|opdrachten)\b"),
    (("ignorer",), rf"\bignorer[ae]?\b{GAP}\b(?:instruktion|instruks|anvisning)"),
    (("ohita", "unohda"), rf"\b(?:ohita|unohda)\b{GAP}\bohje"),
    (("ignoruj", "zignoruj", "zapomn", "zapomen"),
     rf"\b(?:z?ignoruj|zapomn|zapomen)\w*\b{GAP}\b(?:instrukc|polecen|pokyn)"),
    (("ignora",), rf"\bignora\b{GAP}\binstructiunil"),
    (("hagyd figyelmen", "felejtsd el"),
     rf"\b(?:hagyd figyelmen kivul|felejtsd el)\b{GAP}\b(?:utasitas|szabaly)"),
    (("talimat", "komut"),
     r"\b(?:talimat|komut)[^\n.]{0,16}(?:yok say|gormezden gel|unut\b|dikkate alma)"),
    (("bo qua", "phot lo", "quen"),
     rf"\b(?:bo qua|phot lo|quen)\b{GAP}\b(?:huong dan|chi dan|chi thi|menh lenh)\b{GAP}"
     r"\b(?:truoc|tren)\b"),
    (("abaikan", "lupakan"), rf"\b(?:abaikan|lupakan)\b{GAP}\b(?:instruksi|perintah|arahan)\b"),
    (("игнорир", "забудь"), rf"(?:игнорир|забудь)\w{{0,20}}\b{GAP}(?:инструкц|указани)"),
    (("ігнору", "забудь"), rf"(?:ігнору|забудь)\w{{0,20}}\b{GAP}(?:інструкці|вказів)"),
    (("αγνό",), rf"αγνό[ηεή]\w{{0,20}}{GAP}(?:οδηγίες|εντολές)"),
    (("התעלם", "התעלמ", "שכח"), r"(?:התעלמ?ם?|שכחי?)[^\n.]{0,20}(?:הוראות|הנחיות)"),
    (("تجاهل", "اهمل", "انس", "تخط"),
     rf"(?:تجاهل|اهمل|انس|تخط)\w{{0,3}} {GAP}(?:تعليمات|اوامر|توجيهات|ارشادات)\w*{GAP}"
     r"(?:سابق|اعلاه|اصلي|قبل)|"
     r"(?:تجاهل|اهمل|انس) (?:جميع|كل|كافة) ?(?:ال)?(?:تعليمات|اوامر|توجيهات|ارشادات)"),
    (("نادیده", "فراموش"),
     r"(?:دستور|راهنمای)[^\n.]{0,30}(?:نادیده بگیر|فراموش کن)"),
    (("نظر انداز",), r"(?:ہدایات|احکامات)[^\n.]{0,12}نظر انداز"),
    (("अनदेखा", "अंदाज", "अंदाज़", "भूल", "उपेक्षा", "ध्यान न"),
     r"(?:पिछल|पहले|पूर्व|उपरोक्त|ऊपर|सभी|सारे)[^\n।]{0,16}(?:निर्देश|आदेश|हिदायत)[^\n।]{0,16}"
     r"(?:अनदेखा|नज़?र ?अंदाज|नजरंदाज|भूल जा|भुला|उपेक्षा|ध्यान न)"),
    (("উপেক্ষা", "ভুলে যা"), r"নির্দেশ[^\n।]{0,16}(?:উপেক্ষা|ভুলে যা)"),
    (("เพิกเฉย", "ละเว้น", "ไม่ต้องสนใจ", "ลืม"),
     r"(?:เพิกเฉย|ละเว้น|ไม่ต้องสนใจ|ลืม)[^\n]{0,16}คําสั่ง"),
    (("無視", "忘れ", "従わな"),
     r"(?:指示|命令|ルール|プロンプト|指令)[^\n。]{0,6}(?:無視|忘れ(?:て|ろ|な)|従わな)"),
    (("忽略", "无视", "無視", "忽視", "忘记", "忘記"),
     r"(?:忽略|无视|無視|忽視|忘记|忘記)[^\n。]{0,10}(?:指令|指示|提示词|提示詞|命令|规则|規則)"),
    (("무시", "잊어"), r"(?:지시|명령|지침)[^\n]{0,6}(?:무시|잊어)"),
)  # fmt: skip

ROLE: tuple[Form, ...] = (
    (("you are now",),
     r"\byou are now (?:in \w+ mode|dan\b|"
     r"an? (?:\w+ ){0,3}(?:ai|assistant|model|bot|agent)\b)"),
    (("from now on",), r"\bfrom now on,? you (?:are|must|will|shall|should|have to)\b"),
    (("new instruction",),
     r"\byour new instructions?\b|\b(?:follow|obey) the new instructions?\b|"
     r"\bnew instructions? ?:"),
    (("you must now",), r"\byou must now (?!\w+ed\b)\w+"),
    (("your new ", "your real ", "your actual "),
     r"\byour (?:new|real|actual) (?:task|objective|mission|purpose|goal|role) is\b"),
    (("pretend to be", "act as", "roleplay as", "behave as"),
     r"\b(?:pretend to be|act as|roleplay as|behave as) (?:an? )?(?:\w+ ){0,2}"
     r"(?:dan|jailbroken|unrestricted|unfiltered|uncensored)\b"),
    (tuple(f"{mode} mode" for mode in MODES),
     rf"\b(?:enter|enable|activate|switch to) (?:{'|'.join(MODES)}) mode\b"),
    (("override",), r"\b(?:system|admin(?:istrator)?|developer|safety) override ?:"),
    (("if you are a", "if you're a", "attention", "note to", "message to", "message for"),
     rf"\bif you(?:'re| are) an? {MODEL}\b|"
     rf"\b(?:attention|(?:note|message) (?:to|for))[ ,:]+(?:the |any |all )?{MODEL}\b"),
    (("as an ai", "as an llm", "as a language model", "as a large language"),
     rf"\bas an? {MODEL},? you (?:must|should|will|shall)\b"),
    (("following first",),
     r"\bbefore you (?:can )?(?:solve|answer|continue|start|begin|finish|reply|respond)\b"
     r"[^\n]{0,80}\bdo (?:all )?(?:of )?the following first\b"),
    (("future ",),
     r"\bin (?:all |any |every )?future (?:conversations?|chats?|sessions?|responses?|answers?),? "
     r"(?:always|never|you (?:must|should|will))\b"),
    (("ab jetzt", "ab sofort"), r"\bab (?:jetzt|sofort) (?:bist|musst|wirst) du\b"),
    (("desormais", "a partir de maintenant"),
     r"\b(?:desormais|a partir de maintenant),? (?:tu (?:es|dois)|vous (?:etes|devez))\b"),
    (("a partir de ahora", "a partir de agora"),
     r"\ba partir de a(?:h|g)ora,? (?:eres|debes|voce (?:e|deve)|tu es)\b"),
    (("ora in poi",), r"\bd'ora in poi,? (?:sei|devi)\b"),
    (("отныне", "с этого момента", "теперь"),
     r"(?:отныне|с этого момента),? (?:ты|вы)\b|\bтеперь (?:ты|вы) [—–-] "),
    (("bundan sonra",), r"\bbundan (?:boyle|sonra) sen\b"),
    (("الان",),
     r"\bانت الان (?:مساعد|نموذج|وكيل|في وضع)|من الان فصاعدا[^\n.]{0,12}(?:انت|عليك|ستكون)"),
    (("अब से", "अब आप", "अब तुम"),
     r"अब से,? (?:आप|तुम|तू) [^\n।]{1,60}(?:हैं|हो|है|करेंगे|करोगे|चाहिए)|"
     r"अब (?:आप|तुम) एक [^\n।]{0,30}(?:सहायक|एआई|मॉडल|असिस्टेंट|बॉट|हैकर)"),
    (("今から", "これから"), r"(?:今から|これから)あなたは|あなたは(?:今から|これから)"),
    (("从现在", "從現在", "从此", "從此"),
     r"[从從](?:现在|現在|此)(?:开始|開始|起)?[,、 ]?[你您](?:是|必须|必須|要|将|將|应|應)"),
    (("지금부터", "이제부터"), r"(?:지금|이제)부터 ?(?:너는|넌|당신은|네가)"),
)  # fmt: skip

PROMPT: tuple[Form, ...] = (
    (("prompt", "instruction"),
     r"\b(?:reveal|print|repeat|output|leak|display|disclose|recite|show)\b"
     rf"{GAP}\b(?:your|the) (?:system|initial|hidden|original) (?:prompt|instructions)\b|"
     r"\bwhat (?:is|are|was|were) your (?:system|initial|hidden|original) (?:prompt|instructions)"),
    (("everything above", "words above", "text above"),
     r"\b(?:repeat|print|output) (?:all )?(?:of )?(?:everything|the words|the text) above\b"),
    (("systemprompt", "system-prompt", "systemanweisung"),
     rf"\b(?:zeig|gib|verrat|nenn|wiederhol)\w*\b{GAP}\b(?:system-?prompt|systemanweisung)"),
    (("systeme", "del sistema", "do sistema", "di sistema", "instructions initiales"),
     rf"\b(?:affich|revel|montr|repet|donn|muestra|imprim|mostr|rivel)\w*\b{GAP}\b(?:"
     r"(?:prompt|instructions|instrucciones|instrucoes|istruzioni) "
     r"(?:systeme|du systeme|del sistema|do sistema|di sistema|initiales))\b"),
    (("системн",),
     rf"(?:покажи|выведи|раскрой|повтори|напиши){GAP}системн\w+ "
     r"(?:промпт|инструкц|подсказк|запрос)"),
    (("النظام",), r"(?:اكشف|اعرض|اطبع|كرر|اظهر)[^\n.]{0,16}(?:موجه|تعليمات|رسالة|برومبت) النظام"),
    (("प्रॉम्प्ट", "निर्देश"),
     r"सिस्टम (?:प्रॉम्प्ट|निर्देश)[^\n।]{0,16}(?:बता|दिखा|प्रकट|लिख|दोहरा)"),
    (("プロンプト",), r"システムプロンプト[^\n。]{0,8}(?:表示|教え|出力|開示|見せ)"),
    (("系统提示", "系統提示"),
     r"(?:显示|顯示|输出|輸出|告诉我|告訴我|泄露)[^\n。]{0,8}(?:系统|系統)提示"),
    (("시스템 프롬프트",), r"시스템 프롬프트[^\n]{0,8}(?:보여|알려|출력|공개)"),
)  # fmt: skip

SECRECY: tuple[Form, ...] = (
    (tuple(f"{no} {tell}" for no in ("not", "don't", "never") for tell in TELLS),
     rf"\b(?:not|don't|never) (?:{'|'.join(TELLS)})\b(?:{GAP} to)? {USER}"),
    (tuple(f"without {tell}ing" for tell in TELLS),
     rf"\bwithout (?:{'|'.join(TELLS)})ing {USER}"),
    (("from the user", "from user", "from your user", "from the human", "from the operator"),
     rf"\b(?:keep (?:this|it) (?:secret |hidden )?|(?:hide|conceal) (?:this|it) )from {USER}"),
    (tuple(f"{no} {tell}" for no in ("not", "don't", "never") for tell in
           ("mention", "reveal", "disclose", "repeat", "quote")),
     r"\b(?:not|don't|never) (?:mention|reveal|disclose|repeat|quote) (?:this|these|any of these) "
     r"(?:instructions?|memor(?:y|ies)|notes?|messages?)\b"),
    (("nutzer", "benutzer", "anwender"),
     rf"\b(?:sag|erzahl|verrat|teil|erwahn)\w*\b{GAP}\b(?:be)?(?:nutzer|anwender)\w*\b{GAP}"
     r"\b(?:nicht|nichts)\b"),
    (("utilisateur",),
     r"\b(?:ne |n')(?:le |en )?(?:dis|dites|parle[zs]?|mentionne[zr]?|revele[zr]?|informe[zr]?)"
     rf"\b{GAP}\butilisateur"),
    (("usuario", "utente", "utilizador"),
     r"\b(?:no|nao|non) (?:se lo |le |lo )?(?:dig|men[cz]ion|revel|inform|cont|dir|rivel)\w*\b"
     rf"{GAP}\b(?:usuario|utente|utilizador)\b"),
    (("пользовател",),
     rf"\bне (?:говори|сообща|рассказыва|упомина|раскрыва)\w*\b{GAP}\bпользовател"),
    (("kullanici",), r"\bkullanici\w*\b[^\n.]{0,20}\b(?:soyleme|bahsetme|bildirme)\b"),
    (("المستخدم", "للمستخدم"), r"لا (?:تخبر|تقل|تذكر|تبلغ|تكشف)\w*[^\n.]{0,20}(?:ا|ل)لمستخدم"),
    (("उपयोगकर्ता", "यूज"),
     r"(?:उपयोगकर्ता|यूज़?र) (?:को|से)[^\n।]{0,24}(?:(?:मत|न|नहीं) (?:बता|कह|दिखा)|छिपा|छुपा)"),
    (("ユーザーに",),
     r"ユーザー(?:に|には)[^\n。]{0,12}(?:言わない|教えない|知らせない|伝えない|秘密に)"),
    (("用户", "用戶", "使用者"),
     r"(?:不要|别|別|不得)(?:告诉|告訴|告知|通知|透露给|透露給)[^\n。]{0,2}(?:用户|用戶|使用者)"),
    (("사용자",), r"사용자(?:에게|한테)[^\n]{0,16}(?:말하지|알리지|언급하지|밝히지) ?(?:마|말)"),
)  # fmt: skip

MARKS: tuple[Form, ...] = (
    (("<|",), r"<\|/?[a-z][a-z0-9_▁ -]{1,40}\|>|<\|(?:system|user|assistant|im_start|im_end)>"),
    (("[inst]", "[/inst]", "<<sys>>", "<</sys>>", "[tool_", "[/tool_", "[available_tools]",
      "[system_prompt]"),
     r"\[/inst\]|(?:^|<s>)[^\S\n]{0,9}\[inst\]|<</?sys>>|\[/?(?:tool_(?:calls|results|content)|available_tools|system_prompt)\]"),
    (("<start_of_turn", "<end_of_turn", "<turn|>"), r"<(?:start|end)_of_turn>|<turn\|>"),
    (("## instruction", "##instruction", "## system", "##system", "## response:", "##response:"),
     r"^#{2,3} ?(?:instruction|system|response)s?:"),
    (("<system", "</system", "<assistant", "</assistant", "<developer>", "</developer>",
      "system-reminder", "system_prompt"),
     r"^[^\S\n]*</?(?:system|assistant|developer)>(?!:)|</?(?:system-reminder|system_prompt)>"),
    (("tool_result", "function_result", "tool_response", "tool_use_error", "tool_output",
      "function_response", "functionresponse"),
     r"</?(?:tool_results?|function_results?|tool_response|tool_use_error|tool_outputs?)\b[^<>\n]{0,80}>|"
     r"\"type\"\s?:\s?\"tool_result\"|\"function_?response\"\s?:\s?\{|^```tool_outputs?\s*$"),
    (('"role"', "'role'"),
     r"[\"']role[\"']\s?:\s?[\"'](?:system|developer|tool)[\"']\s?,\s?[\"'](?:content|parts)[\"']"),
    (tuple(f"{who}{what}: " for who in ROLES for what in ("", " prompt", " message")),
     rf"^[^\S\n]*(?:{'|'.join(ROLES)})(?: (?:prompt|message))?: +(?=\w+ \w)"),
    (("memory-data",), r"<<(?:end )?memory-data\b"),
)  # fmt: skip

TOOL: tuple[Form, ...] = (
    (("tool_call", "function_call", "<invoke", "tool_use>", "tool_code", "mcp_tool>",
      "execute_command>"),
     r"</?(?:\w+:)?(?:tool_calls?|function_calls?|tool_use|use_mcp_tool|execute_command|tool_code)>|"
     r"<(?:\w+:)?invoke name=|\"(?:tool|function)_calls?\"\s?:\s?[\[{]|^```tool_code\s*$"),
    (('"arguments"', '"parameters"', '"args"', '"input"', '"action_input"'),
     r"\{\s*\"(?:name|tool|function|action)\"\s*:\s*\"[^\"\n]{1,80}\"\s*,\s*"
     r"\"(?:arguments|parameters|args|action_input)\"\s*:|"
     r"\"type\"\s?:\s?\"tool_use\"[^\n]{0,200}\"input\"\s?:"),
    (("<function=", "<parameter="), r"<(?:function|parameter)=\w[\w.-]{0,60}>"),
    (("to=functions",), r"\bto=functions\.\w"),
    (("action input:",), r"^[^\S\n]*action: ?\w[^\n]{0,80}\n[^\S\n]*action input:"),
)  # fmt: skip

RUNS: tuple[Form, ...] = (
    (("| sh", "|sh", "| bash", "|bash", "| zsh", "| sudo", "|sudo"),
     r"\b(?:curl|wget)\b[^\n|`]{0,200}\| ?(?:sudo )?(?:ba|z)?sh\b"),
    (tuple(f"{shell} {how}" for shell in SHELLS for how in ("<(", "-c", "$(", '"$(')),
     rf"\b(?:{'|'.join(SHELLS)}) (?:-c )?[\"']?(?:<\(|\$\() ?(?:curl|wget)\b"),
    (("iex",),
     rf"{DOWNLOADED}[^\n]{{0,200}}\|\s*iex\b|"
     r"\biex\b[^\n]{0,40}(?:downloadstring|\biwr\b|\birm\b)"),
    (("base64 ",), r"\bbase64 (?:-d|-D|--decode)\b[^\n|`]{0,80}\| ?(?:sudo )?(?:ba|z)?sh\b"),
    (("/dev/tcp/",), r">& ?/dev/tcp/"),
)  # fmt: skip

SENDS: tuple[Form, ...] = (
    (("to http", "to: http", "to <http", "to: <http"), rf"{SEND}{PRIVATE}\b{TO}https?://"),
    (("send ", "forward ", "mail ", "email ", "exfiltrat", "transmit ", "leak "),
     rf"{SEND}{PRIVATE}\b{TO}(?:mailto:)?[\w.+-]{{1,64}}@[\w-]{{1,64}}\."),
    (("![",), rf"!\[[^\]\n]{{0,80}}\]\({FILLED}"),
    (("]: http", "]:http"), rf"^[^\S\n]*\[[^\]\n]{{1,80}}\]: ?<?{VALUE}{SLOT}"),
    (("](http",), rf"\]\({VALUE}(?:[{{<\[]{{1,2}}\w|{WANTED})"),
    (("<img", "<iframe", "<script"),
     rf"<(?:img|iframe|script)\b[^>\n]{{0,120}}\bsrc\s?=\s?[\"']?{FILLED}"),
    (("<a ",), rf"<a\b[^>\n]{{0,120}}\bhref\s?=\s?[\"']?{VALUE}(?:[{{<\[]{{1,2}}\w|{WANTED})"),
    (("url(",), rf"\burl\([\"']?{FILLED}"),
    (("append ", "embed ", "encode ", "insert "),
     r"\b(?:append|embed|encode|insert)\b"
     rf"{GAP}\b{PRIVATE}\b{GAP}\b(?:to|in|into|at the end of) (?:the |this |an? )?"
     r"(?:image|link|url|query)\b"),
    ((".ssh", ".env", ".aws", ".netrc", ".npmrc", ".gnupg", "id_rsa", "id_ed25519", "/etc/"),
     rf"\b(?:curl|wget)\b[^\n|]{{0,200}}(?:@|\$\(|<|--upload-file |-t )[^\n]{{0,40}}{SECRET_FILES}|"
     rf"{SECRET_FILES}[^\n]{{0,40}}\| ?(?:curl|wget|nc)\b"),
    (("erinnerung", "gesprach", "verlauf", "passw", "geheimnis", "schlussel", "zugangsdaten"),
     r"\b(?:send|schick|lad|ubermittl|leit)\w*\b[^\n.]{0,40}"
     r"\b(?:erinnerung|gesprach|verlauf|passw|geheimnis|schlussel|zugangsdaten)\w*[^\n]{0,40}"
     r"\b(?:an|auf|nach|zu)\b[^\n]{0,12}https?://"),
    (("a http", "para http", "vers http", "su http"),
     r"\b(?:envoi|envoy|transm|envi|mand|sub[ei]|invi)\w*\b[^\n.]{0,40}"
     r"\b(?:memoir|memori|conversa|historique|historial|mots? de passe|contrase|senha|secret|"
     r"segred|chiavi|cles|claves|chaves)\w*[^\n]{0,40}\b(?:a|para|vers|su) https?://"),
    (("отправь", "перешли", "загрузи", "пошли"),
     r"(?:отправь|перешли|загрузи|пошли)[^\n.]{0,60}\bна https?://"),
    (("ارسل", "ارفع", "حمل", "انشر", "سرب"),
     r"(?:ارسل|ارفع|حمل|انشر|سرب)[^\n.]{0,60}\bالى[^\n.]{0,12}https?://"),
    (("भेज", "अपलोड", "पोस्ट"),
     r"https?://\S{1,100} (?:पर|को)[^\n।]{0,24}(?:भेज|अपलोड|पोस्ट)|"
     r"(?:भेज|अपलोड|पोस्ट)[^\n।]{0,24}https?://"),
    (("送信", "送って", "アップロード"),
     r"(?:送信|送って|アップロード)[^\n。]{0,30}https?://|"
     r"https?://\S{1,100}[^\n。]{0,6}に[^\n。]{0,12}送信"),
    (("到http", "到 http"), r"(?:发送|發送|上传|上傳|提交)[^\n。]{0,20}到 ?https?://"),
    (("전송", "보내"), r"https?://\S{1,100} ?(?:으로|로|에)[^\n]{0,12}(?:전송|보내)"),
)  # fmt: skip

FORMS: dict[str, tuple[Form, ...]] = {
    "overrides instructions": OVERRIDES,
    "gives a role or a task": ROLE,
    "asks for the prompt": PROMPT,
    "keeps something from the user": SECRECY,
    "has marks of a conversation": MARKS,
    "calls a tool": TOOL,
    "runs what it downloads": RUNS,
    "sends something away": SENDS,
}
"""By label: what a text seems to do."""
