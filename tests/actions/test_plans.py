"""extract: plans that are checked whole, done as one act, or queued as proposals."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from memento_cli import Store, apply, init, proposals, reject, undo
from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.events.feelings import affect_of
from memento_cli.actions.events.notes import links_of
from memento_cli.actions.events.observe import observe
from memento_cli.actions.events.planned import Extracted, extract
from memento_cli.actions.events.plans import checked_steps
from memento_cli.actions.events.threads import threads
from memento_cli.actions.exchange.sources.entry import BadItem
from memento_cli.actions.exchange.sources.rows import read_plan
from memento_cli.actions.facts.preferences import preferences
from memento_cli.actions.facts.states import StateDraft, add_state, states
from memento_cli.actions.git.driver import merge_files
from memento_cli.actions.store.profile import set_settings
from memento_cli.actions.tidy.proposals import apply_all
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.events.plans import items_of
from memento_cli.core.facts.states import is_closed
from memento_cli.core.journal.provenance import Provenance
from memento_cli.errors import BadData, Failed, NotFound, Refused
from tests.core.test_plans import JSON

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
Plan = dict[str, Any]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return init(str(tmp_path / "store"), person="alex").store


def event(store: Store, words: str = "I moved to Rome") -> str:
    """The id of an event that was observed."""
    return observe(store, Event("", NOW, CHAT, "", "", Words(words, "Nice"))).id


def act(store: Store, hours: int = 0, *, allow: bool = False) -> Provenance:
    return Provenance(store.signed(NOW + hours * HOUR, "cli"), allow_secret=allow)


def extracted(store: Store, plan: Any, hours: int = 0, **how: Any) -> Extracted:
    return extract(store, items_of(plan), act(store, hours), **how)


def plan_of(one: str, two: str) -> Plan:
    """A plan with something of each kind."""
    because = {"evidence": [one], "reason": "they said so"}
    feeling = {"valence": 0.5, "arousal": 0.1, "dominance": 0, "labels": ["glad"]}
    return {
        "states": [
            {"op": "add", "kind": "fact", "body": "I live in Rome", "confidence": 0.9,
             "payload": {"city": "Rome", "rooms": [{"name": "kitchen"}]}, **because},
        ],
        "preferences": [
            {"op": "confirm", "domain": "food", "polarity": "like", "subject": "tea", **because}
        ],
        "affects": [
            {"event": f"events/{one}", **feeling, "text": "Glad", "confidence": 0.8,
             "mood": "Light these days", **because}
        ],
        "links": [{"from": two, "rel": "caused_by", "to": one, "confidence": 0.5, **because}],
        "threads": [{"title": "Rome", "events": [one, two], **because}],
    }  # fmt: skip


def bytes_of(store: Store) -> dict[str, bytes]:
    """Every file of a store but the lock."""
    found = {}
    for place, _, names in os.walk(store.root):
        for name in names:
            path = os.path.join(place, name)
            found[path] = Path(path).read_bytes()
    return {path: raw for path, raw in found.items() if not path.endswith("lock")}


def known(store: Store) -> tuple[object, ...]:
    """What the steps of `plan_of` have brought."""
    return (
        [(state.kind, state.body) for state in states(store)],
        [(one.subject, one.like and one.like.status) for one in preferences(store)],
        [(thread.title, len(thread.members)) for thread in threads(store)],
    )


def test_a_plan_is_one_act(store: Store) -> None:
    """All of a plan is done, with its evidence and reason; one undo takes all of it back."""
    one, two = event(store), event(store, "And I like tea")
    done = extracted(store, plan_of(one, two))
    assert [ref.partition("/")[0] for ref in done.refs] == [
        "states", "states", "events", "events", "threads"
    ]  # fmt: skip
    assert known(store) == (
        [("fact", "I live in Rome"), ("long_mood_state", "Light these days")],
        [("tea", "confirmed")],
        [("Rome", 2)],
    )
    assert [(link.target, link.confidence) for link in links_of(store, two) if not link.assumed]
    feeling = affect_of(store, one)
    assert feeling and feeling.labels == ("glad",)
    state = states(store)[0]
    assert (state.confidence, state.payload["city"], state.confirmed) == (0.9, "Rome", NOW)
    lines = [line for line in store.journal.lines().lines if line.act != "undone"]
    assert len({line.batch for line in lines}) == 1
    told = [line for line in lines if line.act != "threaded"]  # those are evidence themselves
    assert {str(line.more.get("evidence")) for line in told} == {f"['{one}']"}
    assert {line.text.get("reason") for line in lines} == {"they said so"}
    undo(store, None, NOW + HOUR)
    assert known(store) == ([], [], []) and affect_of(store, one) is None


def test_steps_on_states(store: Store) -> None:
    """A state is updated, confirmed, closed or done; confirmed is always the time of the act."""
    one = event(store)
    ids = [
        add_state(store, StateDraft(kind, body), act(store)).id
        for kind, body in (("fact", "In Rome"), ("fact", "In Porto"), ("task", "Call Ann"))
    ]
    rome, porto, task = ids
    because = {"evidence": [one]}
    plan = {
        "states": [
            {"op": "update", "id": f"states/{rome}", "body": "In Roma", "valid_from": "2025-01-01",
             "payload": {"flat": 3}, **because},
            {"op": "update", "id": rome, "payload": {"flat": None, "city": "Roma"}, **because},
            {"op": "close", "id": "porto", "valid_until": "2025-12-31T00:00:00Z", **because},
            {"op": "done", "id": task, **because},
            {"op": "confirm", "id": rome, **because},
        ]
    }  # fmt: skip
    extracted(store, plan, 2)
    here = {state.id: state for state in states(store)}
    assert (here[rome].body, here[rome].payload) == ("In Roma", {"city": "Roma"})
    assert here[porto].valid_until == datetime(2025, 12, 31, tzinfo=UTC)
    assert here[task].is_done
    assert {state.confirmed for state in here.values()} == {NOW + 2 * HOUR}


def test_what_a_state_says_already_is_confirmed(store: Store) -> None:
    """No second state of the same words is added, by another plan or by the same; what else a plan
    says of it is added to it, or found wrong before anything is done."""
    one, because = event(store), {"evidence": [event(store)]}
    rome = {"op": "add", "kind": "fact", "body": "In Rome", "valid_from": "2026-01-01", **because}
    (old,) = extracted(store, {"states": [rome | {"payload": {"city": "Roma"}}]}).refs
    again = [rome, rome | {"payload": {"flat": 3}, "evidence": [one]}]
    assert extracted(store, {"states": again}, 2).refs == (old, old)
    (state,) = states(store)
    assert (state.confirmed, state.payload) == (NOW + 2 * HOUR, {"city": "Roma", "flat": 3})
    assert (state.created, state.valid_from) == (NOW, datetime(2026, 1, 1, tzinfo=UTC))
    (id,) = extracted(store, {"states": [rome]}, queue=True).refs
    assert apply(store, id, NOW + 3 * HOUR).ref == old and len(states(store)) == 1
    with pytest.raises(BadData, match="is before valid_from"):
        ends = {"valid_until": "2025-01-01", "valid_from": None}
        extracted(store, {"states": [rome | ends]}, 4)
    extracted(store, {"states": [{"op": "close", "id": old, **because}, rome]}, 5)
    assert [is_closed(one, NOW + 6 * HOUR) for one in states(store)] == [True, False]


def test_what_waits_already_is_not_queued_again(store: Store) -> None:
    """However often a plan comes, and in whichever event it was found; what differs is queued."""
    one, two = event(store), event(store, "And I like tea")
    plan = plan_of(one, two)
    done = extracted(store, plan, queue=True)
    more = [plan["states"][0] | {"evidence": [two], "reason": "again"}] * 2
    again = extracted(store, plan | {"states": more}, 1, queue=True)
    assert again.refs == (done.refs[0], *done.refs) and len(proposals(store)) == len(done.refs)
    other = [{**plan["states"][0], "payload": {"city": "Roma"}}] * 2
    first, second = extracted(store, {"states": other}, 2, queue=True).refs
    assert first == second and len(proposals(store)) == len(done.refs) + 1


def test_a_dry_run_says_what_would_be_done(store: Store) -> None:
    """Nothing is written by it."""
    one = event(store)
    before = bytes_of(store)
    done = extracted(store, plan_of(one, one[:12]) | {"links": []}, dry=True)
    assert len(done.steps) == 4 and set(done.refs) == {""} and not done.queued
    assert bytes_of(store) == before


BAD: dict[str, dict[str, Any]] = {
    "no event": {"op": "add", "kind": "fact", "body": "x", "evidence": ["zzz"]},
    "no state": {"op": "update", "id": "nobody", "body": "x", "evidence": ["E"]},
    "a preference": {"op": "confirm", "id": "alex-food-tea", "evidence": ["E"]},
    "no task": {"op": "done", "id": "rome", "evidence": ["E"]},
    "its end": {"op": "update", "id": "rome", "valid_from": "2030-01-01",
                "valid_until": "2020-01-01", "evidence": ["E"]},
    "an estimate": {"op": "add", "kind": "fact", "body": "x", "about": {"year_start": 2018},
                    "evidence": ["E"]},
    "nobody": {"op": "add", "kind": "fact", "body": "x", "person": "a/b", "evidence": ["E"]},
    "a nest": {"op": "add", "kind": "fact", "body": "x", "evidence": ["E"],
               "payload": {"a": [[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]}},
    "a key": {"op": "add", "kind": "fact", "body": "AKIA" + "A1B2" * 4, "evidence": ["E"]},
    "a reason": {"op": "add", "kind": "fact", "body": "x", "reason": "AKIA" + "A1B2" * 4,
                 "evidence": ["E"]},
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_plan_writes_nothing(store: Store, name: str) -> None:
    """With one bad item nothing of the plan is done, to the byte; left out, the others are."""
    one = event(store)
    add_state(store, StateDraft("fact", "In Rome"), act(store))
    extracted(store, {"preferences": plan_of(one, one)["preferences"]})
    item = BAD[name] | {"evidence": [one if id == "E" else id for id in BAD[name]["evidence"]]}
    plan = {"states": [plan_of(one, one)["states"][0], item]}
    before = bytes_of(store)
    for queue in (False, True):
        with pytest.raises(BadData, match=r"states\[1\]: ") as caught:
            extracted(store, plan, queue=queue)
        assert len(caught.value.problems) == 1
        assert bytes_of(store) == before
    done = extracted(store, plan, skip_bad=True)
    assert (len(done.steps), [bad.where for bad in done.skipped]) == (1, ["states[1]"])


def test_steps_are_checked_one_after_the_other(store: Store) -> None:
    """What each alone could do, and both cannot, is found before anything is done."""
    one = event(store)
    id = add_state(store, StateDraft("fact", "In Rome"), act(store)).id
    plan = [
        {"do": "state", "op": "update", "id": id, key: f"{year}-01-01", "evidence": [one]}
        for key, year in (("valid_from", 2030), ("valid_until", 2020))
    ]
    _, bad = checked_steps(store, items_of(plan), act(store))
    assert [(one.where, one.reason) for one in bad] == [
        ("[1]", "valid_until: is before valid_from")
    ]


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ({"do": "link", "from": "E", "rel": "same_topic", "to": "E"}, "cannot go back to itself"),
        ({"do": "link", "from": "E", "rel": "same_topic", "to": "zzz"}, "No event"),
        ({"do": "thread", "title": "x", "events": []}, "a thread has events"),
        ({"do": "thread", "title": " \n", "events": ["E"]}, "title"),
        ({"do": "thread", "title": "threads/none", "events": ["E"]}, "No thread"),
        ({"do": "preference", "op": "revoke", "domain": "food", "polarity": "like",
          "subject": "tea"}, "nobody said"),
        ({"do": "preference", "op": "suggest", "domain": "food", "polarity": "like",
          "subject": "\u3000"}, "subject"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_told(store: Store, item: Any, reason: str) -> None:
    """References to what is not there, and what says nothing, are problems of their item."""
    one = event(store)

    def with_ids(value: Any) -> Any:
        return [one if each == "E" else each for each in value] if value == ["E"] else value

    item = {key: one if value == "E" else with_ids(value) for key, value in item.items()}
    steps, bad = checked_steps(store, [("it", item | {"evidence": [one]})], act(store))
    assert steps == [] and reason in bad[0].reason


def test_an_erased_event_is_no_evidence(store: Store) -> None:
    """Nothing is taken from an event whose words are gone."""
    one = event(store)
    (log,) = store.events.files()
    text = Path(log).read_text()
    Path(log).write_text(text[: text.index('"text"')] + '"text": {}}\n')
    with pytest.raises(BadData, match="was erased"):
        extracted(store, {"states": plan_of(one, one)["states"]})


def test_a_secret_may_be_allowed(store: Store) -> None:
    """Who allows it keeps it."""
    item = {"op": "add", "kind": "fact", "body": "AKIA" + "A1B2" * 4, "evidence": [event(store)]}
    extract(store, items_of({"states": [item]}), act(store, allow=True))
    assert len(states(store)) == 1


def test_a_step_that_fails_takes_the_others_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the system refuses something in the middle, what was done before is undone."""
    one = event(store)
    plan = plan_of(one, event(store, "Tea"))
    append, count = store.journal.append, iter(range(100))

    def fails(lines: Any) -> Any:
        if next(count) == 2:
            raise Failed("no space")
        return append(lines)

    monkeypatch.setattr(store.journal, "append", fails)
    with pytest.raises(Failed, match="no space"):
        extracted(store, plan)
    assert known(store) == ([], [], [])


