"""Feelings of moments, and the long mood that follows from them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Affect, Store, affect_of, context, feel, long_mood, mood_history, moods
from memento_cli.actions.events.feelings import felt_about, felt_by, mood_state, say_mood
from memento_cli.actions.events.observe import observe
from memento_cli.actions.facts.states import StateDraft, add_state, close_states
from memento_cli.actions.redaction.erase import erase
from memento_cli.actions.undo.revisions import revised_ref, revisions_of
from memento_cli.actions.undo.undo import undo
from memento_cli.core.events.affect import Vad
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.events.mood import SHORT_SIGNS, TEXT_SIGNS, Mood, felt_numbers, felt_texts
from memento_cli.core.facts.states import MOOD
from memento_cli.core.journal.event_types import FELT
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.recall.query import Query
from memento_cli.core.security.trust import AGENT, USER
from memento_cli.errors import BadValue, NotFound, Refused, SecretFound
from tests.conformance.stores import contents
from tests.conftest import Ran
from tests.store.helpers import DAY, NOW, new_store, reopened

HOUR = timedelta(hours=1)
ALEX, HERTA = "ctx://person/alex", "ctx://person/herta"
GLAD = Affect(0.6, 0.2, 0.1, ("glad",), "You passed, and I was glad.", 0.8)
LOW = Affect(-0.7, 0.4, -0.4, ("悲しい",), "あなたが泣いていた。", 0.9)
SECRET = "AKIA" + "Z7Q5MX2KT4RW3NBV"
Call = Callable[..., Ran]


def act(store: Store, hours: float = 0, **more: Any) -> Provenance:
    """Somebody acts so many hours from now."""
    return Provenance(store.signed(NOW + hours * HOUR, "cli"), **more)


def said(store: Store, hours: float = 0) -> Event:
    """A turn of talk, so many hours from now."""
    return observe(store, Event("", NOW + hours * HOUR, CHAT, "", "", Words("Hi", "Hello")))


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store of alex."""
    monkeypatch.setenv("MEMENTO_STORE", str(tmp_path / "s"))
    return new_store(tmp_path / "s", person="alex")


def test_a_feeling_stands_beside_its_event(store: Store) -> None:
    """One line of the journal tells it; the event's own line, and every other file, stay."""
    event = said(store)
    before = contents(store)
    assert feel(store, event, GLAD, act(store)) == GLAD == affect_of(store, event.id)
    after = contents(store)
    changed = [path for path in after if before.get(path) != after[path]]
    assert [path.split("/")[0] for path in changed] == ["journal"]
    line = json.loads(after[changed[0]].splitlines()[-1])
    assert line["memory"] == event.ref and line["moment"] == "2025-02-01T14:30:00Z"
    assert line["text"] == {"text": GLAD.text, "labels": ["glad"]} and line["person"] == ALEX


def test_the_newest_feeling_of_an_event_replaces(store: Store) -> None:
    """Of the same person; another's stands beside it, and an undo brings the older back."""
    event = said(store)
    feel(store, event, GLAD, act(store))
    feel(store, event, LOW, act(store, 1), person="Alex")
    feel(store, event, GLAD, act(store, 2), person="herta")
    assert {felt.person: felt.affect for felt in felt_about(store, event.id)} == {
        "ctx://person/Alex": LOW,
        HERTA: GLAD,
    }
    undo(store, None, NOW + 3 * HOUR)
    assert affect_of(store, event.id) == LOW
    undo(store, None, NOW + 4 * HOUR)
    assert affect_of(store, event.id) == GLAD
    undo(store, None, NOW + 5 * HOUR)
    assert affect_of(store, event.id) is None and not moods(store, NOW + DAY)


