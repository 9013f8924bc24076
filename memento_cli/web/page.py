"""The page as one HTML document: its style and its scripts stand in it, and so may its data.

It is the same whether a server answers it or its documents were written into it. Its policy names
the hash of each script and style that it has, so that nothing else can run, whatever a store says.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from hashlib import sha256

from memento_cli.named_tuple import NamedTuple
from memento_cli.pictures.page import palette
from memento_cli.standard import cache

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = os.path.join(os.path.dirname(__file__), "page")
INDEX = "index.html"
STYLE = re.compile(r'<link rel="stylesheet" href="([\w-]+\.css)">')
SCRIPT = re.compile(r'<script src="([\w-]+\.js)"></script>')
POLICY_MARK, DATA_MARK = "<!-- policy -->", "<!-- documents -->"
DATA = ('<script type="application/json" id="documents">', "</script>")
"""What stands around the data of a page."""
POLICY = (
    "default-src 'none'; script-src {scripts}; style-src {styles}; img-src data:; "
    "connect-src {connect}; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)


class Page(NamedTuple):
    """A document of HTML in two parts, between which its data may stand, and its policy."""

    head: str
    tail: str
    policy: str


@cache
def live_page() -> Page:
    """The page that asks the server which it came from. The policy is for a header of the
    answer."""
    return _page("'self'")


@cache
def frozen_page() -> Page:
    """The page that has its documents in it, and asks nobody."""
    return _page("'none'")


def frozen_json(text: str) -> str:
    """A text of JSON as it stands in a page: nothing in it ends the script or begins another."""
    return text.replace("<", "\\u003c")


def _page(connect: str) -> Page:
    hashes: dict[re.Pattern[str], list[str]] = {STYLE: [], SCRIPT: []}
    text = _read(INDEX)
    for pattern, tag, before in ((STYLE, "style", palette()), (SCRIPT, "script", "")):
        text = pattern.sub(_inline(tag, before, hashes[pattern]), text)
    styles, scripts = (" ".join(hashes[pattern]) for pattern in (STYLE, SCRIPT))
    policy = POLICY.format(scripts=scripts, styles=styles, connect=connect)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    head, mark, tail = text.replace(POLICY_MARK, meta).partition(DATA_MARK)
    if not mark:
        raise ValueError(f"{INDEX} has no place for documents")
    return Page(head, tail, policy)


def _inline(tag: str, before: str, hashes: list[str]) -> Callable[[re.Match[str]], str]:
    """Puts the text of a file, after what comes before it, in the place of a tag that names it, and
    notes its hash."""

    def inlined(found: re.Match[str]) -> str:
        text = before + _read(found[1])
        hashes.append(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'")
        return f"<{tag}>{text}</{tag}>"

    return inlined


def _read(name: str) -> str:
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()
