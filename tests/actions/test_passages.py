"""Recall in what holds beside memories: facts, states, preferences, blocks, edges."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from memento_cli import Store
from memento_cli.actions.store.profile import set_settings
from memento_cli.core.memory.record_kinds import held
from tests.conftest import Ran

Call = Callable[..., Ran]
EVERYWHERE = "memories,states,events,blocks,graph"


@pytest.fixture
def furnished(store: Store, call: Call) -> Store:
    """A store with something of every kind, and memories that nobody asks for here."""
    lines = [
        ("record", "Had coffee with Viktor at the lake", "-t", "lake"),
        ("record", "The build takes twenty minutes", "-t", "ci"),
        ("record", "Viktor owes me a lunch", "-t", "lunch"),
        ("fact", "set", "city", "Lisbon"),
        ("fact", "set", "employer", "Initech", "--from", "2020-01-01", "--until", "2022-01-01"),
        ("state", "add", "relation", "I rely on Priya for the accounts"),
        ("state", "add", "task", "Renew the passport"),
        ("fact", "like", "espresso", "--domain", "food", "--confirmed"),
        ("fact", "like", "smalltalk", "--domain", "topic"),
        ("block", "set", "user_model", "Wants short answers, in metric units"),
        ("graph", "add", "Alex", "works_at", "Acme"),
    ]
    for line in lines:
        assert call(*line).code == 0, line
    return store


def found(call: Call, *args: str) -> list[dict[str, object]]:
    """What a recall finds, wherever it is."""
    done = call("recall", "--in", EVERYWHERE, "--json", *args)
    assert done.code == 0, done.stderr
    hits: list[dict[str, object]] = json.loads(done.stdout)["memories"]
    return hits


@pytest.mark.parametrize(
    ("words", "source", "said"),
    [
        ("lisbon", "states", "city: Lisbon"),
        ("accounts", "states", "I rely on Priya for the accounts"),
        ("passport", "states", "Renew the passport"),
        ("espresso", "states", "likes espresso (food)"),
        ("smalltalk", "states", "may like smalltalk (topic, not confirmed)"),
        ("metric", "blocks", "user_model: What the persona knows/infers about the user"),
        ("acme", "graph", "Alex works at Acme"),
        ("lunch", "memories", "Viktor owes me a lunch"),
    ],
)
def test_each_kind_is_found_by_its_words(
    words: str, source: str, said: str, furnished: Store, call: Call
) -> None:
    """The best hit is of that kind, and its id is what `show` and `log` take."""
    best = found(call, words)[0]
    assert (best["in"], best["summary"]) == (source, said)
    assert call("show", str(best["id"])).code == 0
    assert call("log", str(best["id"])).code == 0


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what is her favourite food", "likes espresso (food)"),
        ("what does she like to eat", "likes espresso (food)"),
        ("好きな食べ物", "likes espresso (food)"),
        ("好きな話題は?", "may like smalltalk (topic, not confirmed)"),
        ("苦手な食べ物", "dislikes okra (food)"),
        ("which dishes does she hate", "dislikes okra (food)"),
        ("tasks", "Renew the passport"),
        ("やること", "Renew the passport"),
    ],
)
def test_likes_and_tasks_are_found_by_what_they_are(
    question: str, said: str, furnished: Store, call: Call
) -> None:
    """Nobody says `food` of an espresso, or `task` of a passport; the words that find them so are
    shown nowhere."""
    call("fact", "dislike", "okra", "--domain", "food", "--confirmed", "--note", "since school")
    assert found(call, *question.split())[0]["summary"] == said
    told = call("recall", "--in", "states", "--fence", *question.split()).stdout
    assert said in told and "食べ物" not in told and "用事" not in told
    assert ("since school" in told) == ("okra" in told)


def test_what_is_disliked_is_confirmed_as_that(store: Store, call: Call) -> None:
    """Who confirms a like of what is disliked is told how."""
    call("fact", "dislike", "okra", "--domain", "food")
    assert "--dislike" in call("fact", "confirm", "okra", "--domain", "food").stderr


def test_what_does_not_hold_is_not_found(furnished: Store, call: Call) -> None:
    """A fact of before, a closed state, a task that is done, a revoked preference; `--all` shows
    states that are closed."""
    assert found(call, "initech") == []
    assert found(call, "initech", "--now", "2021-06-01") == [], "it was not known then"
    call("state", "done", "passport")
    assert found(call, "passport") == []
    assert found(call, "passport", "--all")[0]["in"] == "states"
    call("fact", "revoke", "espresso", "--domain", "food")
    assert found(call, "espresso") == []


def test_one_limit_is_for_all_kinds_together(furnished: Store, call: Call) -> None:
    """Pages follow one another, whatever is on them."""
    tomorrow = f"{datetime.now(UTC) + timedelta(days=1):%FT%TZ}"
    words = ("--now", tomorrow, "viktor", "lisbon", "acme", "passport")
    all = found(call, *words)
    pages = [found(call, "--limit", "1", "--offset", str(n), *words)
             for n in range(len(all))]  # fmt: skip
    assert [one for page in pages for one in page] == all
    assert len({one["in"] for one in all}) == 3


def test_what_one_kind_has_no_word_for_another_may_have(furnished: Store, call: Call) -> None:
    """Nothing fits only if it fits nowhere: most of a question's words may be in states alone, and
    one in a memory."""
    asked = "viktor", "lisbon", "espresso", "passport", "smalltalk"
    assert call("recall", *asked, "--json").stdout == (
        '{"schema": 1, "nothing_fits": "no memory has most of these words: lisbon, espresso,'
        ' passport, smalltalk", "coverage": 0.0, "memories": []}\n'
    )
    sources = {one["in"] for one in found(call, *asked)}
    assert {"states", "memories"} <= sources
    assert found(call, "viktor", "xylophone", "quantum", "tax") == []


def test_the_store_says_where_to_look(furnished: Store, call: Call, run: Call) -> None:
    """`recall.in` is the default; without it memories alone are looked for, in a pipe as well."""
    assert call("recall", "lisbon", "--json").stdout == (
        '{"schema": 1, "coverage": 0.0, "memories": []}\n'
    )
    assert call("config", "set", "recall.in=memories,states").code == 0
    for ask in (call, run):
        assert "city: Lisbon" in ask("recall", "lisbon").stdout
        assert "Acme" not in ask("recall", "acme").stdout


def test_what_is_found_is_fenced_and_explained(furnished: Store, call: Call) -> None:
    """A passage is told as a memory is: as data, with whence it comes."""
    fenced = call("recall", "lisbon", "--in", "states", "--fence").stdout
    assert "id: states/alex-facts/city" in fenced and "  city: Lisbon" in fenced
    assert "relevance" in call("recall", "lisbon", "--in", "states", "--explain").stdout


def test_filters_hold_for_every_kind(furnished: Store, call: Call) -> None:
    """What is somebody else's, older, or without the phrase is no hit."""
    assert found(call, "lisbon", "--person", "viktor") == []
    assert found(call, "lisbon", "--until", "2020-01-01") == []
    assert found(call, '"short answers"')[0]["in"] == "blocks"
    assert found(call, "+lisbon +acme") == []
    assert found(call, "--", "lisbon", "-city") == []


