"""Kv values: true and current, or gone; from every file of the store, too."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memento_cli import (
    Draft,
    MementoError,
    Store,
    expired_keys,
    get_kv,
    list_kv,
    purge_kv,
    record,
    run_tidy,
    set_kv,
    undo,
    unset_kv,
)
from memento_cli.actions.facts import kv
from memento_cli.actions.facts.kv import kv_ref
from memento_cli.actions.memory import prune
from memento_cli.actions.memory.prune import prune_all, prune_plan
from memento_cli.core.facts.kv import REPLACED_FOR
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.errors import BadData, BadValue, Conflict, NotFound, Refused, SecretFound
from tests.conftest import examples
from tests.store.helpers import DAY, NOW, new_store, put, recorded, reopened

HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)
TOKEN = "ghp_" + "Zk3qT9vW1xLr8BnYc5Mj7HdGf2PsQa4Eu6Ri"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store."""
    return new_store(tmp_path / "s")


def act(store: Store, after: timedelta = 0 * HOUR, **more: bool) -> Provenance:
    """Somebody acts so long from now."""
    return Provenance(store.signed(NOW + after, "test"), **more)


def set_(
    store: Store, value: Any, after: timedelta = 0 * HOUR, ttl: timedelta | None = None
) -> None:
    set_kv(store, "port", value, act(store, after), ttl=ttl)


def got(store: Store, after: timedelta = 0 * HOUR, key: str = "port") -> Any:
    """The value that is read then; None where there is none."""
    try:
        return get_kv(store, key, NOW + after).value
    except NotFound:
        return None


def file_of(store: Store, key: str = "port") -> Path:
    return Path(store.held("kv").path(filed_name(key)))


def bytes_of(store: Store) -> bytes:
    """Every byte in the store's folder, what belongs to the clone too."""
    paths = (path for path in sorted(Path(store.root).rglob("*")) if path.is_file())
    return b"\n".join(path.read_bytes() for path in paths)


@pytest.mark.parametrize(
    "value", ["80", "", "two\nlines", 80, 1.5, True, False, 0, [], {}, {"a": [None, {"b": 1}]}]
)
def test_any_json_value_is_kept_with_its_type(store: Store, value: Any) -> None:
    """Over any other one that stood there before, also when the store is opened anew."""
    for before in ("text", 1, True, [1], value):
        set_(store, before)
        set_(store, value)
        read = got(reopened(store)[0])
        assert read == value and type(read) is type(value)


def test_it_is_gone_at_the_moment_the_timer_reaches_zero(store: Store) -> None:
    """On reading, before any purge; the error says when, and not what it was."""
    set_(store, "8080", ttl=2 * HOUR)
    assert got(store, 2 * HOUR - SECOND) == "8080"
    with pytest.raises(NotFound, match="expired on 2025-02-01T16:30:00Z") as caught:
        get_kv(store, "port", NOW + 2 * HOUR)
    assert "8080" not in f"{caught.value.message} {caught.value.hint}"
    assert list_kv(store, NOW + 2 * HOUR) == []
    assert [fact.key for fact in list_kv(store, NOW + HOUR)] == ["port"]


def test_setting_begins_anew_and_reading_does_not(store: Store) -> None:
    """Read as often as you like it ends when it would have; set again it has its whole time."""
    set_(store, "80", ttl=HOUR)
    for minutes in range(60):
        assert got(store, timedelta(minutes=minutes)) == "80"
    assert got(store, HOUR) is None
    set_(store, "80", HOUR / 2, ttl=HOUR)
    assert got(store, HOUR) == "80" and got(store, 1.5 * HOUR) is None


def test_what_was_set_later_is_not_there_yet(store: Store) -> None:
    """Of a moment that somebody named; without one a clock that is wrong hides nothing."""
    set_(store, "8080", 2 * HOUR)
    assert list_kv(store, NOW, until=NOW) == [] and len(list_kv(store, NOW)) == 1
    with pytest.raises(NotFound, match="was set later"):
        get_kv(store, "port", NOW, until=NOW)
    assert get_kv(store, "port", NOW).value == "8080"