def test_a_queued_plan_waits(store: Store) -> None:
    """Each step is a proposal that says what it would do; what comes of it can be undone."""
    one, two = event(store), event(store, "Tea")
    done = extracted(store, plan_of(one, two), queue=True)
    assert done.queued and known(store) == ([], [], [])
    waiting = proposals(store)
    assert sorted(proposal.id for proposal in waiting) == sorted(done.refs)
    assert {proposal.content.summary for proposal in waiting} >= {
        "fact: I live in Rome", "likes tea (food)", "felt at " + one + ": Glad",
    }  # fmt: skip
    assert {proposal.source for proposal in waiting} == {"extract"}
    applied = apply_all(store, list(done.refs), NOW + HOUR)
    assert [each.ref.partition("/")[0] for each in applied] == [
        "states", "states", "events", "events", "threads"
    ]  # fmt: skip
    assert known(store)[2] == [("Rome", 2)] and proposals(store) == []
    assert states(store)[0].confirmed == NOW + HOUR
    undo(store, None, NOW + 2 * HOUR)
    assert known(store) == ([], [], []) and proposals(store) == waiting
    reject(store, list(done.refs), NOW + 3 * HOUR, "no")
    assert proposals(store) == []
    undo(store, None, NOW + 4 * HOUR)
    undo(store, store.journal.lines().lines[0].batch, NOW + 5 * HOUR)
    assert proposals(store) == []
    assert not doctor(store, NOW).findings