@pytest.mark.parametrize(
    "bad", [GLAD._replace(valence=1.5), GLAD._replace(text=" "), GLAD._replace(confidence=2)]
)
def test_what_is_no_feeling_changes_nothing(store: Store, bad: Affect) -> None:
    """Nor does a key in a text, or in what the mood may say, or a feeling of what was erased."""
    event, gone = said(store), said(store)
    erase(store, [gone.ref], NOW)
    gone = gone._replace(words=Words())
    before = contents(store)
    with pytest.raises(BadValue):
        feel(store, event, bad, act(store))
    with pytest.raises(SecretFound):
        feel(store, event, GLAD._replace(text=f"I saw {SECRET}"), act(store))
    with pytest.raises(SecretFound):
        feel(store, event, GLAD, act(store), mood=f"I saw {SECRET}")
    with pytest.raises(Refused, match="erased"):
        feel(store, gone, GLAD, act(store))
    assert contents(store) == before
    assert feel(store, event, GLAD, act(store, allow_secret=True), mood=f"I saw {SECRET}") == GLAD


def test_the_mood_is_folded_and_never_written(store: Store) -> None:
    """By the events' own times, whenever they were told; reading it changes nothing."""
    first, second = said(store), said(store, 10)
    feel(store, second, LOW, act(store, 20))
    late = moods(store, NOW + DAY)[ALEX]
    feel(store, first, GLAD, act(store, 30))
    before = contents(store)
    mood = moods(store, NOW + 2 * DAY)[ALEX]
    assert late.baseline == LOW.vad and mood.baseline != LOW.vad and mood.shock.valence < 0
    history = mood_history(store, NOW + 2 * DAY, ALEX)
    assert [at for at, _ in history] == [first.at, second.at] and history[-1][1] == mood
    assert history[0][1].baseline == GLAD.vad
    assert [felt.event for felt in felt_by(store, NOW + 2 * DAY)] == [first.id, second.id]
    assert contents(store) == before


def test_a_feeling_counts_from_its_event_on(store: Store) -> None:
    """A mood of the past knows nothing of later events, nor of what was told `until` then."""
    event = said(store, 10)
    feel(store, event, GLAD, act(store, 20))
    assert not moods(store, NOW + 9 * HOUR) and moods(store, NOW + 10 * HOUR)
    assert not moods(store, NOW + 11 * HOUR, until=NOW + 11 * HOUR)
    assert long_mood(store, NOW + 9 * HOUR).mood is None


def test_each_person_has_a_mood(store: Store) -> None:
    """Whatever the capitals of their names."""
    for hours, who in ((0, "herta"), (1, ""), (2, "HERTA")):
        feel(store, said(store, hours), GLAD, act(store, hours), person=who)
    assert set(moods(store, NOW + DAY)) == {"ctx://person/HERTA", ALEX}
    assert len(mood_history(store, NOW + DAY, "Herta")) == 2
    assert len(long_mood(store, NOW + DAY, "Herta").moods) == 2
    nobody = long_mood(store, NOW + DAY, "bo")
    assert nobody == ("ctx://person/bo", "", (), None, None, USER, ())


def test_the_mood_says_what_was_felt_last_until_it_has_words(store: Store) -> None:
    """Its own text, where a state holds one; its labels are always those of what was felt last."""
    feel(store, said(store), LOW, act(store))
    assert long_mood(store, NOW).text == LOW.text
    state = add_state(store, StateDraft(MOOD, "Low these days"), act(store))
    feel(store, said(store, 1), GLAD, act(store, 1))
    told = long_mood(store, NOW + HOUR)
    assert (told.text, told.labels, told.state) == ("Low these days", ("glad",), state)
    close_states(store, [state.id], None, act(store, 2))
    assert long_mood(store, NOW + DAY).text == GLAD.text


def test_a_text_is_taken_once_a_day(store: Store) -> None:
    """The first one, one for a few words, and one on another day; any with force."""
    long, other = "x" * SHORT_SIGNS, "y" * SHORT_SIGNS
    event = said(store)
    feel(store, event, LOW, act(store), mood="Low")
    numbers = long_mood(store, NOW + 2 * DAY).mood
    assert say_mood(store, long, act(store, 1)) and mood_state(store, ALEX)
    assert say_mood(store, other, act(store, 2)) is None
    assert long_mood(store, NOW + HOUR).text == long
    assert say_mood(store, other, act(store, 3), force=True)
    taken = say_mood(store, "z" * 700, act(store, 27))
    assert taken and taken.body == "z" * TEXT_SIGNS and taken.created == NOW
    assert long_mood(store, NOW + 2 * DAY).mood == numbers
    with pytest.raises(BadValue):
        say_mood(store, " ", act(store))