def test_without_a_ttl_it_stays(store: Store) -> None:
    """However long nobody looks."""
    set_(store, "80")
    assert got(store, 365_000 * DAY) == "80"


def test_a_key_is_unique(store: Store) -> None:
    """Whatever its capitals and spaces are; as it was first written it is told."""
    for key in ("Api  Port", "api port", "API PORT"):
        set_kv(store, key, key, act(store))
    assert [(fact.key, fact.value) for fact in list_kv(store, NOW)] == [("Api  Port", "API PORT")]
    assert got(store, key="aPI pORT") == "API PORT"


def test_unset_takes_a_fact_away(store: Store) -> None:
    """Then it is not found, and cannot be unset again; an undo brings it back."""
    set_(store, "80")
    assert unset_kv(store, "PORT", act(store)).value == "80"
    assert got(store) is None
    with pytest.raises(NotFound):
        unset_kv(store, "port", act(store))
    undo(store, None, NOW)
    assert got(store) == "80"


def test_a_purge_takes_out_what_has_expired_and_leaves_the_rest(store: Store) -> None:
    """It answers the keys; a second one at that moment has nothing to do, and writes nothing."""
    for key, ttl in (("port", HOUR), ("sid", 3 * HOUR), ("name", None)):
        set_kv(store, key, f"value of {key}", act(store), ttl=ttl)
    assert expired_keys(store, NOW + HOUR) == ["port"]
    assert purge_kv(store, act(store, HOUR)) == ["port"]
    lines = store.journal.lines().lines
    assert purge_kv(store, act(store, HOUR)) == expired_keys(store, NOW + HOUR) == []
    assert store.journal.lines().lines == lines
    assert [fact.key for fact in list_kv(store, NOW)] == ["name", "sid"]
    assert not file_of(store).exists() and b"value of port" not in bytes_of(store)


@pytest.mark.parametrize(
    "write",
    [
        lambda store: set_kv(store, "other", "x", act(store, HOUR)),
        lambda store: unset_kv(store, "other", act(store, HOUR)),
        lambda store: purge_kv(store, act(store, HOUR)),
        lambda store: run_tidy(store, NOW + HOUR),
        lambda store: set_(store, "new", HOUR),
    ],
)
def test_any_write_takes_expired_values_out_of_the_files(
    store: Store, write: Callable[[Store], Any]
) -> None:
    """A set or unset of any key, a purge, a night: no file has the value any more."""
    set_kv(store, "other", "y", act(store))
    set_(store, "was-8080", ttl=HOUR)
    assert b"was-8080" in bytes_of(store)
    write(store)
    assert b"was-8080" not in bytes_of(store)


def test_a_night_says_what_it_purged(store: Store) -> None:
    """A dry one says the same and changes nothing; a second one has nothing to say."""
    set_(store, "80", ttl=HOUR)
    assert run_tidy(store, NOW + HOUR, dry=True).purged == ("port",)
    assert file_of(store).exists()
    assert run_tidy(store, NOW + HOUR).purged == ("port",)
    assert run_tidy(store, NOW + HOUR).nothing


def test_the_journal_never_has_a_value(store: Store) -> None:
    """Nor what was replaced; it tells which file, and times."""
    set_(store, "was-8080", ttl=HOUR)
    set_(store, {"secret-list": ["was-9090"]})
    unset_kv(store, "port", act(store))
    undo(store, None, NOW)
    logs = b"".join(path.read_bytes() for path in Path(store.root, "journal").rglob("*.jsonl"))
    assert b"was-" not in logs and b"secret-list" not in logs
    assert [line.memory for line in store.journal.lines().lines] == [kv_ref("port")] * 4