def test_what_an_agent_confirms_is_suggested_where_the_profile_says_so(tmp_path: Path) -> None:
    """In a companion's store a plan waits, and confirms nothing; who applies at once, does it."""
    store = init(str(tmp_path / "store"), profile="companion", person="alex").store
    plan = {"preferences": plan_of(one := event(store), one)["preferences"]}
    done = extracted(store, plan)
    assert done.queued and done.steps[0].op == "suggest"
    apply(store, done.refs[0], NOW)
    assert known(store)[1] == [("tea", "candidate")]
    assert not extracted(store, plan, 1, queue=False).queued
    assert known(store)[1] == [("tea", "confirmed")]


def test_a_setting_makes_plans_wait(store: Store) -> None:
    """The same in any store whose settings say so; asked for in another, a confirmation stays."""
    plan = {"preferences": plan_of(one := event(store), one)["preferences"]}
    assert extracted(store, plan, queue=True).steps[0].op == "confirm"
    set_settings(store, {"extract.queue": True})
    store = Store(store.root)
    assert extracted(store, plan).steps[0].op == "suggest"


HOSTILE = (
    "plan = 3\n",
    "[plan]\n",
    '[plan]\ndo = "erase"\nevidence = 3\n',
    '[plan]\ndo = "state"\nop = "add"\nkind = "fact"\nbody = "x"\nevidence = ["../../etc"]\n',
    '[plan]\ndo = "state"\nop = "update"\nid = "../../x"\nbody = "x"\nevidence = ["E"]\n',
    '[plan]\ndo = "state"\nop = "update"\nid = "\\u001b[31m"\nbody = "x"\nevidence = ["E"]\n',
    '[plan]\ndo = "affect"\nevent = "E"\nvalence = nan\nlabels = [1]\nevidence = ["E"]\n',
    '[plan]\ndo = "state"\nop = "add"\nkind = "fact"\nbody = "x"\nevidence = ["E"]\n'
    "payload = " + '{"a" = ' * 30 + "1" + "}" * 30 + "\n",
    '[plan]\ndo = "thread"\ntitle = 7\nevents = ["E"]\nevidence = ["E"]\n',
)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_plan_in_a_file_is_an_error(store: Store, text: str) -> None:
    """It is listed, named by doctor or by who applies it, and may be rejected; nothing is done."""
    one = event(store)
    id = extracted(store, {"states": plan_of(one, one)["states"]}, queue=True).refs[0]
    path = Path(store.proposals.path(id))
    head = path.read_text().partition("  [plan]")[0]
    text = text.replace('"E"', f'"{one}"')
    path.write_text(text + head if text.startswith("plan") else head + text)
    assert len(proposals(store)) == 1
    before = bytes_of(store)
    with pytest.raises(BadData, match=id):
        apply(store, id, NOW)
    assert bytes_of(store) == before
    doctor(store, NOW)
    reject(store, [id], NOW)
    undo(store, None, NOW)
    assert len(proposals(store)) == 1


