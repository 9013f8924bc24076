"""When it was, asked of everything: events, states and memories, and recall spread over it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memento_cli.actions.events.events import EventQuery, events
from memento_cli.actions.events.observe import observe
from memento_cli.actions.facts.states import StateDraft, add_state, states
from memento_cli.actions.memory.list import list_memories
from memento_cli.actions.memory.record import record
from memento_cli.actions.recall.find import find
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.about import About, about_keys, estimate
from memento_cli.core.memory.memory import Draft
from memento_cli.core.recall.query import Query
from memento_cli.store.directory.store import Store
from tests.conftest import Ran
from tests.store.helpers import new_store

NOW = datetime(2026, 1, 10, 12, tzinfo=UTC)
HIGH, WORK = (About(life_stage=stage, confidence=0.8) for stage in ("high", "work"))
IN_2018 = Query(about_since=datetime(2018, 1, 1, tzinfo=UTC),
                about_until=datetime(2018, 12, 31, 23, tzinfo=UTC))  # fmt: skip


def saw(store: Store, text: str, about: About = About(), at: datetime = NOW) -> str:
    """The id of an event in which a user says so."""
    return observe(store, Event("", at, CHAT, "", "", Words(text, "I see"), about=about)).id


def kept(store: Store, text: str, about: About) -> str:
    """The id of a memory that is about then."""
    return record(store, Draft(text, more=about_keys(about)), NOW).memory.id


def asked(store: Store, about: Query) -> list[str]:
    return [event.id for event in events(store, EventQuery(about=about)).events]


def test_events_by_when_it_was(store: Store) -> None:
    """As somebody said, or as their words let one estimate; what is of no known time is none."""
    said = saw(store, "We went to Kyoto", About(year_start=2018, year_end=2018, confidence=0.8))
    told = saw(store, "In April 2018 it rained", at=NOW + timedelta(minutes=1))
    school = saw(store, "高校の頃の話", at=NOW + timedelta(minutes=2))
    saw(store, "Hello", at=NOW + timedelta(minutes=3))
    assert asked(store, IN_2018) == [told, said]
    assert asked(store, Query(about_stages=("high", "work"))) == [school]
    assert len(asked(store, Query())) == 4


def test_yesterday_is_a_day_of_the_store(tmp_path: Path) -> None:
    """Of its timezone: there it was another day already."""
    store = new_store(tmp_path / "s", timezone="Asia/Tokyo")
    night = datetime(2026, 1, 9, 20, tzinfo=UTC)
    told = saw(store, "Yesterday it rained", at=night)
    day = datetime(2026, 1, 9, tzinfo=UTC)
    assert asked(store, Query(about_since=day, about_until=day + timedelta(hours=23))) == [told]


def test_a_day_is_shown_as_it_was_typed(
    store: Store, call: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the zone of the person; a day that was estimated as that of the store."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    when = ("--about", "2026-01-09", "--about-confidence", "0.9")
    said = call("event", "add", "--user", "The match", *when).stdout.strip()
    assert "2026-01-09 (90% sure)" in call("show", said).stdout
    told = call("event", "add", "--user", "It was on 2026-01-09").stdout.strip()
    assert "2026-01-09 (90% sure, estimated)" in call("show", told).stdout
    row = json.loads(call("show", told, "--json").stdout)["about"]
    assert row["start"].endswith("09T00:00:00Z") and row["end"].startswith("2026-01-09T23:59:59")


def test_a_stage_of_life_that_is_none_is_refused(store: Store, call: Callable[..., Ran]) -> None:
    """With the stages that there are, whoever says it; nothing is kept."""
    stage = ("--life-stage", "kindergarten", "--about-confidence", "0.5")
    plan = {"op": "add", "kind": "fact", "body": "I fell", "evidence": [saw(store, "I fell")]}
    plan["about"] = {"life_stage": "kindergarten", "confidence": 0.5}
    path = Path(store.root, "..", "plan.json")
    path.write_text(json.dumps({"states": [plan]}))
    for done in (
        call("event", "add", "--user", "Hi", *stage),
        call("state", "add", "fact", "I fell", *stage),
        call("event", "extract", str(path)),
    ):
        assert done.code in (2, 4) and "elementary" in done.stderr and not done.stdout
    assert len(events(store, EventQuery()).events) == 1 and not states(store)


def test_one_recall_finds_all_that_was_then(store: Store) -> None:
    """Memories, events and states of one stage of life, in whatever words their files have."""
    memory = kept(store, "The band played", About(life_stage="High school", confidence=0.5))
    kept(store, "The band broke up", WORK)
    event = saw(store, "The band in high school")
    draft = StateDraft("fact", "The band was loud", about=HIGH)
    state = add_state(store, draft, Provenance(store.signed(NOW, "cli", "")))
    query = Query(words=("band",), about_stages=("high",), limit=10)
    found = find([store], ("memories", "states", "events"), query, NOW).page
    ids = {one.hit.memory.id for one in found}
    assert ids == {memory, f"events/{event}", f"states/{state.id}"}


def test_a_list_asks_the_index_for_a_stage(store: Store) -> None:
    """As the file says it, also where the file changed since."""
    school, office = kept(store, "Drums", HIGH), kept(store, "Desk", WORK)
    query = Query(about_stages=("high",))
    assert [hit.memory.id for hit in list_memories(store, query, NOW).hits] == [school]
    path = Path(store.memories.path(office))
    path.write_text(path.read_text().replace('"work"', '"高校"'))
    assert {hit.memory.id for hit in list_memories(store, query, NOW, fresh=True).hits} == {
        school, office,
    }  # fmt: skip


@pytest.mark.parametrize(("limit", "place"), [(10, 5), (7, 5), (6, 5)])
def test_recall_is_spread_over_what_it_is_about(tmp_path: Path, limit: int, place: int) -> None:
    """After five of one stage another comes first; all stay, whatever the page."""
    store = new_store(tmp_path / "s", profile="companion")
    trips = [kept(store, f"School trip to {name}", HIGH)
             for name in ("Nara", "Nikko", "Kobe", "Osaka", "Sendai", "Hakone")]  # fmt: skip
    late = kept(store, "The trip of our whole department for three days in May", WORK)
    query = Query(words=("school", "trip"), limit=limit)
    found = [one.hit.memory.id for one in find([store], ("memories",), query, NOW).page]
    assert found.index(late) == place
    assert limit < 7 or set(found) == {*trips, late}


AT_SCHOOL = {
    "学校で怒られた話": (
        ("小学校の廊下を走って怒られた", "小学校で窓を割って怒られた", "小学生の時に騒いで怒られた",
         "小学校のプールで怒られた", "小学校の掃除をさぼって怒られた", "小学3年の夏に怒られた"),
        ("中学の部活に遅刻して顧問に怒られた", "高校の授業中に居眠りして怒られた",
         "大学のゼミで準備をしていなくて教授に怒られた"),
        ("今日は学校の前を通った", "仕事で上司に怒られた", "カレーが美味しかった"),
    ),
    "getting in trouble at school": (
        ("In elementary school I got in trouble for talking", "In grade school I got in trouble",
         "In primary school I was in trouble for a frog", "In elementary school: trouble, a window",
         "In elementary school I got in trouble at recess", "In elementary school, trouble again"),
        ("In middle school I got in trouble for passing notes",
         "In high school the principal caught me, big trouble",
         "At university I got into trouble for a plagiarised essay"),
        ("I walked past a school today", "The car is in trouble again", "At work I got in trouble"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("question", AT_SCHOOL)
@pytest.mark.parametrize("sources", [("events",), ("memories",), ("memories", "events")])
def test_school_asks_for_every_stage_of_it(
    tmp_path: Path, question: str, sources: tuple[str, ...]
) -> None:
    """The best of each stage stands among the first five, however many one stage has: a middle
    school is a school, though it has not the word. Who names a stage asks for that."""
    store = new_store(tmp_path / "s", profile="companion")
    many, others, beside = AT_SCHOOL[question]
    for nth, text in enumerate((*many, *others, *beside)):
        stage = estimate(text, NOW) or About()
        if "events" in sources:
            saw(store, text, at=NOW - timedelta(days=nth))
        else:
            kept(store, text, stage)
    query = Query(words=tuple(question.split()), limit=5)
    found = [one.hit.memory.content.summary for one in find([store], sources, query, NOW).page]
    assert found[0] in many and set(others) < set(found)
    assert len(set(found)) == 5 and found[4] not in beside


def test_a_stage_of_which_nothing_fits_has_no_room(tmp_path: Path) -> None:
    """What was at another school comes first only if it has other words of the question."""
    store = new_store(tmp_path / "s", profile="companion")
    trips = [saw(store, f"A trip to {name} in elementary school") for name in ("Nara", "Kobe")]
    saw(store, "In high school I played chess")
    query = Query(words=("school", "trip"), limit=2)
    found = [one.hit.memory.id for one in find([store], ("events",), query, NOW).page]
    assert sorted(found) == [f"events/{id}" for id in sorted(trips)]


@pytest.mark.parametrize("profile", ["companion", "half-life", "agent", "ebbinghaus", "tiers"])
@pytest.mark.parametrize("source", ["events", "memories"])
def test_of_stories_that_match_equally_the_newer_comes_first(
    tmp_path: Path, profile: str, source: str
) -> None:
    """Also where both are so old that nothing is left of their recency; but a little more recency
    is not worth a word."""
    store = new_store(tmp_path / "s", profile=profile)
    for years in (9, 11, 8, 10):
        at = NOW - timedelta(days=365 * years)
        if source == "events":
            saw(store, "I baked a lemon tart", at=at)
        else:
            record(store, Draft("I baked a lemon tart"), at)
    if source == "events":
        saw(store, "I baked a tart", at=NOW - timedelta(days=3000))
    query, asked = Query(words=("lemon", "tart"), limit=4), (source,)
    page = find([store], asked, query, NOW, everything=True).page
    times = [one.hit.memory.created for one in page]
    assert len(times) == 4 and times == sorted(times, reverse=True)
    assert {one.hit.memory.content.summary for one in page} == {"I baked a lemon tart"}