def test_undo_takes_back_the_last_acts_one_by_one(store: Store) -> None:
    """To what stood before, with its own time; the first one to nothing; undone, all is again."""
    set_(store, "80", ttl=3 * HOUR)
    set_(store, 9090, HOUR)
    undo(store, None, NOW + HOUR)
    assert got(store, HOUR) == "80" and got(store, 3 * HOUR) is None
    first = undo(store, None, NOW + HOUR).batch
    assert got(store, HOUR) is None
    undo(store, first, NOW + HOUR)
    assert got(store, HOUR) == "80"
    again = undo(store, None, NOW + HOUR).batch
    assert got(store, HOUR) is None and not list_kv(store, NOW)
    set_(store, "x", 2 * HOUR)
    with pytest.raises(Conflict, match="has changed since"):
        undo(store, again, NOW + 2 * HOUR)


def test_what_an_undo_would_bring_back_may_have_expired(store: Store) -> None:
    """Then the key is gone, and it is said; the value that had its place is there again on redo."""
    set_(store, "was-80", ttl=HOUR)
    set_(store, "90")
    again, warnings = reopened(store)
    redo = undo(again, None, NOW + HOUR).batch
    assert warnings == [f"what {kv_ref('port')} said has expired: now it says nothing"]
    assert got(again, HOUR) is None and b"was-80" not in bytes_of(again)
    undo(again, redo, NOW + HOUR)
    assert got(again, HOUR) == "90"


def test_a_purge_says_whose_the_values_were(store: Store) -> None:
    """Several people may have one key."""
    for person in ("", "herta"):
        set_kv(store, "port", "80", act(store), ttl=HOUR, person=person)
    assert [*run_tidy(store, NOW + HOUR).purged] == ["port", "port of herta"]


def test_an_undo_of_what_was_purged_before_it_leaves_nothing(store: Store) -> None:
    """The first set's time is over and its file gone: there is nothing to take back but the act."""
    set_(store, "80", ttl=HOUR)
    (line,) = store.journal.lines().lines
    purge_kv(store, act(store, HOUR))
    redo = undo(store, line.id, NOW + HOUR).batch
    assert got(store) is None and not file_of(store).exists()
    undo(store, redo, NOW + HOUR)
    assert got(store) is None


def test_what_was_replaced_is_kept_a_day(store: Store) -> None:
    """After a purge a day later the undo is refused, and what stands there stays."""
    set_(store, "was-80")
    set_(store, "90")
    last = store.journal.lines().lines[-1].id
    assert purge_kv(store, act(store, REPLACED_FOR - SECOND)) == []
    assert expired_keys(store, NOW + REPLACED_FOR) == []  # port itself lives
    assert purge_kv(store, act(store, REPLACED_FOR)) == []
    assert b"was-80" not in bytes_of(store)
    with pytest.raises(Refused, match="for a day"):
        undo(store, last, NOW + REPLACED_FOR)
    assert got(store) == "90"


def test_only_what_was_replaced_last_comes_back(store: Store) -> None:
    """The second undo in a row asks for a value that no file has: refused, though it would live."""
    for value in ("one", "two", "three"):
        set_(store, value, ttl=HOUR)
    undo(store, None, NOW)
    with pytest.raises(Refused, match="only what was replaced last is kept"):
        undo(store, None, NOW)
    assert got(store) == "two"


def test_a_purge_cannot_be_undone(store: Store) -> None:
    """Named it is refused with the reason; unnamed, too, if it was the last act: no other act is
    taken back in its place."""
    set_kv(store, "name", "x", act(store))
    set_(store, "80", ttl=HOUR)
    purge_kv(store, act(store, HOUR))
    with pytest.raises(Refused, match="its time was over"):
        undo(store, store.journal.lines().lines[-1].id, NOW)
    before = bytes_of(store)
    with pytest.raises(Refused, match="the last act purged kv/port, which cannot be undone"):
        undo(store, None, NOW + HOUR)
    assert bytes_of(store) == before
    set_kv(store, "name", "y", act(store, HOUR))
    assert undo(store, None, NOW + HOUR).lines[0].memory == kv_ref("name")