def test_a_text_leaves_what_else_a_state_says(store: Store) -> None:
    """Its payload, such as another program has left there; a closed one holds again."""
    draft = StateDraft(MOOD, "Low", payload={"model_version": 3})
    state = add_state(store, draft, act(store))
    close_states(store, [state.id], None, act(store, 1))
    again = say_mood(store, "Better", act(store, 2))
    assert again and again.payload == state.payload and again.valid_until is None
    assert long_mood(store, NOW + DAY).text == "Better"


def test_a_feeling_and_its_text_are_one_act(store: Store) -> None:
    """One undo takes back both, and the state's change goes back to the event."""
    event = said(store)
    feel(store, event, LOW, act(store, evidence=("other",)), mood="Low these days")
    ref = revised_ref(store, "mood")
    (revision,) = revisions_of(store, ref)
    assert revision.evidence == (event.id, "other") and revision.before is None
    assert revision.after and revision.after["state.body"] == "Low these days"
    assert revision.after["mood.baseline"] == list(LOW.vad)
    assert len(undo(store, None, NOW + HOUR).lines) == 2
    assert long_mood(store, NOW + HOUR).text == "" and mood_state(store, ALEX) is None


def test_every_feeling_is_a_revision_of_the_mood(store: Store) -> None:
    """With what the mood was before and after it, and its event; also if it is told late."""
    events = [said(store, hours) for hours in (0, 5, 10)]
    for hours, event, affect in ((20, events[0], GLAD), (21, events[2], LOW), (22, events[1], LOW)):
        feel(store, event, affect, act(store, hours))
    say_mood(store, "Low these days", act(store, 23))
    feel(store, events[1], GLAD, act(store, 24, evidence=("e",)))
    found = revisions_of(store, revised_ref(store, "alex-long-mood"))
    assert [one.act for one in found] == ["felt", "created", "felt", "felt", "felt"]
    assert [one.evidence for one in found if one.act == "felt"] == [
        (events[1].id, "e"), (events[1].id,), (events[2].id,), (events[0].id,),
    ]  # fmt: skip
    mood, last = moods(store, NOW + 2 * DAY)[ALEX], found[3].after
    assert last and last["mood.baseline"] == pytest.approx(list(mood.baseline), abs=1e-4)
    assert found[-1].before is None and found[-2].before is not None
    undo(store, None, NOW + 2 * DAY)
    assert [one.undone for one in revisions_of(store, found[0].ref)] == [True, *[False] * 4]
    with pytest.raises(NotFound):
        revised_ref(store, "bo-long-mood")


def test_a_revision_of_the_mood_agrees_with_its_history(store: Store) -> None:
    """However late a feeling is told, it starts from what those before it leave, and ends as the
    history has it; one that was replaced or undone started where the one in force does."""
    events = [said(store, hours) for hours in (0, 5, 5, 10)]
    for told, nth in enumerate((3, 1, 2, 0, 1)):
        feel(store, events[nth], GLAD._replace(valence=0.9 - told * 0.4), act(store, 20 + told))
    undo(store, None, NOW + 2 * DAY)
    feel(store, events[2], LOW, act(store, 50))
    anew, undone, first, replaced, second, last = revised(store)
    history = [
        [round(axis, 4) for axis in mood.shock] for _, mood in mood_history(store, NOW + 3 * DAY)
    ]
    assert [after for _, after in (first, second, anew, last)] == history
    assert undone[0] == second[0] == first[1] and replaced[0] == anew[0] == second[1]
    assert last[0] == anew[1]


def revised(store: Store) -> list[tuple[Any, Any]]:
    """The shock before and after each revision of the mood."""
    found = revisions_of(store, revised_ref(store, "alex-long-mood"))
    key = "mood.shock"
    return [((one.before or {}).get(key), (one.after or {}).get(key)) for one in found]


