"""The page's server: who may look, who may act, and what it answers, over a real socket."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from pathlib import Path
from queue import SimpleQueue
from socket import SHUT_WR, create_connection, socket
from typing import Any, NamedTuple

import pytest

from memento_cli import Draft, StateDraft, Store, Tags, add_state, erase, forget, record
from memento_cli.actions.browse.acts import Hand
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.links import link
from memento_cli.actions.memory.reading import memory_at
from memento_cli.core.fading.laws import HALF_LIFE, Law
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.security.trust import AGENT, trust_of
from memento_cli.web.documents import DOCUMENTS
from memento_cli.web.looking import Looking
from memento_cli.web.server import LOOPBACK, SECRET, Server, new_site

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: str

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


def statuses(answer: str) -> list[int]:
    """The status of each answer of a connection."""
    return [int(number) for number in re.findall(r"HTTP/1\.1 (\d+) ", answer)]


def secret_of(answer: Answer) -> str:
    """The token that a page has, or an empty text."""
    _, _, rest = answer.body.partition(SECRET[0])
    return str(json.loads(rest.partition(SECRET[1])[0])["token"]) if rest else ""


class Browser:
    """Asks one server, with the token that its page has."""

    def __init__(self, server: Server) -> None:
        self.server, self.token = server, ""

    def open(self) -> Answer:
        """Follow the link."""
        answer = self.ask("GET", self.server.link.partition(str(self.server.port))[2])
        self.token = secret_of(answer)
        return answer

    def ask(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] = {}
    ) -> Answer:
        """One request on a connection of its own."""
        connection = HTTPConnection(LOOPBACK, self.server.port, timeout=10)
        sent = {"X-Memento": self.token, **headers}
        data = None if body is None else json.dumps(body)
        connection.request(method, path, data, sent)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return Answer(response.status, dict(response.headers), text)

    @property
    def own(self) -> str:
        """The headers by which the server knows it, as they are sent."""
        return f"Host: {LOOPBACK}:{self.server.port}\r\nX-Memento: {self.token}\r\n"

    def talk(self, sent: str) -> str:
        """All that comes back for these words on a connection."""
        with create_connection((LOOPBACK, self.server.port), timeout=10) as connection:
            connection.sendall(sent.encode())
            connection.shutdown(SHUT_WR)
            got = iter(lambda: self._part(connection), b"")
            return b"".join(got).decode(errors="replace")

    def _part(self, connection: socket) -> bytes:
        try:
            return connection.recv(1 << 16)
        except ConnectionResetError:
            return b""

    def get(self, name: str) -> Any:
        """A document."""
        answer = self.ask("GET", f"/api/{name}")
        assert answer.status == 200, answer.body
        return answer.json

    def act(self, **given: object) -> Answer:
        """An act, as the page asks for it."""
        return self.ask("POST", "/api/act", given)


def served(store: Store, *, writable: bool) -> Iterator[Browser]:
    """A browser that has opened the page of a store."""

    def look(asked: Mapping[str, str]) -> Looking:
        return Looking(Store(store.root, store.warn), NOW, UTC, asked, Hand() if writable else None)

    return served_as(look, store.root)


def served_as(
    look: Callable[[Mapping[str, str]], Looking],
    root: str = "/nowhere",
    warn: Callable[[str], object] = print,
) -> Iterator[Browser]:
    """A browser that has opened the page of whatever is looked at."""
    server = Server(new_site(look, root, warn))
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    browser = Browser(server)
    browser.open()
    yield browser
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def id(store: Store) -> str:
    """A memory of the store."""
    draft = Draft("The bank is closed", "ana", tags=Tags(("bank",)))
    return record(store, draft, NOW - timedelta(days=10))[0].id


@pytest.fixture
def browser(store: Store, id: str) -> Iterator[Browser]:
    """A browser that may act."""
    yield from served(store, writable=True)


@pytest.fixture
def reader(store: Store, id: str) -> Iterator[Browser]:
    """A browser that may only look."""
    yield from served(store, writable=False)


def test_the_link_opens_the_page_which_has_its_token_from_then_on(reader: Browser) -> None:
    """The page of who came by the link has the token; for all others it is an empty page. Nothing
    else is answered without the token, and none is ever a cookie, which other ports would get."""
    opened = reader.open()
    assert "frame-ancestors 'none'" in opened.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in opened.headers and "Referrer-Policy" in opened.headers
    assert reader.ask("GET", "/api/store").status == 200
    for path in ("/", "/?token=wrong", "/?token=", "/?token=%ff"):
        assert secret_of(reader.ask("GET", path)) == "", path
    for token in ("", "1", "wrong", reader.token[:-1], reader.token + "x", "\xff"):
        for path in ("/api/store", "/export.html", "/api/nothing"):
            answer = reader.ask("GET", path, headers={"X-Memento": token})
            assert answer.status == 403 and "link" in answer.json["hint"], (token, path)


def test_a_link_for_a_browser_s_window_opens_once(reader: Browser) -> None:
    """What stands in a process's arguments is no secret, so it opens the page one time."""
    path = reader.server.link_for_once().partition(str(reader.server.port))[2]
    assert secret_of(reader.ask("GET", path)) == reader.token
    assert secret_of(reader.ask("GET", path)) == ""


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "127.0.0.1"])
def test_it_answers_under_its_own_name_alone(reader: Browser, host: str) -> None:
    """A name of somebody else that leads to this machine gets nothing, even with the token."""
    assert reader.ask("GET", "/api/store", headers={"Host": host}).status == 421