def test_undo_after_a_night_that_purged_takes_back_no_memory(store: Store) -> None:
    """maintain, too, purges what nothing brings back: the memory that was recorded before stays."""
    id = recorded(store).id
    set_(store, "80", ttl=HOUR)
    undo(store, None, NOW)
    set_(store, "80", ttl=HOUR)
    run_tidy(store, NOW + HOUR)
    with pytest.raises(Refused, match="the last act purged kv/port"):
        undo(store, None, NOW + HOUR)
    assert id in store.memories


def test_what_a_hand_changed_is_not_undone(store: Store) -> None:
    """Another time in the file, or no file: a conflict."""
    set_(store, "80")
    text = file_of(store).read_text()
    file_of(store).write_text(text.replace("14:30", "14:31"))
    with pytest.raises(Conflict, match="changed since"):
        undo(store, None, NOW)
    file_of(store).unlink()
    with pytest.raises(Conflict, match="changed since"):
        undo(store, None, NOW)


@pytest.mark.parametrize(
    ("key", "value", "ttl", "error"),
    [
        ("", "x", None, BadValue),
        ("a\nb", "x", None, BadValue),
        ("port", None, None, BadValue),
        ("port", {1, 2}, None, BadValue),
        ("port", float("nan"), None, BadValue),
        ("port", "half \ud800", None, BadData),
        ("port", "x" * (1 << 20), None, BadData),
        ("port", "x", 0 * HOUR, BadValue),
        ("port", "x", -HOUR, BadValue),
        ("port", TOKEN, None, SecretFound),
        ("port", {"a": [TOKEN]}, None, SecretFound),
        (TOKEN, "x", None, SecretFound),
    ],
)
def test_what_cannot_be_kept_changes_nothing(
    store: Store, key: str, value: Any, ttl: timedelta | None, error: type[MementoError]
) -> None:
    """A clear error; not even what has expired is purged."""
    set_kv(store, "old", "x", act(store), ttl=HOUR)
    set_(store, "as it was")
    before = bytes_of(store)
    with pytest.raises(error):
        set_kv(store, key, value, act(store, HOUR), ttl=ttl)
    assert bytes_of(store) == before


def test_nobody_is_called_by_a_secret(store: Store) -> None:
    """Whose a fact is stands in its file and in the file's name, where a secret may not be."""
    before = bytes_of(store)
    with pytest.raises(SecretFound):
        set_kv(store, "port", "80", act(store), person=TOKEN)
    assert bytes_of(store) == before


def test_a_secret_may_be_allowed(store: Store) -> None:
    """Told so it is kept; the journal says which kind was allowed, and nothing of it."""
    set_kv(store, "token", TOKEN, act(store, allow_secret=True))
    assert got(store, key="token") == TOKEN
    assert store.journal.lines().lines[-1].more["allowed"] == ["a GitHub token"]


def test_a_broken_file_hides_no_other(store: Store) -> None:
    """It is named and skipped in a list and in a purge; read by its key it is bad data."""
    set_(store, "80", ttl=HOUR)
    put(store, "broken", "[kv]\n", "kv")
    again, warnings = reopened(store)
    assert [fact.key for fact in list_kv(again, NOW)] == ["port"]
    assert purge_kv(again, act(again, HOUR)) == ["port"]
    assert len(warnings) == 1 and "missing kv.key" in warnings[0]
    for touch in (
        lambda: get_kv(again, "broken", NOW),
        lambda: set_kv(again, "broken", "x", act(again)),
    ):
        with pytest.raises(BadData, match=r"missing kv\.key"):
            touch()


