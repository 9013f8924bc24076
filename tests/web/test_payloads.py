"""Whatever strangers write into a store runs nowhere, in no view of the page and in no picture.

All texts stand in every field of one store. Lists show each; what has an address of its own is
followed for every STEPth of them, with MEMENTO_LONGER for every third.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer

import pytest

from memento_cli import Store
from memento_cli.web.documents import document
from memento_cli.web.frozen import frozen_store
from memento_cli.web.looking import Looking
from tests.conftest import LONGER, Ran
from tests.web.chromium import Chromium, Tab
from tests.web.conftest import NOW, served
from tests.web.payloads import PAYLOADS, payloads
from tests.web.strangers import FOLDER, memory_id, strange_store

STEP, LIVE_STEP = (3, 20) if LONGER else (75, 150)
REFUSED = "the server responded with a status of 4"
"""What the console says where a name is asked for that nobody can have."""
LISTEN = """window.ran = (...words) => told(String(words));
for (const name of ['alert', 'confirm', 'open', 'print', 'prompt']) window[name] = ran;"""
MADE = """(() => {
  const plain = /^(#|https:\\/\\/|data:image\\/svg\\+xml|blob:http:\\/\\/127)/;
  const leads = /^(href|src|srcset|action|formaction|data|poster|ping|background|srcdoc)$/;
  const odd = /^(iframe|frame|object|embed|base|template|foreignObject|animate|set|use|image|audio|video)$/;
  const head = /^(script|style|link|meta)$/;
  const isOdd = ({ localName, attributes, dataset }) => odd.test(localName) ||
    (head.test(localName) && !('own' in (dataset ?? {}))) || [...attributes].some((one) =>
      one.localName.startsWith('on') || (leads.test(one.localName) && !plain.test(one.value)));
  return [...document.querySelectorAll('*')].filter(isOdd).map((one) => one.outerHTML.slice(0, 99));
})()"""  # noqa: E501
"""What no view makes: elements that act, and attributes that act or lead elsewhere."""
HEAD = "script, style, link, meta"
OWN = f"for (const one of document.querySelectorAll('{HEAD}')) one.dataset.own = ''"
WALK = f"""(async (addresses) => {{
  const found = [];
  for (const address of addresses) {{
    location.hash = address;
    const end = Date.now() + 10_000;
    while (main.shown() !== location.hash || document.querySelector('#main[aria-busy]')) {{
      if (Date.now() > end) return [...found, `never drawn: ${{address}}`];
      await new Promise((done) => setTimeout(done));
    }}
    for (const one of document.querySelectorAll('details')) one.open = true;
    for (const one of {MADE}) found.push(`${{address}}: ${{one}}`);
  }}
  return found;
}})"""
NAMED = """(async () => {
  const names = ['people', 'threads', 'graph', 'facts', 'forecast'];
  const found = await Promise.all(names.map((name) => source.get(name, { days: 90 })));
  const [{ people }, { threads }, graph, { facts }, forecast] = found;
  const days = { on: '2026-11-02', and: '2026-11-03' };
  return [...people.map(({ name }) => route.to('person', name)),
    ...threads.map(({ id }) => route.to('thread', id)),
    ...graph.names.map(({ name }) => route.to('graph', name)),
    ...facts.map(({ of, key }) =>
      route.to('facts', null, { of, compare: `${of} / ${key}`, ...days })),
    ...Object.keys(forecast.days ?? {}).map((day) => route.to('forecast', null, { day }))];
})()"""
"""The addresses of all that has a name."""


class Noting(BaseRequestHandler):
    """Notes what somebody asked."""

    def handle(self) -> None:
        self.server.heard.append(str(self.request.recv(200)))  # type: ignore[attr-defined]


class Listener(ThreadingTCPServer):
    """A server that the texts want to be asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Noting)
        self.heard: list[str] = []
        self.address = f"http://127.0.0.1:{self.server_address[1]}"


@pytest.fixture(scope="module")
def listener() -> Iterator[Listener]:
    """The server."""
    with Listener() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory, listener: Listener) -> Path:
    """The store, in every field of which is every text; it is only looked at."""
    folder = tmp_path_factory.mktemp("strange") / FOLDER
    return strange_store(folder, payloads(listener.address))


class Watched:
    """A tab, and all that a text made it do."""

    def __init__(self, chromium: Chromium, listener: Listener) -> None:
        self._chromium, self._listener = chromium, listener
        self.tab: Tab = chromium.tab()
        self.tab.call("Runtime.addBinding", name="told")
        self.tab.call("Page.addScriptToEvaluateOnNewDocument", source=LISTEN)
        self.tab.forgive(REFUSED)

    def walk(self, addresses: list[str]) -> list[str]:
        """Goes to each address of the page, opens what can be opened, and answers what is there
        that no view makes."""
        return list(self.tab.tell(f"{OWN}; {WALK}({json.dumps(addresses)})"))

    def shows(self, file: Path, text: str) -> list[str]:
        """Opens a text as a document of its own; answers what is there that acts."""
        file.write_text(text)
        self.tab.call("Page.navigate", url=file.as_uri())
        loaded = "document.readyState === 'complete'"
        self.tab.until(f"{loaded} && location.href === '{file.as_uri()}'")
        style = OWN.replace(HEAD, "head > *, svg > style")
        return list(self.tab.tell(f"{style}; {MADE}"))

    def done(self, own: str) -> list[str]:
        """What ran, was asked of others than `own`, or went wrong."""
        wrong = self.tab.wrong()
        acted = ("Runtime.bindingCalled", "Page.javascriptDialogOpening")
        ran = [str(one["params"]) for one in self._chromium.heard if one["method"] in acted]
        asked = [one for one in self.tab.asked() if not one.startswith((own, "data:image/svg"))]
        return wrong + ran + asked + self._listener.heard