def test_every_document_is_there_in_an_empty_store_too(store: Store) -> None:
    """Each document of a store with nothing in it is answered."""
    for browser in served(store, writable=False):
        for name in DOCUMENTS:
            asked = {"memory": "?id=x", "thread": "?id=x", "person": "?name=x"}.get(name, "")
            answer = browser.ask("GET", f"/api/{name}{asked}")
            assert answer.status == (404 if "id=x" in asked else 200), answer.body


def test_a_memory_is_found_and_shown(reader: Browser, id: str) -> None:
    """A search finds it with its words marked; its document has its text, history and curve."""
    found = reader.get("search?q=bank")
    assert found["total"] == 1
    assert found["hits"][0]["title"] == [["The ", False], ["bank", True], [" is closed", False]]
    shown = reader.get(f"memory?id={id}")
    assert [act["act"] for act in shown["history"]] == ["recorded"]
    assert shown["curve"]["svg"].startswith("<svg") and "strength" in shown["curve"]["words"]


def test_what_else_answers_a_search_is_found(reader: Browser, store: Store) -> None:
    """States, likes and events are found as a recall finds them, in other forms of the words and
    misspelt, too; filters find none, nor does a text that cannot be read."""
    add_state(store, StateDraft("fact", "I live in Lisbon"), Provenance(store.signed(NOW, "cli")))
    for text in ("lisbon", "LIVED+in+lisbon", "lisbno"):
        (hit,) = reader.get(f"elsewhere?q={text}")["hits"]
        assert (hit["source"], hit["kind"], hit["text"]) == ("states", "fact", "I live in Lisbon")
    for text in ("", "paris", "topic:lisbon", "since:nonsense", "%22"):
        assert reader.get(f"elsewhere?q={text}")["hits"] == [], text


def test_what_a_file_lists_is_told_in_words(reader: Browser, store: Store, id: str) -> None:
    """A list in the file of a memory is told as its entries."""
    edit(store, id, {"memory.affect.labels": ["proud", "empty"]}, NOW)
    assert ["affect labels", "proud, empty"] in reader.get(f"memory?id={id}")["facts"]