def test_a_hands_comment_stays(store: Store) -> None:
    """A new value is a few lines in the file that there is."""
    text = '# mine\n[kv]\nkey = "service_port"\nvalue = 8080 # web\nset = "2025-02-01"\n'
    path = put(store, "service_port", text, "kv")
    set_kv(store, "service_port", 9090, act(store))
    assert path.read_text().startswith('# mine\n[kv]\nkey = "service_port"\n')
    assert got(store, key="service_port") == 9090
    undo(store, None, NOW)
    assert got(store, key="service_port") == 8080


KEYS = ("port", "Port ", "port", "port", "session id")
steps = st.lists(
    st.one_of(
        st.tuples(st.just("set"), st.sampled_from(KEYS), st.none() | st.integers(1, 30)),
        st.tuples(st.just("unset"), st.sampled_from(KEYS), st.none()),
        *[st.tuples(st.just("undo"), st.none(), st.none())] * 2,
        st.tuples(st.just("purge"), st.none(), st.none()),
        st.tuples(st.just("wait"), st.none(), st.integers(1, 20)),
    ),
    max_size=12,
)


class Model:
    """The same as plain tables: what there is, and before each act what there was."""

    def __init__(self) -> None:
        self.there: dict[str, tuple[str, datetime, datetime]] = {}
        self.acts: list[tuple[str, tuple[str, datetime, datetime] | None]] = []
        self.ends: dict[str, datetime] = {}
        """The end of every value that was ever set."""

    def live(self, now: datetime) -> dict[str, str]:
        """The values of now."""
        return {key: said[0] for key, said in self.there.items() if now < said[2]}

    def put(self, key: str, said: tuple[str, datetime, datetime] | None, now: datetime) -> None:
        """Provenance on a key."""
        before = self.there.get(key)
        self.acts.append((key, before if before and now < before[2] else None))
        self._be(key, said)

    def undo(self) -> None:
        """Take the last act back."""
        self._be(*self.acts.pop())

    def _be(self, key: str, said: tuple[str, datetime, datetime] | None) -> None:
        self.there.pop(key, None)
        if said:
            self.there[key] = said


@settings(max_examples=examples(150), deadline=None)
@given(steps)
def test_the_store_is_a_table_with_expiry(steps: list[tuple[str, str, int | None]]) -> None:
    """Whatever is set, unset, undone and purged: at any moment the values of a plain table, and
    after each write no byte in the store of a value whose time is over."""
    with TemporaryDirectory() as folder:
        store, model, now = new_store(Path(folder, "s")), Model(), NOW
        for number, (verb, key, length) in enumerate(steps):
            value, plain = f"value-{number:03}", (key or "").strip().casefold()
            if verb == "wait":
                now += timedelta(minutes=length or 0)
            elif verb == "set":
                ttl = timedelta(minutes=length) if length else None
                set_kv(store, key, value, Provenance(store.signed(now, "t")), ttl=ttl)
                model.ends[value] = now + (ttl or 3650 * DAY)
                model.put(plain, (value, now, model.ends[value]), now)
            elif verb == "unset" and plain in model.live(now):
                unset_kv(store, key, Provenance(store.signed(now, "t")))
                model.put(plain, None, now)
            elif verb == "undo" and model.acts:
                if _undone(store, now):
                    model.undo()
                else:
                    assert steps[number - 1][0] != "set", "what stood before was kept"
            elif verb == "purge":
                purge_kv(store, Provenance(store.signed(now, "t")))
            facts = {one.key.strip().casefold(): one.value for one in list_kv(store, now)}
            assert facts == model.live(now)
        purge_kv(store, Provenance(store.signed(now, "t")))
        raw = bytes_of(store)
        assert not [
            value for value, end in model.ends.items() if end <= now and value.encode() in raw
        ]


def _undone(store: Store, now: datetime) -> bool:
    """Whether the last act could be taken back: its file may not have what stood before, or it was
    a purge."""
    try:
        undo(store, None, now)
    except Refused as problem:
        assert "is gone" in problem.message or "the last act purged" in problem.message
        return False
    return True