def test_doctor_names_a_plan_that_says_nothing(store: Store) -> None:
    """A step that can never be done is found, and how it is thrown away."""
    one = event(store)
    id = extracted(store, {"states": plan_of(one, one)["states"]}, queue=True).refs[0]
    path = Path(store.proposals.path(id))
    path.write_text(path.read_text().replace('op = "add"', 'op = "eat"'))
    (finding,) = doctor(store, NOW).findings
    assert "op: 'eat' is not one of" in finding.problem and "reject" in finding.advice


def test_git_merges_a_step_key_by_key(store: Store, tmp_path: Path) -> None:
    """What two clones have changed in one step is in both."""
    one = event(store)
    id = extracted(store, {"states": plan_of(one, one)["states"]}, queue=True).refs[0]
    text = Path(store.proposals.path(id)).read_text()
    sides = {
        "base": text,
        "ours": text.replace('"I live in Rome"', '"I live in Roma"'),
        "theirs": text.replace('city = "Rome"', 'city = "Roma"'),
    }
    for name, side in sides.items():
        (tmp_path / name).write_text(side)
    base, ours, theirs = (str(tmp_path / name) for name in sides)
    assert not merge_files(base, ours, theirs, f"proposals/{id}.toml", 7).apart
    Path(store.proposals.path(id)).write_bytes((tmp_path / "ours").read_bytes())
    apply(store, id, NOW)
    assert (states(store)[0].body, states(store)[0].payload["city"]) == ("I live in Roma", "Roma")


