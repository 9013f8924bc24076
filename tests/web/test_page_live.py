"""The page of a store in a real browser: searching, walking, acting, by mouse and by keys."""

from __future__ import annotations

import re
from pathlib import Path

from memento_cli import Draft, Store, init, record
from memento_cli.actions.memory.edit import edit
from tests.web.chromium import Tab
from tests.web.conftest import NOW, served

FOCUSED = "document.activeElement.textContent"
HASH = "location.hash"


def test_typing_finds_and_stands_in_the_address(opened: Tab) -> None:
    """`/` leads to the search box; what is typed is found as it is typed, stands in the address,
    and is one step of the history."""
    opened.press("/")
    for letter in "rotated":
        opened.type(letter)
    opened.until("document.querySelector('.total').textContent === '3 memories match'")
    assert opened.tell("document.querySelector('.title mark').textContent") == "rotated"
    assert opened.tell(HASH) == "#q=rotated"
    opened.tell("history.back()")
    opened.until("!document.querySelector('.total').textContent.includes('match')")
    assert opened.tell("document.getElementById('q').value") in ("", "rotated")  # it has the focus


def test_the_secret_of_the_link_stays_with_the_page(opened: Tab) -> None:
    """A link that somebody copies from the page does not open it for others. It goes on when it is
    loaded again, without a cookie, which whoever serves another port of the machine would get."""
    assert "token" not in opened.tell("location.href")
    opened.open(opened.tell("location.href.split('#')[0]"))
    opened.until("document.querySelector('.title')")
    assert opened.tell("document.cookie") == ""


def test_a_copy_can_be_saved(opened: Tab) -> None:
    """The copy of all is a whole page, and a click on its button hands it to the browser, as a file
    of the store's name and the day; the page says what is in it."""
    assert "connect-src 'none'" in opened.tell("source.copy().then((file) => file.text())")
    opened.click("Save as a page")
    opened.until("performance.getEntriesByName(location.origin + '/export.html').length === 2")
    done = "document.getElementById('done').textContent"
    opened.until(f"{done}.startsWith('Saved as sample 2026-11-29.html: ')")


def test_a_chip_is_a_filter_in_the_text(opened: Tab) -> None:
    """A click on a topic, a person or a month narrows the list by a filter of the query language;
    a second one takes it back."""
    opened.until("document.querySelector('aside .chip')")
    opened.tell("document.querySelector('aside .chip.topic').click()")
    opened.until("document.querySelector('aside .chip.topic.on')")
    topic = opened.tell("document.getElementById('q').value")
    assert topic.startswith("topic:")
    opened.tell("document.querySelector('aside a.month').click()")
    opened.until("document.getElementById('q').value.includes(' since:')")
    opened.until("document.querySelector('aside a.month.on')")
    opened.tell("document.querySelector('aside a.month.on').click()")
    opened.until(f"document.getElementById('q').value === {topic!r}")


def test_what_is_typed_behind_a_filter_is_a_word(opened: Tab) -> None:
    """A filter at the end of the search box has a blank behind it, after which one goes on typing,
    however one comes to the box."""
    for key in ("", "/"):
        opened.tell("document.activeElement.blur()")
        opened.go("#q=topic:oauth")
        opened.press(key) if key else opened.tell("document.getElementById('q').focus()")
        opened.type("tokens")
        opened.until(f"{HASH} === '#q=topic%3Aoauth+tokens'")
        opened.drawn()


def test_a_list_is_walked_by_keys(opened: Tab) -> None:
    """Enter and `j` go through the hits, Enter opens one, Escape comes back to it."""
    opened.go("#q=rotated")
    opened.press("/", "Enter")
    first = opened.tell(FOCUSED)
    opened.press("j")
    second = opened.tell(FOCUSED)
    assert first and second and first != second
    opened.press("Enter")
    opened.until("location.hash.startsWith('#memory/')")
    opened.until(f"document.querySelector('h1')?.textContent === {second!r}")
    assert opened.tell("document.activeElement.tagName") == "H1"
    opened.press("Escape")
    opened.until("document.querySelectorAll('.rows .title').length === 3")
    assert opened.tell(FOCUSED) == second
    opened.press("k", "k")
    assert opened.tell("document.activeElement.id") == "q"


