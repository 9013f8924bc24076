"""memento fade forecast --replay: what would have kept at hand what was used again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given

from memento_cli import Store
from memento_cli.actions.replay.judging import LAST_USE, JudgedUse, Moment, Stage, judge, strength
from memento_cli.actions.replay.proposals import Mix, Proposal, contender_of, law_proposals, mixes
from memento_cli.actions.replay.replay import (
    FEWEST,
    NOW,
    better,
    notes_of,
    past_acts,
    past_of,
    replay,
    rows_of,
)
from memento_cli.core.fading.strength import Fade, Strength
from memento_cli.core.fields.checks import checked
from memento_cli.core.journal.event_types import ERASED, SET
from memento_cli.core.journal.history import EntrySignature, JournalEntry, fold
from memento_cli.core.memory.creation import DECAY, created_from
from memento_cli.core.memory.memory import Draft, Memory, strength_from
from memento_cli.core.recall.ranking import Weights
from memento_cli.core.time.when import micros
from memento_cli.store.settings.fields import PROFILES, SETTINGS
from memento_cli.store.settings.settings import DEFAULTS
from memento_cli.store.settings.values import Settings
from memento_cli.store.toml.writer import rendered
from tests.conftest import Ran
from tests.core.values import (
    START,
    day,
    fades,
    histories,
    line,
    memory,
    moments,
    numbers,
    opened,
    undo_of,
    used,
)
from tests.store.helpers import new_store

Call = Callable[..., Ran]
LATER = day(1000)


@contextmanager
def unseen(what: str, total: int | None = None) -> Any:
    """Progress that nobody looks at."""
    yield lambda: None


def filled(
    store: Store, uses: Sequence[tuple[float, int]], count: int = 20, **important: Any
) -> Store:
    """A store of memories, one recorded each hour, and their uses: the day, and which."""
    memories = [
        created_from(
            Draft(f"memory {number}", person="ctx://person/me"),
            f"m-{number:02}",
            START + timedelta(hours=number),
            store.settings.defaults,
        )
        for number in range(count)
    ]
    for one in memories:
        one = one._replace(importance=important.get(one.id.replace("-", "_"), one.importance))
        text = rendered(store.memories.codec.data(one))
        Path(store.memories.path(one.id)).write_text(text, encoding="utf-8")
    acts = [("recorded", one.created, one) for one in memories]
    acts += [("used", day(at), memories[which]) for at, which in uses]
    store.journal.append(
        [
            EntrySignature(at, "me").line(
                act, one.id, strength=one.strength if act == "recorded" else None
            )
            for act, at, one in acts
        ]
    )
    return store


def often_and_lately(uses: int = 120) -> list[tuple[float, int]]:
    """Two memories that are needed again and again, and between them any other, just once."""
    random = Random(5)
    return [(2 + n * 0.4, random.choice((3, 4)) if n % 2 else n % 20) for n in range(uses)]


@given(histories(), numbers, fades, moments)
def test_a_past_leads_to_the_numbers_of_the_fold(
    lines: list[JournalEntry], file: Strength, fade: Fade, now: datetime
) -> None:
    """What happens on the stage, moment by moment, gives the strength that the fold gives."""
    one = memory(strength=file, fade=fade)
    acts = list(past_acts(one, lines, now))
    if not acts:
        return
    stage = Stage(lambda id: fade)
    for at, act in acts:
        stage.happen(Moment(micros(at), [act]))
    folded = fold(lines, file, fade, now).strength
    found = stage.numbers["m"]
    assert strength(found, fade, micros(now)) == pytest.approx(
        strength(folded, fade, micros(now)), rel=1e-9, abs=1e-300
    )
    assert found.initial == pytest.approx(folded.initial)
    assert found.reinforcement_count == folded.reinforcement_count


@pytest.mark.parametrize(
    ("lines", "acts"),
    [
        ([], [(0, "recorded")]),  # the journal does not know it: it is there from its clock on
        ([opened(day(3))], [(3, "recorded")]),
        ([opened(day(3)), used(day(5), 2)], [(3, "recorded"), (5, "reinforced")]),
        ([opened(day(3)), used(day(1), 2)], [(1, "recorded"), (1, "reinforced")]),
        ([opened(day(3)), used(day(5), 2), undo_of(used(day(5), 2), day(6), 3)],
         [(3, "recorded"), (6, "undone")]),
        ([opened(day(3)), used(day(2000), 2)], [(3, "recorded")]),  # yet to come
        ([opened(day(2000))], []),
        ([opened(day(3)), line(ERASED, day(9), 2)], []),
        ([opened(day(3)), line(SET, day(4), 2, strength=strength_from(0.5, day(4)))],
         [(3, "recorded"), (4, "set")]),
    ],
)  # fmt: skip
def test_the_acts_of_a_memory(lines: list[JournalEntry], acts: list[tuple[int, str]]) -> None:
    """Lines that count are acts; a memory is known from the first of them on."""
    found = [((at - START).days, act.act) for at, act in past_acts(memory(), lines, LATER)]
    assert found == acts


def test_what_was_pruned_is_not_in_the_way(tmp_path: Path) -> None:
    """An archived memory is known while it was there, and ranked no longer; restored, it is."""
    store = filled(new_store(tmp_path / "s"), [(5, 19), (7, 18), (9, 18)])
    journal = store.journal
    journal.append([EntrySignature(day(6), "me").line("pruned", "m-19")])
    journal.append([EntrySignature(day(8), "me").line("restored", "m-19")])
    _, past = past_of(store, LATER)
    places = [one.place for one in judge(past, LAST_USE)]
    assert places == [0.0, 0.0, 0.0]
    journal.append([EntrySignature(day(8.5), "me").line("used", "m-19")])
    _, past = past_of(store, LATER)
    assert [one.place for one in judge(past, LAST_USE)][-1] == 1 / 19


def test_a_law_that_would_have_been_better_is_proposed(tmp_path: Path) -> None:
    """Where what is often used is needed again, base-level is proposed, with what sets it."""
    store = filled(new_store(tmp_path / "s"), often_and_lately())
    found = replay(store, LATER, unseen)
    assert (found.memories, found.uses, found.judged) == (20, 120, 120)
    [law, *_] = found.advice
    assert law.name.startswith("base-level") and law.gain > 2 * law.error > 0
    assert law.command.startswith("memento config set fade.law=base-level")
    assert law.command in list(notes_of(found))


def test_a_few_uses_tell_nothing(tmp_path: Path) -> None:
    """Below thirty judged uses nothing is proposed, and it is said why."""
    found = replay(
        filled(new_store(tmp_path / "s"), often_and_lately()[: FEWEST - 1]), LATER, unseen
    )
    assert found.few and found.advice == () and found.judged == FEWEST - 1
    assert any("Too few" in note for note in notes_of(found))


def test_an_empty_store_tells_nothing(tmp_path: Path) -> None:
    """Without memories there are no figures, and no fault."""
    found = replay(new_store(tmp_path / "s"), LATER, unseen)
    assert found.few and {row["share"] for row in rows_of(found)} == {None}


def test_weights_follow_what_was_used(tmp_path: Path) -> None:
    """Where important memories are used again, and importance weighs nothing, it is proposed."""
    uses = [(2.0 + n, 5 + n % 2 if n % 4 else n % 20) for n in range(120)]
    settings = {"rank__importance": 0.0, "rank__usage": 0.0, "rank__recency": 0.1}
    store = filled(new_store(tmp_path / "s", **settings), uses, m_05=0.9, m_06=0.9)
    found = replay(store, LATER, unseen)
    shares = {one.name: one.figures.all.mean or 0.0 for one in found.weights}
    assert shares["importance only"] > shares[NOW]
    assert any("rank.importance=0." in one.command for one in found.advice)


def test_products_have_no_weights(tmp_path: Path) -> None:
    """A profile that multiplies has no weights to judge, and says so."""
    store = filled(new_store(tmp_path / "s", profile="tiers"), often_and_lately())
    found = replay(store, LATER, unseen)
    assert found.weights == () and any("no sum" in note for note in notes_of(found))


@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_proposed_can_be_set(profile: str) -> None:
    """Every proposal names settings that there are, with values that they may have."""
    settings = Settings({**DEFAULTS.values, **PROFILES[profile]})
    proposals = law_proposals(settings)
    assert len({one.name for one in proposals}) == len(proposals)
    for one in proposals:
        document: dict[str, Any] = {}
        for key, value in one.settings.items():
            table, name = key.split(".")
            document.setdefault(table, {})[name] = value
        values, problems = checked(SETTINGS, {"schema_version": 1, **document})
        assert problems == [] and one.settings.items() <= values.items()


def test_a_command_says_only_what_would_change() -> None:
    """What the settings say already is left out; if that is all, there is no command."""
    proposal = Proposal("x", {"fade.law": "base-level", "fade.decay": DECAY, "half_life.low": 7.5})
    assert proposal.command(DEFAULTS) == (
        "memento config set fade.law=base-level half_life.low=7.5"
    )
    assert Proposal("x", {"fade.law": "half-life"}).command(DEFAULTS) == ""


def test_the_present_law_is_one_of_the_proposed() -> None:
    """The store's own half-lives, once, stand exactly as what holds now."""
    memories: list[Memory] = [
        created_from(Draft("x", person="p", significance=name), name, START) for name in
        ("high", "medium", "low")
    ]  # fmt: skip
    own = next(one for one in law_proposals(DEFAULTS) if one.name == "half-life x 1")
    contender = contender_of(own, memories, DEFAULTS)
    for one in memories:
        assert contender.fading_of(one.id) == one.fade._replace(min_strength=0.0)