def test_with_all_what_held_before_is_found_as_history(furnished: Store, call: Call) -> None:
    """A fact that ended says so, and which value is current."""
    call("fact", "set", "city", "Porto", "--from", "2026-01-01")
    call("fact", "set", "city", "Faro")
    assert found(call, "porto") == []
    (past,) = found(call, "porto", "--all")
    assert past["newer"] == "states/alex-facts/city" and past["summary"] == "city: Porto"
    assert found(call, "faro", "--all")[0]["newer"] is None


def test_what_was_corrected_is_history_as_it_was(furnished: Store, call: Call) -> None:
    """What a correction says of a time held then; what it took the place of never did."""
    call("fact", "set", "job", "Nurse", "--from", "2024-01-01")
    call("fact", "set", "job", "Ward lead", "--from", "2026-03-01")
    call("fact", "correct", "job", "Senior nurse", "--at", "2025-06-01")
    call("fact", "set", "job", "Chef")
    for word in ("nurse", "senior"):
        (past,) = found(call, word, "--all")
        assert (past["summary"], past["newer"]) == ("job: Senior nurse", "states/alex-facts/job")


def test_values_that_held_together_are_found_each(furnished: Store, call: Call) -> None:
    """Of what began together, too, nothing is lost."""
    for value in ("German", "English"):
        then = ("--from", "2020-01-01", "--until", "2021-01-01")
        call("fact", "set", "language", value, "--beside", *then)
    for value in ("german", "english"):
        assert "language: " in str(found(call, value, "--all")[0]["summary"])


def test_a_fact_that_has_not_begun_is_to_come(furnished: Store, call: Call) -> None:
    """It is no history, and no current one took its place."""
    call("fact", "set", "city", "Linz", "--from", "2027-01-01", "--now", "2026-05-01")
    (coming,) = found(call, "linz", "--all", "--now", "2026-05-01")
    assert coming["summary"] == "city: Linz (to come, from 2027-01-01)" and not coming["newer"]
    assert found(call, "come", "--all", "--now", "2026-05-01") == []


def test_only_what_was_said_is_searched(furnished: Store, call: Call) -> None:
    """What the display says of it, that it is not confirmed or contested, is no content."""
    call("fact", "like", "olives", "--domain", "food")
    for word in ("nothing", "not", "confirmed", "may"):
        assert found(call, word) == []
    assert found(call, "olives")[0]["summary"] == "may like olives (food, not confirmed)"


def test_values_that_hold_together_are_found_each(furnished: Store, call: Call) -> None:
    """One key with several values is one passage that has them all."""
    for value in ("German", "English"):
        call("fact", "set", "language", value, "--beside")
    for value in ("german", "english"):
        assert found(call, value)[0]["summary"] == "language: German, English"