def test_every_act_says_what_it_did_and_can_be_undone(opened: Tab) -> None:
    """A memory is edited, reinforced, pinned, forgotten and restored by its buttons; each answers
    with a line and an Undo, which brings the words back."""
    opened.go("#memory/alex-tokens-2025-01")
    before = opened.tell("document.querySelector('h1').textContent")
    opened.click("Edit")
    opened.until("document.querySelector('form.words')")
    opened.tell("document.getElementById('field-summary').select()")
    opened.type("Tokens never rotated")
    opened.click("Save")
    opened.until("document.querySelector('h1').textContent === 'Tokens never rotated'")
    opened.click("Undo")
    opened.until(f"document.querySelector('h1').textContent === {before!r}")
    done = "document.getElementById('done').textContent"
    for name, told in {
        "Reinforce": "Reinforced", "Pin": "Pinned", "Unpin": "Unpinned", "Forget": "Archived",
        "Restore": "Brought back",
    }.items():  # fmt: skip
        opened.click(name)
        opened.until(f"{done}.startsWith({told!r})")
        opened.drawn()


def test_an_edit_leaves_alone_what_was_not_typed(opened: Tab, sample: Path) -> None:
    """Who changes the summary on the page does not undo what somebody else did to the topics
    meanwhile."""
    opened.go("#memory/alex-tokens-2025-01?edit=1")
    store = Store(str(sample), lambda *_: None)
    edit(store, "alex-tokens-2025-01", {"memory.tags.topics": ["elsewhere"]}, NOW)
    opened.click("In one line")
    opened.type(" (typed)")
    opened.click("Save")
    opened.until("document.querySelector('h1').textContent.includes('(typed)')")
    assert opened.tell("document.querySelector('article .chips').textContent").startswith("else")


def test_an_edit_of_what_was_changed_meanwhile_loses_neither(opened: Tab, sample: Path) -> None:
    """Who types where somebody else has written since sees both texts, and whose is kept is theirs
    to say; the history tells the old words and the new ones."""
    opened.forgive("409")
    opened.go("#memory/alex-tokens-2025-01?edit=1")
    store = Store(str(sample), lambda *_: None)
    opened.click("In one line")
    opened.type(" (typed)")
    theirs = {"memory.content.summary": "Their words", "memory.tags.topics": ["theirs"]}
    edit(store, "alex-tokens-2025-01", theirs, NOW)
    opened.click("Save")
    opened.until("document.querySelector('form .note')?.textContent.includes('Their words')")
    assert "changed meanwhile" in opened.tell("document.getElementById('done').textContent")
    assert opened.tell("document.getElementById('field-summary').value").startswith(" (typed)")
    assert store.memories.read("alex-tokens-2025-01").value.content.summary == "Their words"
    opened.click("Save")
    opened.until("document.querySelector('h1').textContent.includes('(typed)')")
    assert opened.tell("document.querySelector('article .chips').textContent").startswith("theirs")
    assert opened.tell("[...document.querySelectorAll('.change del')].at(-1).textContent") == (
        "Their words"
    )


def test_a_memory_is_recorded_and_nothing_typed_is_lost(opened: Tab) -> None:
    """What is typed into the form is there when one comes back to it, and can be recorded."""
    opened.click("New memory")
    opened.until("document.querySelector('form.words')")
    opened.click("In one line")
    opened.type("Met Ana at the café")
    opened.go("#people")
    opened.click("New memory")
    opened.until("document.getElementById('field-summary')?.value === 'Met Ana at the café'")
    opened.click("People, with commas between them")
    opened.type("ana, josé")
    opened.click("Record")
    opened.until("document.querySelector('.title')?.textContent === 'Met Ana at the café'")
    people = "[...document.querySelector('.row').querySelectorAll('.chip.with')]"
    assert opened.tell(f"{people}.map((one) => one.textContent)") == ["ana", "josé"]
    told = "document.getElementById('done').textContent"
    assert opened.tell(told).startswith("Recorded ")
    opened.go("#people")
    assert opened.tell(told) == ""  # it is old by now; the log has it


def test_the_cursor_is_where_one_goes_on(opened: Tab) -> None:
    """A new memory begins in its first field, a search after it has the usual order, and after an
    act the focus stays in the view."""
    opened.click("New memory")
    opened.until("document.activeElement.id === 'field-summary'")
    opened.type("Met Ana at noon")
    opened.click("Record")
    opened.until("document.querySelector('.title')?.textContent === 'Met Ana at noon'")
    opened.press("/")
    opened.type("noon")
    opened.until(f"{HASH} === '#q=noon'")
    opened.go("#memory/alex-tokens-2025-01")
    opened.click("Forget")
    opened.until("document.activeElement.tagName === 'H1'")
    opened.until("document.querySelector('.toolbar').textContent === 'Restore'")