def test_a_long_history_of_a_mood_is_told_in_a_moment(store: Store) -> None:
    """Also of thousands of feelings, told newest first."""
    lines = []
    for nth in range(2000):
        event = Event(f"01a2b3c4-0000-7000-8000-{nth:012x}", NOW - nth * HOUR, CHAT, "", "")
        signature = store.signed(NOW + nth * HOUR, "test")
        numbers = felt_numbers((GLAD, LOW)[nth % 2], event, ALEX)
        lines.append(signature.line(FELT, event.ref, text=felt_texts(GLAD), more=numbers))
    store.journal.append(lines)
    start = time.process_time()
    assert len(revisions_of(store, revised_ref(store, "alex-long-mood"))) == 2000
    assert time.process_time() - start < 5


def test_every_feeling_is_a_revision_of_its_event(store: Store) -> None:
    """With what the same person had told before; of what was erased nothing is told."""
    event = said(store)
    feel(store, event, GLAD, act(store))
    feel(store, event, GLAD, act(store, 1), person="herta")
    feel(store, event, GLAD._replace(valence=0.1), act(store, 2))
    newest, other, first = revisions_of(store, revised_ref(store, event.ref[:20]))
    assert (newest.before, newest.after) == ({"affect.valence": 0.6}, {"affect.valence": 0.1})
    assert first.before is other.before is None and first.evidence == (event.id,)
    assert first.after and first.after["affect.labels"] == ("glad",)
    erase(store, [event.ref], NOW + DAY)
    assert all(one.after is None for one in revisions_of(reopened(store)[0], event.ref))


def test_an_erased_event_keeps_its_numbers_in_the_mood(store: Store) -> None:
    """Its words go from the mood, too."""
    event = said(store)
    feel(store, event, LOW, act(store))
    mood = moods(store, NOW + DAY)[ALEX]
    erase(store, [event.ref], NOW + DAY)
    told = long_mood(reopened(store)[0], NOW + DAY)
    assert (told.mood, told.text, told.labels) == (mood, "", ())
    assert all(LOW.text.encode() not in data for data in contents(store).values())


def test_a_context_tells_the_mood_always(store: Store) -> None:
    """Its text, labels and numbers, marked as internal; of a persona, too, and of nobody else."""
    for who in ("", "herta", "bo"):
        feel(store, said(store), LOW, act(store), person=who)
    told = context([store], Query(), NOW + DAY, persona="herta")
    (section,) = [one for one in told.sections if one.name == "mood"]
    rows = [part.row for part in section.parts]
    assert {row["person"] for row in rows} == {ALEX, HERTA}
    assert all(row["internal"] and row["labels"] == LOW.labels for row in rows)
    assert rows[0]["now"] == {"valence": -0.7, "arousal": 0.4, "dominance": -0.4}
    assert "(悲しい, valence -0.70, arousal 0.40, dominance -0.40)" in section.parts[0].text
    before = context([store], Query(), NOW + DAY, until=NOW - DAY)
    assert "mood" not in [one.name for one in before.sections]


def test_clones_that_met_have_one_mood(store: Store) -> None:
    """Whatever was told where, and in which order the logs are read."""
    events = [said(store, hours) for hours in (0, 3)]
    for hours, affect in ((5, GLAD), (7, LOW)):
        feel(store, events[0], affect, act(store, hours))
    one = moods(store, NOW + DAY)
    feel(store, events[1], GLAD, act(store, 6))
    logs = sorted(Path(store.root, "journal").rglob("*.jsonl"))
    lines = logs[0].read_text().splitlines()
    logs[0].write_text("\n".join(reversed([*lines, *lines])) + "\n")
    two = moods(reopened(store)[0], NOW + DAY)
    assert isinstance(two[ALEX], Mood) and two != one
    logs[0].write_text("\n".join(lines) + "\n")
    assert moods(reopened(store)[0], NOW + DAY) == two