def test_what_a_killed_write_left_goes_with_the_next_act(store: Store) -> None:
    """It may hold a value that is to be gone in time."""
    set_(store, "80", ttl=HOUR)
    left = Path(store.held("kv").folder, ".tmp-1-aaaaaaaaaa")
    for clean in (lambda: set_(store, "81", SECOND), lambda: purge_kv(store, act(store))):
        left.write_text("hidden value")
        clean()
        assert not left.exists()


def test_an_act_that_is_dated_ahead_ends_nothing_for_good(tmp_path: Path) -> None:
    """Setting one fact with a later `--now`, and taking that back, leaves the others."""
    store = new_store(tmp_path / "t")
    now = datetime.now(UTC)
    set_kv(store, "port", "80", Provenance(store.signed(now, "test")), ttl=30 * DAY)
    later = now + 180 * DAY
    set_kv(store, "other", "1", Provenance(store.signed(later, "test")))
    undo(store, None, later)
    run_tidy(store, later)
    assert get_kv(store, "port", now).value == "80"


def test_a_clock_that_was_ahead_makes_nothing_true_for_years(store: Store) -> None:
    """What is set so far ahead that its time has not come is not there; nor is it purged."""
    set_(store, "80", 5 * 365 * DAY, ttl=HOUR)
    assert got(store) is None
    assert expired_keys(store, NOW) == []
    assert got(store, 5 * 365 * DAY) == "80"
    set_(store, "81", 5 * 365 * DAY + SECOND)
    assert got(store) == "81", "without a time to live it stays, whatever the clock"


def test_a_prune_that_fails_leaves_nothing_done(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has faded and what has expired go in one act: neither does, if one of them cannot."""
    set_kv(store, "port", "80", act(store), ttl=HOUR)
    record(store, Draft("Tea"), NOW)
    plan, before = prune_plan(store, NOW + 2 * HOUR, 2), bytes_of(store)

    def fails(*_: object) -> None:
        raise OSError("the disk is full")

    for module in (kv, prune):
        monkeypatch.setattr(module, "purge_slots", fails)
    with pytest.raises(OSError, match="full"):
        prune_all(store, plan, NOW + 2 * HOUR)
    assert bytes_of(store) == before


def test_an_undo_after_the_undo_of_a_prune_means_the_act_before(store: Store) -> None:
    """What a prune took out for good is no act of its own: undone once, the prune is behind."""
    set_kv(store, "port", "80", act(store), ttl=HOUR)
    memory = record(store, Draft("Tea"), NOW).memory
    plan = prune_plan(store, NOW + 2 * HOUR, 2)
    moved, keys = prune_all(store, plan, NOW + 2 * HOUR)
    assert (moved.ids, keys) == ((memory.id,), ["port"])
    assert undo(store, None, NOW + 2 * HOUR).gone == (kv_ref("port"),)
    assert undo(store, None, NOW + 2 * HOUR).lines[0].memory == memory.id


def test_a_person_has_their_own_facts(store: Store) -> None:
    """The same key of two persons is two facts, and the store's own person needs no name."""
    own = store.settings["person"]
    for person, value in (("", "80"), ("herta", "90"), (own.upper(), "81")):
        set_kv(store, "port", value, act(store), person=person)
    assert get_kv(store, "port", NOW).value == "81"
    assert get_kv(store, "port", NOW, person="Herta").value == "90"
    assert [fact.value for fact in list_kv(store, NOW, person="")] == ["81"]
    assert [fact.value for fact in list_kv(store, NOW)] == ["81", "90"]
    unset_kv(store, "port", act(store), person="herta")
    with pytest.raises(NotFound, match="kv has no 'port'") as problem:
        get_kv(store, "port", NOW, person="herta")
    assert f"--of {own}" in str(problem.value.hint)
    assert get_kv(store, "port", NOW).value == "81"