@pytest.mark.parametrize(
    ("new", "chosen"),
    [
        ([1.0] * 40, True),
        ([0.0] * 40, False),
        ([1.0] * 20 + [0.0] * 20, False),  # better only in the half that it was chosen by
        ([0.0] * 20 + [1.0] * 20, False),  # not the best of the older half
        ([1.0] * 20 + [0.0] * 18 + [1.0] * 2, False),  # better, and not surely
        ([1.0] * 20 + [0.0, 1.0] * 10, True),
    ],
)
def test_what_is_better_was_so_before_and_is_so_surely(new: list[float], chosen: bool) -> None:
    """Chosen by the older half of the uses, and better in the newer one by more than chance."""
    old = [JudgedUse(0.0, 0.5, 1.0)] * len(new)
    found = better({NOW: old, "new": [JudgedUse(share, 0.5, 1.0) for share in new]})
    assert (found is not None) == chosen


def test_mixes_weigh_as_much_as_now() -> None:
    """All mixes together have what the three weights have now; none but that is changed."""
    found = mixes(Weights(0.5, 0.2, 0.2, 0.1, 0.15))
    assert len(set(found)) == 15 and all(sum(mix) == pytest.approx(0.5) for mix in found)
    assert sum(mixes(Weights(1, 0, 0, 0, 0))[0]) == pytest.approx(0.12)
    assert Mix(0.1, 0.0, 0.1).name == "strength 2, usage 2"
    assert Mix(0.1, 0.2, 0.1).name == "strength 1, importance 2, usage 1"
    assert Mix(0.0, 0.0, 0.1).name == "usage only"


def test_the_command_line(call: Call, store: Store) -> None:
    """--replay prints rows and, as JSON, all of it; it changes nothing in the store."""
    filled(store, often_and_lately())
    before = _bytes(store)
    done = call("--now", "2027-01-01", "fade", "forecast", "--replay", "--json")
    value = json.loads(done.stdout)
    assert done.code == 0, done.stderr
    assert (value["memories"], value["uses"], value["judged"]) == (20, 120, 120)
    assert value["advice"][0]["command"].startswith("memento config set ")
    assert {row["what"] for row in value["rows"]} == {"law", "weights"}
    plain_rows = call("--now", "2027-01-01", "fade", "forecast", "--replay").stdout.splitlines()
    assert len(plain_rows) == len(value["rows"]) and _bytes(store) == before


def _bytes(store: Store) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in Path(store.root).rglob("*") if path.is_file()}