def test_an_edit_sets_topics_and_people(opened: Tab, sample: Path) -> None:
    """Who a memory is with is edited as its topics are; a person with a scope keeps it."""
    store = Store(str(sample), lambda *_: None)
    scoped = ["ctx://~acme/person/viktor"]
    edit(store, "alex-tokens-2025-01", {"memory.tags.people": scoped}, NOW)
    opened.go("#memory/alex-tokens-2025-01?edit=1")
    assert opened.tell("document.getElementById('field-people').value") == "viktor"
    opened.click("People, with commas between them")
    opened.tell("document.activeElement.setSelectionRange(9, 9)")
    opened.type(", josé")
    opened.click("Save")
    opened.until("document.getElementById('done').textContent.includes('changed people')")
    people = Store(store.root, lambda *_: None).memories.read("alex-tokens-2025-01").value.tags
    assert people.people == (*scoped, "ctx://person/josé")


def test_what_is_refused_is_still_there(opened: Tab) -> None:
    """A form that memento refuses keeps what was typed, and says why it was refused."""
    opened.forgive("403")
    opened.click("New memory")
    opened.until("document.querySelector('form.words')")
    opened.click("In one line")
    secret = "The key is ghp_" + "x7Gq" * 9
    opened.type(secret)
    opened.click("Record")
    opened.until("document.querySelector('.line.bad')")
    assert opened.tell("document.getElementById('field-summary').value") == secret


def test_the_page_has_words_and_one_form_of_dates(opened: Tab) -> None:
    """Keys of files are told in words, and days are written in one way, whoever tells them."""
    opened.go("#memory/alex-tokens-2025-01?edit=1")
    opened.click("In one line")
    opened.type("Once ")
    opened.click("Save")
    opened.until("document.getElementById('done').textContent.includes('changed summary')")
    opened.go("#memory/alex-tokens-2025-01")
    assert "edited, changed summary" in opened.text() and "affect labels" in opened.text()
    opened.go("#log")
    assert "changed summary" in opened.text() and "events/" not in opened.text()
    for view in ("#memory/alex-tokens-2025-01", "#mood", "#forecast", "#log", "#q="):
        opened.go(view)
        assert re.findall(r"\d{4}-\d\d-\d\d", opened.text()) == [], view


def test_a_phone_shows_no_weeks_of_nothing(opened: Tab) -> None:
    """The calendar of a year leaves out, on a phone, weeks and months in which nothing fades."""
    opened.go("#forecast?days=365")
    days, idle = (
        f"[...document.querySelectorAll('{kind}')].filter((one) => one.checkVisibility()).length"
        for kind in ("a.day", ".idle")
    )
    wide = opened.tell(days)
    assert opened.tell(idle) > 0
    opened.look(360)
    assert opened.tell(days) == wide and opened.tell(idle) == 0


def test_a_reader_has_no_buttons_that_act(tab: Tab, sample: Path) -> None:
    """Without --write the page only reads, and says so once, and how to write; where one tries to
    write, it says it there."""
    with served(sample) as link:
        tab.open(link)
        tab.go("#memory/alex-tokens-2025-01")
        assert tab.tell("document.querySelector('.toolbar')") is None
        assert tab.text().count("This page only looks") == 1
        assert "memento open --web --write" in tab.text()
        tab.go("#memory/alex-tokens-2025-01?edit=1")
        assert "This page only looks" in tab.tell(
            "document.querySelector('#main .note').textContent"
        )
        tab.go("#new")
        assert "memento open --web --write" in tab.text()


def test_facts_are_compared_in_time(opened: Tab) -> None:
    """Two days, and two facts, stand beside each other; the address says which."""
    opened.go("#facts?on=2020-01-01&and=2026-01-01")
    row = "[...document.querySelectorAll('tr')].find((one) => one.textContent.includes('city'))"
    assert opened.tell(f"{row}.textContent") == "alex / cityGhentLisbon"
    opened.tell("document.querySelector('[aria-label=\"Compare city of alex\"]').click()")
    opened.until("location.hash.includes('compare=alex')")
    opened.until("document.querySelector('h2').textContent === 'Compared'")


def test_facts_of_all_stand_on_one_scale(opened: Tab) -> None:
    """A year is at the same place below the line of each fact, whoever it is of."""
    opened.go("#facts")
    scales = opened.tell("[...document.querySelectorAll('.scale')].map((one) => one.innerHTML)")
    assert len(scales) > 1 and len(set(scales)) == 1 and ">2026<" in scales[0]