def test_a_strangers_line_breaks_nothing(store: Store, call: Call) -> None:
    """Numbers out of range are held in it, and what tells of no moment is passed over."""
    event = said(store)
    feel(store, event, GLAD, act(store))
    log = next(Path(store.root, "journal").rglob("*.jsonl"))
    line = json.loads(log.read_text().splitlines()[-1])
    wild = {"id": "01zz", "valence": 1e308, "arousal": "x", "dominance": None, "confidence": 7}
    bad = {"id": "02zz", "moment": "yesterday", "labels": 5}
    with log.open("a") as journal:
        for more in (wild, bad, {"id": "03zz", "person": 5}, {"id": "04zz", "text": 5}):
            journal.write(json.dumps(line | more) + "\n")
    mood = moods(reopened(store)[0], NOW + DAY)[ALEX]
    assert mood.baseline == Vad(1.0, 0.0, 0.0) or mood.baseline == GLAD.vad
    for verb in (
        ["state", "mood"],
        ["state", "mood", "--history"],
        ["show", event.ref],
        ["log", "mood", "--changes"],
    ):
        assert call(*verb).code == 0


def test_the_command_needs_every_part(store: Store, call: Call) -> None:
    """And names all that is missing, or wrong; nothing is written."""
    event, whole = said(store), ["--valence", "0.4", "--arousal", "0", "--dominance", "-0.1"]
    whole += ["--text", "Rain", "--label", "calm", "--confidence", "0.5"]
    before = contents(store)
    told = call("event", "affect", event.ref, "--valence", "0.4")
    assert told.code == 2 and "text, labels, arousal, dominance, confidence" in told.stderr
    for place, bad in ((1, "nan"), (3, "2"), (11, "-1"), (7, " ")):
        wrong = [*whole[:place], bad, *whole[place + 1 :]]
        assert call("event", "affect", event.ref, *wrong).code == 2
    assert call("event", "affect", "events/none", *whole).code == 3
    assert contents(store) == before
    told = call("event", "affect", event.id[:20], *whole, "--json")
    assert json.loads(told.stdout)["labels"] == ["calm"] and "60 to 240" in told.stderr
    assert call("event", "affect", event.ref, *whole, "--label", "").code == 0


def test_the_commands_options_fit_together(call: Call, store: Store) -> None:
    """Each goes with the one that it is for."""
    for bad in (
        ["--say", "x", "--history"], ["--since", "3d"], ["--html", "x"], ["--reason", "x"],
        ["--ascii"], ["--force"], ["--history", "--force"], ["--say", " "],
        ["--history", "--html", "-", "--json"],
    ):  # fmt: skip
        assert call("state", "mood", *bad).code == 2, bad


def test_feelings_within_another_act_are_a_part_of_it(store: Store) -> None:
    """One undo takes back all of it."""
    with store.one_act():
        for hours, mood in ((0, "Low these days"), (1, "")):
            feel(store, said(store, hours), LOW, act(store, hours), mood=mood)
    assert len(undo(store, None, NOW + DAY).lines) == 3
    assert not moods(store, NOW + DAY)


def test_what_an_agent_says_was_felt_is_no_word_of_the_users(store: Store, call: Call) -> None:
    """Who trusts the user alone is told the words, labels and numbers that they told last; others
    are told the agent's, which are marked wherever they are shown."""
    felt, other = said(store), said(store, 1)
    feel(store, felt, GLAD, act(store))

    def told(*options: str) -> str:
        lines = call("context", "--now", "2025-02-02T14:30:00Z", *options).stdout.splitlines()
        return next(line for line in lines if line.startswith("- alex: "))

    before = told("--where", "trust:>=user")
    assert GLAD.text in before and told() == before
    bot = Provenance(store.signed(NOW + HOUR, "cli:bot"), trust=AGENT, agreed=True)
    feel(store, other, LOW, bot)
    assert told("--where", "trust:>=user") == before
    assert f"{LOW.text} (" in told() and "agent)" in told()
    assert [one.trust for one in felt_by(store, NOW + DAY)] == [USER, AGENT]
    assert json.loads(call("state", "mood", "--json").stdout)["trust"] == AGENT
    for line in (("state", "mood"), ("state", "mood", "--history"), ("show", other.ref)):
        assert "agent" in call(*line).stdout
    feel(store, felt, LOW, bot)
    assert told("--where", "trust:>=user") == before
    say_mood(store, "Down", bot, force=True)
    assert told("--where", "trust:>=user") == before and "Down (" in told()