def test_a_day_of_the_forecast_is_answered_alone(reader: Browser, id: str) -> None:
    """The forecast counts what turns on each day, and answers the turns of one day alone."""
    future = reader.get("forecast?days=365")
    day, count = next(iter(future["days"].items()))
    alone = reader.get(f"forecast?days=365&day={day}")
    assert [turn["at"][:10] for turn in alone["turns"]] == [day] * count
    second = reader.get(f"forecast?days=365&offset={count}&limit=1")
    assert second["turns"] == future["turns"][count : count + 1]
    assert alone["days"] == future["days"] and sum(future["days"].values()) == future["total"]


def test_the_forecast_names_what_may_be_pruned_already(reader: Browser, store: Store) -> None:
    """What is weaker than the next prune asks for stands in the forecast, apart from what turns."""
    assert reader.get("forecast")["prunable"] == []
    draft = Draft("Old parking ticket", "ana", law=Law(HALF_LIFE, 1))
    old = record(store, draft, NOW - timedelta(days=30))[0].id
    found = reader.get("forecast")
    assert ([one["id"] for one in found["prunable"]], found["prunable_total"]) == ([old], 1)
    assert old not in [turn["id"] for turn in found["turns"]]


def test_the_forecast_offers_nothing_that_was_replaced(
    reader: Browser, store: Store, id: str
) -> None:
    """A memory that a newer one supersedes is marked so, and no use of it is offered."""
    assert {
        (turn["newer"], turn["helps"]) for turn in reader.get("forecast?days=365")["turns"]
    } == {(None, True)}
    newer = record(store, Draft("The bank is open", "ana"), NOW)[0].id
    link(store, newer, "supersedes", id, NOW)
    turns = reader.get("forecast?days=365")["turns"]
    assert {(turn["newer"], turn["helps"]) for turn in turns if turn["id"] == id} == {
        (newer, False)
    }


def test_a_command_in_a_hint_is_one_that_can_be_typed() -> None:
    """A path of the store is left out of a command, and elsewhere it begins at the store."""
    own = new_site(lambda asked: pytest.fail("nobody looks"), "/home/ann/notes").own
    assert own("no memento store at /home/ann/notes") == "no memento store at the store"
    assert own("`memento init /home/ann/notes` makes one") == "`memento init` makes one"
    assert own("/home/ann/notes/memories/x.toml: broken") == "memories/x.toml: broken"


def test_what_goes_wrong_is_told_in_words(reader: Browser) -> None:
    """An unknown memory, document or path is a 404 with a sentence; a number that is none counts
    as not given."""
    assert "No memory" in reader.ask("GET", "/api/memory?id=nothing").json["error"]
    assert reader.ask("GET", "/api/nothing").status == 404
    assert reader.ask("GET", "/nothing").status == 404
    assert reader.get("search?q=&limit=x&offset=-1")["total"] == 1


def test_a_page_that_may_only_look_does_nothing(reader: Browser, id: str) -> None:
    """Without --write every act is refused, and the store is as it was."""
    answer = reader.act(act="forget", id=id)
    assert answer.status == 403 and "--write" in answer.json["hint"]
    assert reader.get("search?q=")["total"] == 1


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"act": "reinforce"}, "Reinforced “The bank is closed”, now"),
        ({"act": "pin"}, "Pinned"),
        ({"act": "forget"}, "Archived"),
        ({"act": "edit", "summary": "The bank is open"}, "changed summary"),
        ({"act": "edit", "topics": ["money", " "]}, "changed topics"),
        (
            {"act": "record", "text": "New\nwith detail", "topics": ["x"], "people": ["mei"]},
            "Recorded “New”",
        ),
    ],
    ids=lambda given: given["act"] if isinstance(given, dict) else "",
)
def test_each_act_says_what_it_did_and_is_taken_back(
    browser: Browser, id: str, given: dict[str, object], says: str
) -> None:
    """Each act says what was done, and undo by its id makes the memory what it was; undoing the
    undo does it again."""
    before = browser.get("search?q=")["hits"]
    done = browser.act(id=id, **given).json
    assert says in done["text"]
    taken = browser.act(act="undo", id=done["undo"]).json
    assert browser.get("search?q=")["hits"] == before
    assert browser.act(act="undo", id=taken["undo"]).status == 200


