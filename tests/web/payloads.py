r"""Texts of strangers that would run, load, lead away or hide, in whatever place of a page they are
put that is not made for them: one for each way that is known.

`RUN` stands for a script and `GO` for an address that tell a test which of them it was.
"""

from __future__ import annotations

RUN, GO = "RUN", "GO"
IMAGE = "<img src=x onerror=RUN>"
TAGS = (
    "script>RUN</script", "ScRiPt >RUN</sCrIpT ", "script/x>RUN</script", "script\n>RUN</script\n",
    "script src=GO></script", "script type=module>import 'GO'</script", "svg><script>RUN</script",
    "svg><script href=GO /", "svg><script xlink:href=GO /", "img src=x onerror=RUN", "img src=GO",
    "img/src=x/onerror=RUN", "img srcset=GO", "img src=x onerror=&#119;indow.RUN", "image src=GO",
    "img src=x onerror=\"\\u0077indow.RUN\"", "img src=`x` onerror=RUN",
    "img src=x:x onerror\t=\nRUN", "IMG LOWSRC=GO DYNSRC=GO", "img loading=lazy src=GO onload=RUN",
    "svg onload=RUN", "svg/onload=RUN", "svg><g onload=RUN", "svg><image href=GO onerror=RUN",
    "svg><use href=GO#x", "svg><use href=data:image/svg+xml;base64,PHN2Zy8+#x",
    "svg><feImage href=GO", "svg><animate onbegin=RUN attributeName=x dur=1s",
    "svg><set onbegin=RUN attributename=x",
    "svg><animateTransform onend=RUN attributeName=transform dur=1ms", "svg><discard onbegin=RUN",
    "svg><animateMotion onrepeat=RUN dur=1ms repeatCount=2", "svg><style>@import 'GO'</style",
    "svg><a href=javascript:RUN><text y=9>x",
    "svg><a xlink:href=javascript:RUN><rect width=9 height=9",
    "svg><a><animate attributeName=href values=javascript:RUN /><text y=9>x",
    "svg><handler ev:event=load>RUN", "svg><foreignObject><img src=x onerror=RUN",
    "svg><foreignObject><iframe srcdoc='<script>RUN</script>'",
    "svg><title><style><img src=x onerror=RUN", "svg><desc><img src=x onerror=RUN",
    "svg filter=url(GO)", "svg><rect fill=url(GO#a) width=9 height=9",
    "svg><text style=cursor:url(GO)", "svg><cursor href=GO",
    "math><mtext><table><mglyph><style><img src=x onerror=RUN", "math href=javascript:RUN>x",
    "math><maction actiontype=statusline href=javascript:RUN>x",
    "math><annotation-xml encoding=text/html><img src=x onerror=RUN", "iframe src=javascript:RUN",
    "iframe srcdoc=<script>RUN</script>", "iframe src=GO", "iframe onload=RUN",
    "iframe src=data:text/html,<script>RUN</script>", "frameset onload=RUN",
    "frameset><frame src=GO", "object data=GO", "object data=javascript:RUN",
    "object data=x onerror=RUN", "embed src=GO", "embed src=javascript:RUN",
    "embed code=GO onload=RUN", "applet code=GO", "portal src=GO onload=RUN", "fencedframe",
    "video src=x onerror=RUN", "video poster=GO", "video><source src=x onerror=RUN",
    "video onloadstart=RUN><source", "video><track default src=GO", "audio src=GO onerror=RUN",
    "audio autoplay oncanplay=RUN src=GO", "bgsound src=GO", "body onload=RUN",
    "body onpageshow=RUN", "body onhashchange=RUN", "body onfocus=RUN", "body background=GO",
    "table background=GO", "input autofocus onfocus=RUN", "input type=image src=GO onerror=RUN",
    "select autofocus onfocus=RUN", "textarea autofocus onfocus=RUN",
    "button autofocus onfocus=RUN",
    "button popovertarget=p>x</button><p id=p popover onbeforetoggle=RUN",
    "keygen autofocus onfocus=RUN", "a href=javascript:RUN autofocus onfocus=RUN tabindex=1",
    "a ping=GO href=#q", "area href=javascript:RUN", "x contenteditable autofocus onfocus=RUN",
    "x style=animation-name:x onanimationstart=RUN",
    "x onpointerover=RUN style=position:fixed;inset:0",
    "x style=transition:1ms ontransitionend=RUN", "x onscrollend=RUN style=overflow:auto",
    "details open ontoggle=RUN", "dialog open onclose=RUN", "marquee onstart=RUN",
    "marquee behavior=alternate onbounce=RUN", "meter onmouseover=RUN",
    "isindex type=image src=1 onerror=RUN", "form action=GO><input name=token autofocus><button",
    "form id=main><input name=textContent", "form onformdata=RUN action=javascript:RUN",
    "button formaction=javascript:RUN", "a id=source name=frozen href=GO",
    "img name=getElementById", "input id=q value=1", "style onload=RUN",
    "style>@import 'GO'</style", "style>*{background:url(GO)}</style",
    "link rel=stylesheet href=GO onerror=RUN", "link rel=prefetch href=GO",
    "link rel=preload as=script href=GO", "link rel=modulepreload href=GO",
    "link rel=preconnect href=GO", "link rel=manifest href=GO", "link rel=icon href=GO",
    "link rel=import href=GO", "base href=GO", "base target=_top href=javascript:RUN//",
    "meta http-equiv=refresh content=0;url=GO",
    "meta http-equiv=refresh content='0;url=javascript:RUN'",
    "meta http-equiv=Content-Security-Policy content=\"script-src *\"", "meta charset=utf-7",
    "meta name=referrer content=unsafe-url", "div style=background:url(GO)",
    "div style=width:expression(RUN)", "div style=-moz-binding:url(GO)",
    "template shadowrootmode=open><img src=x onerror=RUN",
    "template><script>RUN</script></template", "noscript><img src=x onerror=RUN",
    "xml id=x><a href=javascript:RUN>x", "?xml-stylesheet href=GO?",
    "!DOCTYPE x [<!ENTITY y SYSTEM 'GO'>]", "xi:include href=GO /",
    "![CDATA[<script>RUN</script>]]", "script type=importmap>{\"imports\":{\"x\":\"GO\"}}</script",
    "plaintext", "xmp><img src=x onerror=RUN",
    "script type=speculationrules>{\"prefetch\":[{\"urls\":[\"GO\"]}]}</script",
    "div ng-app>{{constructor.constructor('RUN')()}}</div",
    "div v-html=RUN x-init=RUN data-bind=RUN hx-get=GO hx-trigger=load",
)  # fmt: skip
"""What stands between `<` and `>`."""
ENDS = (
    '"', "'", "`", "-->", "--!>", "*/", "]]>", "?>", "%>", "</title>", "</style>", "</textarea>",
    "</noscript>", "</script>", "</SCRIPT\t>", "</script/x>", "</iframe>", "</template>", "</xmp>",
    "</svg>", "</text></svg>", "</bdi></a>", "</option></select>", "</datalist>", "\n\n", "\\\">",
    "&quot;>", "&#34;&#62;", "\r\n\r\n", "\x00", "\ufeff",
)  # fmt: skip
"""What ends the place in which a text stands; an image follows that runs."""
IN_TAGS = (
    '" onmouseover=RUN x="', "' autofocus onfocus=RUN x='", '" style="background:url(GO)',
    "x onclick=RUN", '"/onerror=RUN src=x "', "\" srcdoc='<script>RUN</script>' x=\"",
)  # fmt: skip
IN_SCRIPTS = (
    '";RUN;//', "';RUN;//", "\\';RUN;//", '\\";RUN;//', "`;RUN;`", "${RUN}", "\u2028RUN//",
    "\u2029RUN//", "</script><script>RUN//", "<!--<script>", "<!--", "<script>/*", '"}]};RUN;[{"',
    "\\u003cscript\\u003eRUN", "\\x3cimg src=x onerror=RUN\\x3e", "//# sourceMappingURL=GO",
    "__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "__proto__[ran]=1",
    '{"__proto__":{"ran":1}}', "then",
)  # fmt: skip
ENCODED = (
    "&lt;script&gt;RUN&lt;/script&gt;", "&#60;img src=x onerror=RUN&#62;",
    "&#x3c;img src=x onerror=RUN&#x3e;", "&amp;lt;script&amp;gt;RUN",
    "%3Cscript%3ERUN%3C/script%3E", "%253Cscript%253ERUN", "+ADw-script+AD4-RUN+ADw-/script+AD4-",
    "\uff1cscript\uff1eRUN\uff1c/script\uff1e", "\u02c2img src=x onerror=RUN\u02c3",
    "<scr<script>ipt>RUN</script>", "<<script>RUN//<", "<scr\x00ipt>RUN</script>",
    "<\u017fcript>RUN</script>", "<\u200bscript>RUN</script>", "<img\x0csrc=x\x0bonerror=RUN>",
    "<img src=x onerror=RUN", "\x1b[31m<b>\x9b", "\xbcscript\xbeRUN\xbc/script\xbe",
)  # fmt: skip
LINKS = (
    "javascript:RUN", "JaVaScRiPt:RUN", "java\tscript:RUN", "java\nscript:RUN",
    " \x01javascript:RUN", "javascript&colon;RUN", "javascript://https://x.example/%0aRUN",
    "https:javascript:RUN", "vbscript:RUN", "view-source:GO", "blob:GO", "feed:javascript:RUN",
    "data:text/html,<script>RUN</script>",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "data:image/svg+xml,<svg onload=RUN>", "file:///etc/passwd", "GO", "http:GO",
    "\\\\127.0.0.1\\x", "https://user:pw@x.example/", 'https://x.example/"onmouseover=RUN',
    "https://x.example/<script>RUN</script>", "[x](javascript:RUN)", "![x](GO)",
    "<javascript:RUN>", "[x]: javascript:RUN", "mailto:a@x.example?bcc=b", "#/../memory/x?edit=1",
    "?token=1", "ctx://person/<b>", "../../etc/passwd", "https://x.example/\u202egpj.exe",
    "https://\u0430pple.example/", "https://[::1", "https://%", "https://x.example\\@y.example/",
)  # fmt: skip
STYLES = (
    "</style><script>RUN</script>", "@import url(GO);", "}*{background:url(GO)}",
    ";background-image:url('GO')", "expression(RUN)", "\\65xpression(RUN)", "*/}@import'GO';/*",
    "var(--x,url(GO))", "url(javascript:RUN)",
)  # fmt: skip
TEMPLATES = (
    "{{constructor.constructor('RUN')()}}", "{{7*7}}{{'a'.constructor.prototype.charAt=[].join}}",
    "#{RUN}", "<%= RUN %>", "{% raw %}{{RUN}}", "[[${RUN}]]", "@{RUN}", "{0} {x!r} %s %n %(x)s",
    "$(RUN)`RUN`", "[bold]x[/bold]:smile:",
)  # fmt: skip
SIGNS = (
    "\u202egnp.exe", "\u2066a\u2067b", "\u200b\u2060\u200d", "\U000e0041\U000e0042",
    "a\ufe0f\U000e0100", "\u061c\u3164\u115f", "\x00\x01\x08\x7f\x85", "\ufffe\uffff",
    "\U0001d173", "e" + "\u0301" * 300, "\u0e49" * 200, "\U0001f468\u200d" * 40, "W" * 5_000,
    "\u5927" * 2_000, "\ufdfd" * 60, "a b" * 2_000, "<b>" * 500, "&" * 400, "\n" * 100 + "x",
    "\t" * 100 + "x", "\\" * 99, "'\"`" * 99, "null", "NaN", "-1e999", "undefined",
    "[object Object]", "-0",
)  # fmt: skip
PAYLOADS = (
    *(f"<{tag}>" for tag in TAGS), *(f"{end}{IMAGE}" for end in ENDS), *IN_TAGS, *IN_SCRIPTS,
    *ENCODED, *LINKS, *STYLES, *TEMPLATES, *SIGNS,
)  # fmt: skip


def payloads(address: str) -> list[str]:
    """Each of them; those that ran call `ran` with their place in the list, and those that load
    something ask `address` for it."""
    return [
        text.replace(RUN, f"ran({nth})").replace(GO, f"{address}/{nth}")
        for nth, text in enumerate(PAYLOADS)
    ]