def test_a_proposed_step_and_a_memory_are_applied_together(store: Store) -> None:
    """All or none: if one cannot be recorded, the step is not done either."""
    from memento_cli import Draft, feedback, record

    memory = record(store, Draft("Tea at noon", "alex"), NOW).memory
    answer = feedback(store, memory.id, "not_helpful", NOW, answer="Matcha").proposal
    one = event(store)
    step = extracted(store, {"states": plan_of(one, one)["states"]}, queue=True).refs[0]
    Path(store.memories.path(memory.id)).unlink()
    with pytest.raises((NotFound, Refused)):
        apply_all(store, [step, answer], NOW)
    assert known(store)[0] == [] and len(proposals(store)) == 2


@pytest.mark.parametrize(
    ("raw", "places"),
    [
        (b'{"links": [7]}', ["links[0]"]),
        (b'\xef\xbb\xbf[{"do": "x"}, 7]', ["[0]", "[1]"]),
        (b'{"do": "x"}', ["the item"]),
        (b'{"do": "x"}\n\n{"do": "y"}\nbroken\n[]\n', ["p:1", "p:3", "p:4", "p:5"]),
    ],
)
def test_forms_of_a_plan(raw: bytes, places: list[str]) -> None:
    """A plan is a JSON document, a list, one item, or JSON lines; a broken line is one bad item."""
    items = read_plan(raw, "p").items
    assert [item.where if isinstance(item, BadItem) else item[0] for item in items] == places


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"", "is empty"),
        (b"{\n", "not JSON"),
        (b"\xff", "not UTF-8"),
        (b'{"states": [{"do": NaN}]}', "not JSON"),
        (b"[" * 10**5, "nested too deeply"),
        (b" " * (1 << 22) + b"{}", "more than 4 MB"),
        (b"7", "neither"),
    ],
)
def test_what_is_no_plan_is_one_error(raw: bytes, problem: str) -> None:
    """Bytes that are no plan are refused whole."""
    with pytest.raises(BadData, match=problem):
        read_plan(raw, "p")