def test_a_date_is_typed_whole(opened: Tab) -> None:
    """A day that is typed counts as soon as it is whole, and the cursor stays where it is; a year
    of less than four digits counts for nothing."""
    opened.go("#facts")
    field = "document.querySelector('[data-key=\"date on\"]')"
    opened.tell(f"{field}.focus()")
    opened.press(*"0101202")
    assert opened.tell(HASH) == "#facts"
    opened.press("0")
    assert opened.tell(f"{field}.value") == "2020-01-01"
    opened.until("location.hash === '#facts?on=2020-01-01'")
    opened.until("document.querySelector('#main h2').textContent === 'What was true'")
    assert opened.tell(f"document.activeElement === {field}")
    opened.press("Backspace", *"2021")
    opened.until("location.hash === '#facts?on=2021-01-01'")


def test_a_search_shows_what_else_answers_it(opened: Tab) -> None:
    """A search lists memories, and shows facts and events that answer it, with links."""
    opened.go("#q=lisbon")
    opened.until("document.querySelector('.also li')?.textContent.includes('Lisbon')")
    opened.tell("document.querySelector('.also a').click()")
    opened.until("document.querySelector('h1').textContent === 'alex'")
    opened.go("#q=ghent")
    opened.until("document.querySelector('.also li')?.textContent.includes('Ghent past fact')")
    opened.go("#q=play+december")
    opened.until("document.querySelector('.also a[href^=\"#events\"]')")
    opened.tell("document.querySelector('.also a[href^=\"#events\"]').click()")
    opened.until("document.querySelectorAll('.talk > li').length")


def test_a_mood_says_whose_it_is(opened: Tab) -> None:
    """The mood that one comes to by the menu is that of the store's own person."""
    opened.go("#mood")
    assert opened.tell("document.querySelector('h1').textContent") == "Mood of alex"


def test_lists_have_other_orders(opened: Tab) -> None:
    """The list can begin with the weakest, or with the oldest, and the address keeps it."""
    shown = "[...document.querySelectorAll('.gauge')].map((one) => one.title)"
    opened.go("#q=&sort=strength:asc")
    weakest = opened.tell(shown)
    assert weakest == sorted(weakest)
    dates = "[...document.querySelectorAll('.row time')].map((one) => one.dateTime)"
    opened.tell("document.querySelector('.order select').value = 'created:asc'")
    opened.tell("document.querySelector('.order select').dispatchEvent(new Event('change'))")
    opened.until("location.hash.includes('created')")
    opened.drawn()
    oldest = opened.tell(dates)
    assert oldest == sorted(oldest) and len(oldest) == 50
    opened.click("Next")
    opened.until("document.querySelectorAll('.row').length < 50")


def test_the_archive_is_searched_and_gives_back(opened: Tab) -> None:
    """What was forgotten is in the archive, which is searched by typing, too, and gives it back."""
    opened.click("Archive: 2")
    opened.until("document.querySelector('h1').textContent === 'Archive'")
    opened.press("/")
    opened.type("fridge")
    opened.until("document.querySelectorAll('.row').length === 1")
    assert opened.tell(HASH) == "#q=fridge&in=archive"
    opened.press("Enter", "Enter")
    opened.until("location.hash.startsWith('#memory/')")
    opened.drawn()
    opened.click("Restore")
    opened.until("document.getElementById('done').textContent.includes('Brought back')")


def test_events_are_found_and_the_log_says_of_what(opened: Tab) -> None:
    """Events are found by their words; what was done tells the words of a memory, not its id."""
    opened.go("#events?q=PLAY+december")
    assert opened.tell("document.querySelectorAll('.talk > li').length") == 1
    opened.go("#memory/alex-tokens-2025-01")
    summary = opened.tell("document.querySelector('h1').textContent")
    opened.click("Pin")
    opened.until("document.getElementById('done').textContent.includes('Pinned')")
    opened.go("#log")
    assert summary in opened.tell("document.querySelector('.row').textContent")
    opened.tell("document.querySelector('.row button').click()")
    opened.until("document.querySelector('.row .sign')?.textContent === 'undone'")
    assert "undone since" not in opened.text()  # the sign says it


def test_the_graph_is_walked(opened: Tab) -> None:
    """A name stands in the middle; a neighbour that is chosen comes into the middle; a list says
    the same."""
    opened.go("#graph")
    name = opened.tell("document.querySelector('#main .chip bdi').textContent")
    opened.tell("document.querySelector('#main .chip').click()")
    opened.until("document.querySelector('svg.graph')")
    assert opened.tell("document.querySelector('.node.middle title').textContent") == name
    other = opened.tell("document.querySelector('a.node title').textContent")
    assert opened.tell(f"document.querySelector('.plain').textContent.includes({other!r})")
    opened.tell("document.querySelector('a.node').focus()")
    opened.press("Enter")
    opened.until(f"document.querySelector('.node.middle title')?.textContent === {other!r}")