@pytest.fixture
def watched(chromium: Chromium, listener: Listener) -> Iterator[Watched]:
    """A tab that hears what runs in it."""
    chromium.heard.clear()
    listener.heard.clear()
    watched = Watched(chromium, listener)
    yield watched
    watched.tab.close()


def addresses(tab: Tab, texts: list[str], step: int, *, edit: bool = False) -> list[str]:
    """Every view, and each `step`th of what is in them: memories, what has a name, what is
    found."""
    views = tab.tell("main.store.views.map((view) => route.to(view))")
    pages = [f"#q=&page={page + 1}" for page in range(len(texts) // 50 + 1)]
    ids = [memory_id(nth) for nth in range(0, len(texts), step)]
    memories = [f"#memory/{id}" for id in (*ids, *(id.replace("memory", "archived") for id in ids))]
    edits = [f"#memory/{id}?edit=1" for id in ids] if edit else []
    lists = tab.tell(f"{json.dumps(texts[::step])}.map((text) => route.list(text))")
    return [*views[1:], *pages, *memories, *edits, *tab.tell(NAMED)[::step], *lists]


def test_what_would_run_is_heard(watched: Watched, tmp_path: Path, listener: Listener) -> None:
    """Where a text is not escaped the test sees that it runs, and whom it asks."""
    image = f'<img src="{listener.address}/7" onerror=ran(1)><iframe srcdoc="<svg onload=ran(2)>">'
    assert len(watched.shows(tmp_path / "page.html", image)) == 2
    told = " ".join(watched.done("file:"))
    assert "'payload': '1'" in told and "'payload': '2'" in told and "GET /7" in told


def test_nothing_runs_in_the_page_of_a_store(
    watched: Watched, strange: Path, listener: Listener
) -> None:
    """In each view of the page, and where it is changed, texts are only read: nothing runs, no
    rule of its policy is even tried, and nobody else is asked."""
    with served(strange, writable=True) as link:
        watched.tab.open(link)
        views = addresses(watched.tab, payloads(listener.address), LIVE_STEP, edit=True)
        assert watched.walk(views) == []
        assert watched.done(link.partition("?")[0]) == []


def test_nothing_runs_in_a_saved_page(
    watched: Watched, strange: Path, tmp_path: Path, listener: Listener
) -> None:
    """Nor in that page when it was saved, with all texts in one script of data."""
    page = tmp_path / "page.html"
    looking = Looking(Store(str(strange), lambda *_: None), NOW, UTC)
    page.write_text("".join(frozen_store(looking)))
    watched.tab.open(page.as_uri())
    assert watched.walk(addresses(watched.tab, payloads(listener.address), STEP)) == []
    assert watched.done(page.as_uri()) == []


def test_nothing_runs_in_a_picture_of_the_page(
    watched: Watched, strange: Path, tmp_path: Path
) -> None:
    """The pictures of the page, which it shows as images, do nothing as documents either."""
    looking = Looking(Store(str(strange), lambda *_: None), NOW, UTC)
    svgs = [json.loads(document(looking, "mood"))["svg"]]
    for nth in range(0, len(PAYLOADS), STEP):
        shown = document(looking._replace(asked={"id": memory_id(nth)}), "memory")
        svgs.append(json.loads(shown)["curve"]["svg"])
    for nth, svg in enumerate(svgs):
        assert watched.shows(tmp_path / f"{nth}.svg", svg) == []
    assert watched.done(tmp_path.as_uri()) == []


def test_nothing_runs_in_what_commands_draw(
    watched: Watched, strange: Path, tmp_path: Path, call: Callable[..., Ran], listener: Listener
) -> None:
    """The pages and pictures of commands are text wherever they say what the store says."""
    own = ("--store", str(strange), "--now", NOW.isoformat())
    lines = [["fade", "forecast", "--html", "-"], ["state", "mood", "--history", "--html", "-"]]
    texts = payloads(listener.address)
    for nth in range(0, len(texts), STEP):
        lines.append(["fade", "curve", memory_id(nth), "--html", "-"])
        near = ("--hops", "2", "--format", "svg")
        lines.append(["graph", "show", *near, "--", f"other {texts[nth]}"])
    drawn = 0
    for nth, line in enumerate(lines):
        told = call(*own, *line)
        if told.code and line[0] == "graph":  # a name that nobody can type
            continue
        assert told.code == 0, (line, told.stderr)
        drawn += 1
        kind = "svg" if line[0] == "graph" else "html"
        assert watched.shows(tmp_path / f"{nth}.{kind}", told.stdout) == [], line
    assert drawn > len(lines) * 0.8
    assert watched.done(tmp_path.as_uri()) == []