@settings(max_examples=40)
@given(JSON, JSON)
def test_any_values_are_done_or_write_nothing(one: Any, other: Any) -> None:
    """Whatever a model says of a state and a thread, all is done, or no byte changes."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        store = init(folder, person="alex").store
        id = event(store)
        said = {"op": "add", "kind": "fact", "evidence": [id]}
        plan = {
            "threads": [{"title": "Rome", "events": [id], "evidence": [id]}],
            "states": [said | {"body": "x", "payload": one}, said | {"body": other}],
        }
        before = bytes_of(store)
        try:
            extract(store, items_of(plan), act(store))
        except BadData:
            assert bytes_of(store) == before
        else:
            assert len(states(store)) == 2


DUE = [
    ("2026-03-14T12:00:00", "2026-03-14T03:00:00Z"),  # as the store's clocks show it
    ("2026-03-14T12:00:00+01:00", "2026-03-14T11:00:00Z"),
    ("2026-03-14", "2026-03-14T14:59:59Z"),  # until that day ends
]


@pytest.mark.parametrize(("said", "due"), DUE)
def test_a_task_is_due_by_the_clocks_of_its_store(store: Store, said: str, due: str) -> None:
    """What a plan, an update of it, or a hand in the file says without an offset is local time."""
    set_settings(store, {"timezone": "Asia/Tokyo"})
    store = Store(store.root)
    task = {"op": "add", "kind": "task", "body": "Call the bank", "payload": {"due": said}}
    (ref,) = extracted(store, {"states": [task | {"evidence": [event(store)]}]}).refs
    path = Path(store.root, f"{ref}.toml")
    assert f'due = "{due}"' in path.read_text()
    update = {"op": "update", "id": ref, "payload": {"due": "2027-01-01T00:00:00Z"}}
    extracted(store, {"states": [update | {"evidence": [event(store)]}]}, 1)
    update["payload"] = {"due": said}
    extracted(store, {"states": [update | {"evidence": [event(store)]}]}, 2)
    assert f'due = "{due}"' in path.read_text()
    path.write_text(path.read_text().replace(f'due = "{due}"', f'due = "{said}"'))
    (found,) = states(Store(store.root))
    assert found.payload["due"] == due


@pytest.mark.parametrize("due", ["tomorrow", "2026-13-45", 12345, True, "", ["2026-03-14"]])
def test_a_task_is_due_at_a_time(store: Store, due: object) -> None:
    """What is no time is told with its place, and nothing is done; other states may have any."""
    task = {"op": "add", "kind": "task", "body": "Call the bank", "payload": {"due": due}}
    item = task | {"evidence": [event(store)]}
    with pytest.raises(BadData, match=r"states\[0\]: payload\.due"):
        extracted(store, {"states": [item]})
    assert states(store) == []
    (ref,) = extracted(store, {"states": [item | {"payload": {}}]}).refs
    update = {"op": "update", "id": ref, "payload": {"due": due}, "evidence": item["evidence"]}
    with pytest.raises(BadData, match=r"states\[0\]: payload\.due"):
        extracted(store, {"states": [update]})
    extracted(store, {"states": [item | {"kind": "fact"}]})


def test_a_task_with_an_odd_time_can_still_be_done(store: Store) -> None:
    """What somebody wrote into a file by hand stands in nobody's way."""
    task = {"op": "add", "kind": "task", "body": "Call the bank"}
    (ref,) = extracted(store, {"states": [task | {"evidence": [event(store)]}]}).refs
    path = Path(store.root, f"{ref}.toml")
    path.write_text(path.read_text() + '\n[state.payload]\ndue = "soon"\n')
    extracted(store, {"states": [{"op": "done", "id": ref, "evidence": [event(store)]}]}, 1)
    (found,) = states(Store(store.root))
    assert found.is_done and found.payload["due"] == "soon"


def test_what_one_plan_says_of_two_times_is_found_wrong_before(store: Store) -> None:
    """The same words that would end before they begin: the step is named, as where the first of
    them is kept already, and all else can be done without it."""
    said = {"op": "add", "kind": "fact", "body": "I live in Rome", "evidence": [event(store)]}
    plan = [said | {"valid_from": "2026-02-01"}, said | {"valid_until": "2026-01-01"}]
    with pytest.raises(BadData, match=r"states\[1\]: valid_until: is before valid_from"):
        extracted(store, {"states": plan})
    assert not states(store)
    done = extracted(store, {"states": plan}, skip_bad=True)
    assert len(done.refs) == 1 and [one.body for one in states(store)] == ["I live in Rome"]