def test_what_will_fade_can_be_reinforced(opened: Tab) -> None:
    """The calendar shows days; a day shows what falls on it, and a click reinforces it. Its row
    stays in its place, so that a second click meets no other one."""
    opened.go("#forecast?days=90")
    opened.tell("document.querySelector('a.day').click()")
    opened.until("document.querySelector('a.day.on')")
    rows = "[...document.querySelectorAll('.row .title')].map((one) => one.textContent)"
    fading = opened.tell(rows)
    opened.tell("document.querySelector('.row button').click()")
    opened.until("document.querySelector('.row .sign')?.textContent === 'reinforced'")
    assert "Reinforced" in opened.tell("document.getElementById('done').textContent")
    assert opened.tell(rows) == fading
    opened.tell(
        "acts.act({ act: 'reinforce', id: document.querySelector('.row .title').hash.slice(8) })"
    )
    opened.until("document.getElementById('done').textContent.startsWith('Unchanged')")
    opened.click("Undo")
    opened.until("!document.querySelector('.row .sign')")
    opened.until("document.activeElement.textContent === 'Redo'")


def test_a_day_of_many_is_listed_whole(tab: Tab, tmp_path: Path) -> None:
    """Where more fades than a list holds, its pages have all; a day that is chosen has a list of
    its own, in sight together with the calendar, and how many there are is true everywhere."""
    root = tmp_path / "many"
    init(str(root), person="ctx://person/ana")
    store = Store(str(root), lambda *_: None)
    for number in range(60):
        record(store, Draft(f"Note {number}", "ana"), NOW)
    with served(root, writable=True) as link:
        tab.open(link)
        tab.go("#forecast?days=365")
        assert "Page 1 of 4" in tab.text() and "few to many" in tab.text()
        assert tab.tell("document.querySelector('.monthgrid .today').textContent") == "29"
        tab.tell("document.querySelector('a.day').click()")
        tab.until("document.activeElement.textContent.endsWith(': 60 memories')")
        top = "document.querySelector('a.day.on').getBoundingClientRect().top"
        assert 0 < tab.tell(top) < tab.tell("document.activeElement.getBoundingClientRect().top")
        tab.click("Next")
        tab.until("document.querySelectorAll('.row').length === 10")


def test_a_page_whose_memento_has_ended_says_so(tab: Tab, sample: Path) -> None:
    """When the server is gone, the page says how to start it again."""
    with served(sample) as link:
        tab.open(link)
        gone = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
        tab.call("Network.emulateNetworkConditions", **gone)
        tab.go("#people")
        assert "memento open --web" in tab.text()
    tab.forgive("ERR_INTERNET_DISCONNECTED")


def test_the_first_key_skips_to_the_content(opened: Tab) -> None:
    """Tab shows a way past the menu; it leads to the view."""
    opened.press("Tab")
    assert opened.tell("document.activeElement.id") == "skip"
    opened.press("Enter")
    assert opened.tell("document.activeElement.id") == "main"
    opened.press("Tab", "Tab", "Tab")
    assert opened.tell("document.activeElement.className") == "title"


def test_the_way_back_leads_to_where_one_came_from(opened: Tab) -> None:
    """From a memory one comes back to the list with its words and its place, or to the view that
    led there, also after it was loaded again and after its neighbours were looked at."""
    opened.look(1400, 500)
    opened.go("#q=lisbon")
    opened.tell("document.querySelectorAll('.title')[4].focus()")
    opened.until("scrollY > 50")
    place, title = opened.tell("[scrollY, document.activeElement.textContent]")
    opened.press("Enter")
    opened.until("location.hash.startsWith('#memory/')")
    opened.drawn()
    opened.open(opened.tell("location.href"))
    opened.tell("document.querySelector('.rows .title').click()")
    opened.until(f"!document.querySelector('h1').textContent.includes({title!r})")
    opened.click("‹ Back to the list")
    opened.until(f"location.hash === '#q=lisbon' && scrollY === {place}")
    opened.go("#forecast?days=90")
    memory = opened.tell("document.querySelector('.row .title').hash")
    opened.go("#nonsense")  # leads nowhere, and so not back there
    opened.go(memory)
    opened.until("document.querySelector('.back')?.textContent === '‹ Back to Forecast'")
    opened.press("Escape")
    opened.until("location.hash === '#forecast?days=90'")