@pytest.mark.parametrize("noun", ["fact", "state", "likes", "block", "kv", "graph"])
def test_every_noun_has_ids_that_every_verb_takes(furnished: Store, call: Call, noun: str) -> None:
    """What it lists is named as recall, `show` and the log name it, and mistaken for nothing."""
    assert call("kv", "set", "lake", "frozen").code == 0
    assert call("graph", "name", "lake").code == 0
    listing = ("fact", "list", "--likes") if noun == "likes" else (noun, "list")
    ids = call(*listing, "--format", "ids").stdout.split()
    assert ids and all(held(id) for id in ids)
    for id in ids:
        shown = json.loads(call("show", id, "--json").stdout)
        assert shown["ref"] == id and call("log", id).code == 0
    taking = {"state": ("state", "confirm"), "graph": ("graph", "show")}
    if noun in taking:
        assert call(*taking[noun], ids[0]).code == 0


def test_a_word_that_most_memories_have_weighs_among_all(furnished: Store, call: Call) -> None:
    """A memory about a thing is not last because the few others are about it, too."""
    for text in ("Ledger rules", "Ledger closes on Friday", "The ledger is blue"):
        assert call("record", text).code == 0
    assert (
        call(
            "state", "add", "task", "Ask Viktor for the payouts that his ledger had last month"
        ).code
        == 0
    )
    scores = {hit["summary"]: float(str(hit["score"])) for hit in found(call, "ledger")}
    assert scores["Ledger rules"] > 0.9


@pytest.mark.parametrize("asked", ["espresso", "smalltalk", "metric", "Priya", "passport"])
def test_a_look_back_finds_nothing_of_later(furnished: Store, call: Call, asked: str) -> None:
    """What was told since is not there: no state, no task, no preference and no block."""
    assert found(call, asked) and not found(call, asked, "--as-of", "2020-01-01")


def test_the_hit_that_counts_beside_others_is_that_of_its_words(
    furnished: Store, call: Call
) -> None:
    """Not the most important one, of which the words say little."""
    filler = " ".join(f"filler{nth} stuff{nth % 17}" for nth in range(120))
    for nth in range(15):
        assert call("record", f"Gardening note {nth} about plants in bed {nth * 7}").code == 0
    note = "record", "Notes", "-d", f"the boiler code is on the wall {filler}", "--importance", "1"
    assert call(*note).code == 0
    old = f"The boiler {filler[:150]} code"
    assert call("record", old, "--at", "-9y", "--importance", "0").code == 0
    assert call("state", "add", "fact", "The boiler code is 4711").code == 0
    assert found(call, "boiler", "code")[0]["summary"] == "The boiler code is 4711"


def edges(call: Call, *args: str) -> list[object]:
    """The edges that a recall of Acme finds in the graph."""
    done = call("recall", "acme", "--in", "graph", "--json", *args)
    assert done.code == 0, done.stderr
    return [row["id"] for row in json.loads(done.stdout)["memories"]]


def test_a_deep_recall_brings_back_what_is_a_ghost_in_the_graph(
    furnished: Store, call: Call
) -> None:
    """As it does in memories, with its own time and weight: a ghost is hidden, and counted, unless
    a deep recall, --all or --where tier:ghost asks for it."""
    (edge,) = edges(call)
    late = ("--now", "+200d")
    assert edges(call, *late) == []
    assert (
        "1 ghost, hidden; --deep shows them"
        in call("recall", "acme", "--in", "graph", *late).stderr
    )
    for lifted in (("--deep",), ("--all",), ("--where", "tier:ghost")):
        assert edges(call, *late, *lifted) == [edge]
    deep = call("recall", "acme", "--in", "graph", "--json", "--deep", *late)
    (row,) = json.loads(deep.stdout)["memories"]
    (now,) = json.loads(call("recall", "acme", "--in", "graph", "--json").stdout)["memories"]
    assert row["created"] == now["created"] and row["strength"] < 0.3
    assert edges(call, *late) == []  # for that turn alone


def test_where_tiers_hide_they_hide_faded_edges_beside_active_ones(
    furnished: Store, call: Call
) -> None:
    """Document 004: what is faded is only returned if nothing active matches, be it an edge or a
    memory."""
    set_settings(furnished, {"recall.hide_tiers": True})
    (old,) = edges(call)
    late = ("--now", "+80d")
    assert edges(call, *late) == [old]
    assert call("graph", "add", "Viktor", "works_at", "Acme", *late).code == 0
    (new,) = edges(call, *late)
    assert new != old and set(edges(call, *late, "--deep")) == {old, new}
    assert call("record", "Acme moved", "-t", "acme", "--now", "+160d").code == 0
    both = call("recall", "acme", "--in", "memories,graph", "--format", "ids", "--now", "+160d")
    assert old not in both.stdout.split() and new not in both.stdout.split()


def test_a_deep_recall_lifts_the_weight_of_an_edge(furnished: Store, call: Call) -> None:
    """Where the score is relevance by weight, as under the profile of document 004, a deep recall
    counts each edge as if it weighed 1."""
    assert call("config", "profile", "tiers").code == 0

    def score(*args: str) -> float:
        done = call("recall", "acme", "--in", "graph", "--json", "--now", "+15d", *args)
        (row,) = json.loads(done.stdout)["memories"]
        return float(row["score"])

    assert score() < 0.6 < 0.95 < score("--deep")
