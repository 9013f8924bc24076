"""Nothing that a store says runs in the page, leads elsewhere or hides, whatever it says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.web.chromium import Tab
from tests.web.conftest import memory, served

PAYLOADS = (
    "<script>window.ran = 1</script>", "</script><script>window.ran = 1</script>",
    '"><img src=x onerror="window.ran = 1">', "'><svg onload=window.ran=1>", "<!--<script>",
    "]]><script>window.ran=1</script>", "javascript:window.ran=1", "</title></style></textarea>",
    "<base href=https://evil.example>", "<meta http-equiv=refresh content=0;url=//evil.example>",
    "<iframe srcdoc='<script>top.ran=1</script>'>", "<form action=//evil.example><input name=q>",
    "{{constructor.constructor('window.ran=1')()}}", "${window.ran = 1}", "__proto__",
    "constructor", "\u2028window.ran=1\u2029", "\u202egnp.exe", "W" * 400, "\x00\ufffe\ud83d",
    "https://example.org/a?b=1&c=<x> https://user:pw@evil.example/ data:text/html,<script>",
)  # fmt: skip
WIDE = """[...document.querySelectorAll('body *')].filter((one) =>
  one.getBoundingClientRect().right > 361 && !one.closest('.track, .chip, .brand, svg, .unseen')
  && document.documentElement.scrollWidth > 360).map((one) => one.outerHTML.slice(0, 60))"""
"""What is wider than a phone, where the page scrolls sideways."""
MADE = "document.querySelectorAll('#main script, #main iframe, form[action], base')"
NASTY = " ".join(PAYLOADS).replace("\ud83d", "")


def nasty_page(saved: Callable[..., Tab]) -> Tab:
    """A page that says nasty things in every field that has a text."""
    at = "2026-11-01T00:00:00Z"
    fact = {"of": NASTY, "key": NASTY, "values": [
        {"value": NASTY, "from": at, "until": None, "contested": False, "believed_until": None,
         "current": True, "marks": [NASTY]}]}  # fmt: skip
    state = {"of": NASTY, "kind": NASTY, "text": NASTY, "due": NASTY, "since": NASTY, "until": None,
             "done": False, "over": False, "marks": [NASTY]}  # fmt: skip
    like = {"of": NASTY, "text": NASTY, "domain": NASTY, "note": NASTY, "since": NASTY, "marks": []}
    event = {"at": NASTY, "said": [[NASTY, NASTY]], "session": NASTY, "marks": [NASTY]}
    thread = {"id": NASTY, "title": NASTY, "count": 1, "first": NASTY, "last": NASTY}
    svg = f'<svg xmlns="http://www.w3.org/2000/svg"><script>window.ran=1</script>{PAYLOADS[2]}'
    ones = [
        memory(text, NASTY, id=text, topics=[text], people=[text], person=text, kind=text,
               tier=text, marks=[text], facts=[[text, text]], created=at, newer=text,
               history=[{"at": text, "act": text, "text": text, "by": text}],
               curve={"svg": svg, "words": text},
               links=[{"rel": text, "id": text, "summary": text, "incoming": True}])
        for text in (*PAYLOADS, NASTY)
    ]  # fmt: skip
    edges = [{"from": NASTY, "rel": NASTY, "to": text, "weight": 1, "since": NASTY}
             for text in PAYLOADS]  # fmt: skip
    turn = {"id": NASTY, "summary": NASTY, "turn": NASTY, "at": "2026-12-01T00:00:00Z",
            "strength": 0.1, "with_a_use": NASTY, "helps": True}  # fmt: skip
    return saved(
        ones,
        people={"people": [{"name": NASTY, "own": 1, "named": 1, "held": 1}]},
        facts={"facts": [fact, fact]}, states={"states": [state], "likes": [like]},
        events={"events": [event]}, threads={"threads": [thread]},
        thread={NASTY: thread | {"events": [event]}, "__proto__": thread | {"events": []}},
        graph={"": {"names": [{"name": NASTY, "kind": NASTY, "edges": 1}]},
               NASTY: {"name": NASTY, "kind": NASTY, "aliases": [NASTY], "edges": edges}},
        person={NASTY: {"name": NASTY, "q": NASTY, "facts": [fact], "states": [state],
                        "likes": [like]}},
        mood={"ana": {"of": NASTY, "words": NASTY, "text": NASTY, "svg": svg,
                   "felt": [{"at": NASTY, "text": NASTY, "words": NASTY}]}},
        blocks={"blocks": [{"name": NASTY, "of": NASTY, "purpose": NASTY, "text": NASTY}]},
        kv={"values": [{"key": NASTY, "of": NASTY, "value": NASTY, "expires": NASTY}]},
        forecast={"until": "2027-02-01T00:00:00Z", "turns": [turn]},
        log={"acts": [{"id": NASTY, "at": NASTY, "act": NASTY, "by": NASTY, "text": NASTY,
                       "undone": False, "of": NASTY}]},
    )  # fmt: skip


def test_nothing_of_a_store_runs(saved: Callable[..., Tab]) -> None:
    """In each view, and searched for, the payloads are only read: no script runs, no rule of the
    policy is even tried, nothing is asked of anybody, no element comes into being by them, and no
    view grows sideways."""
    tab = nasty_page(saved)
    tab.look(360)
    views = [f"#{view}" for view in tab.tell("main.store.views")[1:]]
    ids = tab.tell("[...document.querySelectorAll('.title')].map((one) => one.hash)")
    ends = [f"route.to('{view}', {NASTY!r})" for view in ("person", "thread", "graph")]
    ends += [f"route.list({text!r})" for text in PAYLOADS]
    views += [tab.tell(end) for end in ends] + ids
    assert len(ids) == len(PAYLOADS) + 1
    for view in views:
        tab.go(view)
        assert tab.tell(f"[window.ran ?? null, {MADE}.length]") == [None, 0], view[:80]
        assert tab.tell(WIDE) == [], view[:80]
    assert [one for one in tab.asked() if not one.startswith(("file:", "data:"))] == []
    assert tab.wrong() == []


def test_only_plain_addresses_are_links(saved: Callable[..., Tab]) -> None:
    """Of what a text has, only https addresses without a name and a password are links; they tell
    nobody where they were followed from, and get no hold of the page."""
    tab = nasty_page(saved)
    tab.go(tab.tell(f"route.to('memory', {PAYLOADS[0]!r})"))
    links = "[...document.querySelectorAll('#main a:not([href^=\"#\"])')]"
    plain = {"https://example.org/a?b=1&c=", "https://evil.example/"}
    assert set(tab.tell(f"{links}.map((one) => one.href)")) == plain
    assert set(tab.tell(f"{links}.map((one) => one.rel)")) == {"noreferrer noopener"}


def test_a_name_with_signs_that_cannot_be_seen_can_be_opened(tab: Tab, sample: Path) -> None:
    """Such a name is shown with these signs, and leads to what is known of it, not to nothing: in
    the graph, among the people, as a topic."""
    hidden = {'name = "ledger"': 'name = "led\u200bger"', "/viktor": "/vik\u202etor",
              '"oauth"': '"oau\u200bth"'}  # fmt: skip
    for path in sample.glob("*/*.toml"):
        text = path.read_text()
        for plain, signs in hidden.items():
            text = text.replace(plain, signs)
        path.write_text(text)
    with served(sample) as link:
        tab.open(link)
        tab.go("#graph")
        tab.click("led\\u200bger")
        tab.until("document.querySelector('.node.middle title')?.textContent.startsWith('led')")
        tab.go("#people")
        tab.click("vik\\u202etor")
        tab.until("document.querySelector('h1').textContent.startsWith('vik')")
        assert tab.tell("document.querySelectorAll('.gauge').length") > 5
        tab.go("#q=topic%3Aoau%5Cu200bth")
        assert tab.tell("document.querySelector('.total').textContent") == "8 memories match"