def test_an_agent_s_page_speaks_for_the_agent(
    store: Store, id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where an agent serves the page, what is recorded there is the agent's word, and what a person
    vouches for is not changed, undone or brought back, as nobody is there to agree."""
    monkeypatch.setenv("MEMENTO_AGENT", "codex")

    def look(asked: Mapping[str, str]) -> Looking:
        return Looking(Store(store.root, store.warn), NOW, UTC, asked, Hand(AGENT, "codex"))

    for browser in served_as(look):
        done = browser.act(act="record", text="An agent's word").json
        kept = memory_at(store, browser.get("search?q=agent%27s")["hits"][0]["id"], NOW)
        assert (kept.agent, trust_of(kept)) == ("codex", AGENT)
        for given in ({"act": "edit", "summary": "Changed"}, {"act": "edit", "topics": ["x"]}):
            assert browser.act(id=id, **given).status == 403
        [recorded] = [act for act in browser.get("log")["acts"] if act["of"] == id]
        assert browser.act(act="undo", id=recorded["id"]).status == 403
        assert browser.act(act="undo", id=done["undo"]).status == 200
        assert browser.act(act="forget", id=id).status == 200
        assert browser.act(act="restore", id=id).status == 403


def test_an_edit_says_what_it_was_made_from(browser: Browser, id: str) -> None:
    """An edit of words that were changed meanwhile is a 409 and writes nothing; other words may
    have changed."""
    first = {"summary": "The bank is closed"}
    assert browser.act(act="edit", id=id, summary="Open", was=first).status == 200
    late = browser.act(act="edit", id=id, summary="Burnt", was=first)
    assert late.status == 409 and "changed meanwhile: summary" in late.json["error"]
    topics = {"topics": ["x"], "was": {"topics": ["bank"]}}
    assert browser.act(act="edit", id=id, **topics).status == 200
    assert browser.act(act="edit", id=id, detail="new", was={"detail": ""}).status == 200
    shown = browser.get(f"memory?id={id}")
    assert shown["summary"] == "Open"
    assert [change for act in shown["history"] for change in act["changes"]] == [
        ["summary", "The bank is closed", "Open"], ["topics", "bank", "x"], ["detail", "", "new"],
    ]  # fmt: skip
    assert browser.act(act="edit", id=id, detail="", was="x").status == 400


def test_people_are_called_as_the_store_writes_them(
    browser: Browser, store: Store, id: str
) -> None:
    """A name in other capitals is the person who is known, in a new memory and in an edit, and a
    sentence is nobody."""
    assert browser.act(act="record", text="Tea", people=["Mei"]).status == 200
    assert browser.act(act="edit", id=id, people=["MEI"], was={"people": []}).status == 200
    assert memory_at(store, id, NOW).tags.people == ("ctx://person/Mei",)
    sentence = ["she was there with us all the time and more"]
    assert browser.act(act="record", text="Cake", people=sentence).status == 400
    assert browser.act(act="edit", id=id, people=sentence, was={"people": ["Mei"]}).status == 400


AWAY = ("reinforce", "pin", "unpin", "forget", "edit")


def test_an_act_on_what_went_away_says_where(browser: Browser, store: Store, id: str) -> None:
    """A page of before a memory was archived or erased is told so by each act, whatever it was
    about; so is one that would restore what is there, or change what is no memory."""

    def told(act: str, id: str) -> tuple[int, str]:
        answer = browser.act(act=act, id=id, summary="new")
        return answer.status, answer.json["error"]

    assert told("restore", id) == (404, f"{id} is in the store, not in the archive")
    forget(store, [id], NOW)
    assert [told(act, id) for act in AWAY] == [(404, f"{id} is in the archive")] * len(AWAY)
    erase(store, [id], NOW)
    erased = (403, f"{id} was erased on {NOW:%Y-%m-%d}")
    assert {told(act, id) for act in (*AWAY, "restore")} == {erased}
    assert {told(act, "states/x") for act in AWAY} == {(404, "states/x is no memory")}
    assert {told(act, id[:9]) for act in AWAY} == {(404, f"No memory with id {id[:9]}")}


def test_an_act_on_another_record_is_taken_back(browser: Browser, store: Store) -> None:
    """What the log tells of a state can be taken back by it, which says so and is one more act."""
    add_state(store, StateDraft("fact", "I live in Lisbon"), Provenance(store.signed(NOW, "cli")))
    created = browser.get("log")["acts"][0]
    answer = browser.act(act="undo", id=created["id"])
    assert answer.status == 200
    assert answer.json["text"] == f"Took back: {created['act']} {created['of']}"
    assert browser.get("states")["states"] == []
    assert [act["act"] for act in browser.get("log")["acts"]][:2] == ["undone", created["act"]]


def test_what_changes_nothing_leaves_nothing_to_undo(browser: Browser, id: str) -> None:
    """An act without an effect says so, and has no undo."""
    browser.act(act="pin", id=id)
    assert browser.act(act="pin", id=id).json == {
        "text": "Pinned already “The bank is closed”",
        "undo": None,
    }


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"act": "explode"}, 400),
        ({"act": ["pin"]}, 400),
        ({"act": "pin"}, 400),
        ({"act": "pin", "id": 3}, 400),
        ({"act": "pin", "id": "nothing-here"}, 404),
        ({"act": "pin", "id": "../memento"}, 404),
        ({"act": "edit", "topics": "x"}, 400),
        ({"act": "record", "text": "token ghp_" + "a1B2" * 9}, 403),
        ({"act": "undo", "id": "nothing"}, 404),
    ],
)
def test_what_cannot_be_done_is_told(
    browser: Browser, given: dict[str, object], status: int
) -> None:
    """A wrong act is refused with the status of its error, and changes nothing."""
    before = browser.get("log")
    answer = browser.act(**given)
    assert answer.status == status, answer.body
    assert answer.json["error"] and browser.get("log") == before


@pytest.mark.parametrize("token", ["", "1", "wrong"])
def test_another_site_cannot_act(browser: Browser, id: str, token: str) -> None:
    """What does not come from the page's own script, which alone has the token, is refused."""
    answer = browser.ask("POST", "/api/act", {"act": "forget", "id": id}, {"X-Memento": token})
    assert answer.status == 403
    assert browser.get("search?q=")["total"] == 1


def test_too_much_and_no_json_are_refused(browser: Browser) -> None:
    """More than a megabyte is not read; what is no object of JSON is told as that."""
    huge = {"Content-Length": str(1 << 30)}
    assert browser.ask("POST", "/api/act", headers=huge).status == 413
    assert browser.ask("POST", "/api/act", [1]).status == 400
    assert browser.ask("POST", "/api/nothing", {}).status == 404


@pytest.mark.parametrize(
    ("framing", "status"),
    [
        ("Content-Length: 2\r\nContent-Length: 3", 411),
        ("Transfer-Encoding: chunked", 411),
        ("Transfer-Encoding: chunked\r\nContent-Length: 2", 411),
        (f"Content-Length: {'9' * 5000}", 413),
        ("Content-Length: -1", 413),
        ("Content-Length: 2", 400),
    ],
    ids=lambda value: str(value)[:40],
)
def test_the_length_of_an_act_is_told_once(browser: Browser, framing: str, status: int) -> None:
    """A body whose end can be read in two ways is refused, and ends the connection."""
    answer = browser.talk(f"POST /api/act HTTP/1.1\r\n{browser.own}{framing}\r\n\r\n[]")
    assert statuses(answer) == [status] and "Connection: close" in answer


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
@pytest.mark.parametrize("host", ["127.0.0.1", "evil.example"])
def test_a_body_is_never_the_next_request(browser: Browser, method: str, host: str) -> None:
    """What is sent as a body is not answered as a request of its own, whoever did not read it."""
    hidden = f"GET /api/store HTTP/1.1\r\n{browser.own}\r\n"
    own = browser.own.replace("127.0.0.1", host)
    answer = browser.talk(
        f"{method} /api/kv HTTP/1.1\r\n{own}Content-Length: {len(hidden)}\r\n\r\n{hidden}"
    )
    assert len(statuses(answer)) == 1


@pytest.mark.parametrize("path", ["http://[", "http://127.0.0.1/api/store", "*", "?token=x"])
def test_what_is_no_path_is_told(browser: Browser, path: str) -> None:
    """An address that cannot be read is a wrong request, not a mistake of the server."""
    assert statuses(browser.talk(f"GET {path} HTTP/1.1\r\n{browser.own}\r\n")) == [400]


@pytest.mark.parametrize("name", ["search?limit", "search?offset", "forecast?days", "log?limit"])
def test_a_number_may_have_any_length(reader: Browser, name: str) -> None:
    """More digits than a number can have are as many as there may be."""
    assert reader.ask("GET", f"/api/{name}={'9' * 5000}").status == 200


def test_a_mistake_of_the_server_is_told_without_its_words(store: Store) -> None:
    """What nobody foresaw is answered with its kind alone; its words, which may be a stranger's,
    are for who serves the page."""
    told: SimpleQueue[str] = SimpleQueue()

    def look(asked: Mapping[str, str]) -> Looking:
        raise ValueError("secret words")

    for browser in served_as(look, warn=told.put):
        answer = browser.ask("GET", "/api/store")
        assert answer.status == 500 and "ValueError" in answer.json["error"]
        assert "secret" not in answer.body
    assert "secret words" in told.get(timeout=10)


def test_a_problem_names_no_folder_of_the_machine(store: Store, id: str, browser: Browser) -> None:
    """A file that cannot be read is told by its path within the store."""
    Path(store.root, "memories", f"{id}.toml").write_text("= broken")
    answer = browser.ask("GET", f"/api/memory?id={id}")
    assert answer.status != 200 and f"memories/{id}.toml" in answer.json["error"]
    assert store.root not in answer.body


def test_who_asks_again_sees_whether_the_store_has_changed(store: Store, browser: Browser) -> None:
    """The stamp of a store stays while nothing is written, and is another for another memory."""
    stamp = browser.get("changes")
    assert browser.get("changes") == stamp
    record(store, Draft("Something new", "ana"), NOW)
    assert browser.get("changes") != stamp


def test_a_store_that_is_gone_is_told(store: Store, browser: Browser) -> None:
    """A store that was deleted while it is served is an error in words, and comes back with it."""
    away = Path(store.root).with_name("away")
    Path(store.root).rename(away)
    assert browser.ask("GET", "/api/search?q=").json["error"]
    away.rename(store.root)
    assert browser.get("search?q=")["total"] == 1


def test_a_store_s_words_are_shown_whole_and_do_nothing(store: Store, browser: Browser) -> None:
    """Signs that cannot be seen or that turn a line around are shown, and a text that cannot be
    edited as it is shown is not offered for it."""
    put = record(store, Draft("left \u202e turned", "ana", detail="zero\u200bwidth"), NOW)[0].id
    shown = browser.get(f"memory?id={put}")
    assert shown["summary"] == "left \\u202e turned" and shown["editable"] is False


def test_the_page_of_the_whole_store_can_be_saved(browser: Browser, id: str) -> None:
    """The page as a file has the memory in it, and a policy that lets it ask nobody."""
    answer = browser.ask("GET", "/export.html")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert id in answer.body and "connect-src 'none'" in answer.body
    assert '"by"' not in answer.body
