"""All commands by what they do to a store, and a store in which each of them has something to do.

A new command is one row of `WRITING` or `READING`; the harnesses try whatever is there.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from json import loads
from pathlib import Path
from typing import Any, NamedTuple

from memento_cli.actions.events.feelings import feel
from memento_cli.actions.events.notes import link_events
from memento_cli.actions.events.observe import observe
from memento_cli.actions.events.planned import extract
from memento_cli.actions.events.threads import add_to_thread
from memento_cli.actions.facts.blocks import write_block
from memento_cli.actions.facts.facts import Terms, set_facts
from memento_cli.actions.facts.kv import set_kv
from memento_cli.actions.facts.preferences import Subject, set_preference
from memento_cli.actions.facts.states import StateDraft, add_state, add_task
from memento_cli.actions.fading.law import law_changes, set_law
from memento_cli.actions.fading.review import rate
from memento_cli.actions.graph.relate import Statement, add_edge, describe, forget_entity
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.feedback import feedback
from memento_cli.actions.memory.links import link
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.memory.reading import memories_with_entries
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import note_use
from memento_cli.actions.sessions.sessions import NewItem as Talk
from memento_cli.actions.sessions.sessions import add_item, start_session
from memento_cli.actions.store import upkeep
from memento_cli.actions.store.profile import set_settings
from memento_cli.actions.tidy.proposals import apply, proposal_id, reject
from memento_cli.actions.tidy.propose import propose
from memento_cli.core.events.affect import Affect
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.events.plans import items_of
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.proposal_entries import proposal_in
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.memory import Draft, Memory, Tags, strength_at
from memento_cli.core.memory.record_kinds import EVENTS, FOLDERS, event_in
from memento_cli.store.directory.store import Store
from memento_cli.store.files.names import FILE
from memento_cli.store.journal.event_log import BadEvent
from memento_cli.store.records.collection import Collection
from memento_cli.store.records.loaded import Broken
from memento_cli.store.records.memory_fields import PROJECTED
from memento_cli.store.records.sessions import ITEMS
from memento_cli.store.settings.values import SCHEMA_VERSION
from memento_cli.store.toml.changes import flat
from tests.store.helpers import ALEX, DAY, NOW, new_store, put, whole

CHANCE = re.compile(r"-[0-9a-z]{4}$")
"""How the id of a proposal ends."""
SALT = re.compile(rb'salt = "[0-9a-f]+"')
START = datetime.now(UTC).replace(microsecond=0)
TEA, GUEST = "alex-tea-2025-02", "guest"
JSONL = "in.jsonl"
PLAN = "plan.json"
FELT = "--valence 0.4 --arousal 0.1 --dominance 0 -l calm --text Rain --confidence 0.8"
SOURCE = (
    '{"summary": "Fennel", "topics": ["fennel"], "created": "2025-02-03T00:00:00Z",'
    ' "text": "Bought fennel"}\n'
    '{"summary": "Ginger", "topics": ["ginger"], "created": "2025-02-03T00:00:00Z",'
    ' "text": "Bought ginger"}\n'
    '{"summary": "Thyme", "topics": ["thyme"], "created": "2025-02-03T00:00:00Z"}\n'
    '{"summary": "Basil", "topics": ["basil"], "created": "2025-02-03T00:00:00Z"}\n'
)
PLANNED = (
    '{"states": [{"op": "add", "kind": "fact", "body": "In Rome", "evidence": ["0"]}],'
    ' "preferences": [{"op": "confirm", "domain": "food", "polarity": "like", "subject": "tea",'
    ' "evidence": ["0"]}], "threads": [{"title": "Rain", "events": ["0"], "evidence": ["0"]}]}'
)
"""A plan from the only event that there is."""


def nothing(store: Store) -> None:
    """The store is good as it is."""


class Verb(NamedTuple):
    """A command line as it is typed in a furnished store."""

    line: str
    prepare: Callable[[Store], None] = nothing
    """What has to be so in the store for it to have something to do."""
    made: bool = True
    """Whether there is a store before it."""
    in_parts: bool = False
    """Whether it is several acts, of which an error may leave the first ones done."""
    skips: bool = False
    """Whether it passes over a file that cannot be read, or what it only counts, and says so."""
    env: Mapping[str, str] = {}
    within: Callable[[], object] = int
    """What has to be so in the process that runs it."""

    @property
    def args(self) -> list[str]:
        """The arguments, as a shell would split the line."""
        return shlex.split(self.line)

    @property
    def command(self) -> str:
        """The command that it calls."""
        return self.args[0]


def damaged(store: Store) -> None:
    """Everything that `doctor --fix` repairs."""
    put(store, "other", whole("another"))
    put(store, "merged", whole("merged").replace('"one"', '"one"\nsummary = "two"'))
    Path(store.root, ".gitignore").write_text("mine\n")
    os.rename(store.memories.path(TEA), store.archive.path(TEA))


def after_forgetting(store: Store) -> None:
    """The last act is of two memories."""
    forget(store, [TEA, GUEST], NOW)


def asked_for(store: Store) -> None:
    """Two memories have questions: they are cards."""
    for id in (TEA, GUEST):
        edit(store, id, {"memory.review.question": "Which?"}, NOW)


def reviewed(store: Store) -> None:
    """The last act was an answer, which is in the file and in the journal."""
    asked_for(store)
    rate(store, [TEA], "good", NOW + DAY)


def answered(store: Store) -> None:
    """There are two proposals."""
    for id, answer in ((TEA, "Matcha at noon"), ("alex-coffee-2025-02", "Latte before nine")):
        feedback(store, id, "not_helpful", START - 2 * DAY, answer=answer)


def tired(store: Store) -> None:
    """There is something to sleep over: two copies."""
    for place, words in enumerate(("Rain in the kitchen again", "rain in the  kitchen again")):
        record(store, Draft(words, ALEX, tags=Tags((f"rain{place}",))), START - DAY)


def dreamt(store: Store) -> None:
    """A sleep has proposed something."""
    tired(store)
    propose(store, START, remember=False)


def after_sleeping(store: Store) -> None:
    """The last act has merged what sleep proposed."""
    dreamt(store)
    apply(store, proposal_id(store, "merge"), START)


def after_answering(store: Store) -> None:
    """The last act has proposed something."""
    feedback(store, TEA, "not_helpful", START, answer="Matcha. At noon.")


def after_applying(store: Store) -> None:
    """The last act has recorded what was proposed."""
    answered(store)
    apply(store, proposal_id(store, "tea"), START)


def after_rejecting(store: Store) -> None:
    """The last act has thrown away all that was proposed."""
    answered(store)
    reject(store, store.proposals.ids(), START)


def counting(what: str) -> Callable[[Store], None]:
    """What recall returns counts."""

    def prepare(store: Store) -> None:
        set_settings(store, {"recall.counts": what})

    return prepare


def inferring(store: Store) -> None:
    """What a new memory weighs is inferred from what it says."""
    set_settings(store, {"importance.infer": True})


def overdue(store: Store) -> None:
    """A time to live has ended."""
    set_law(store, law_changes(store, ["alex-ash-2025-02"], "ttl=48h", NOW), NOW)


def letting_go(store: Store) -> None:
    """A pass archives what the policy does not keep, and is noted."""
    overdue(store)
    policy = {"maintain.candidates": "retention", "retention.episodic": 90.0}
    set_settings(store, policy | {"tidy.prune": True, "maintain.note": True})


def housed(store: Store) -> None:
    """It is known where alex lived when, which two acts have told; the last one of two keys."""
    act = Provenance(store.signed(START - DAY, "cli"))
    set_facts(store, ALEX, {"city": "Paris"}, act, Terms(NOW - 2000 * DAY))
    set_facts(store, ALEX, {"city": "Rome", "name": "Alex"}, act, Terms(NOW))


def joined(store: Store) -> None:
    """Alex is known to work somewhere, and has another name; the last act made two files."""
    act = Provenance(store.signed(START - DAY, "cli"))
    describe(store, "Alex", act, aliases=["Lex"])
    add_edge(store, Statement("Viktor", "knows", "Alex"), act)
    add_edge(store, Statement("Alex", "works_at", "Acme"), act)


def after_forgetting_an_entity(store: Store) -> None:
    """The last act has deleted an entity, with an edge from it and one to it."""
    joined(store)
    forget_entity(store, "Alex", Provenance(store.signed(START, "cli")))


def linked(store: Store) -> None:
    """A memory goes back to another."""
    link(store, TEA, "derived_from", GUEST, START - DAY)


def stated(store: Store) -> None:
    """There are a state, a task, a long mood, and a like that the last act confirmed."""
    act = Provenance(store.signed(START - DAY, "cli"))
    for kind, body in (("fact", "In Rome"), ("long_mood_state", "Low these days")):
        add_state(store, StateDraft(kind, body), act)
    add_task(store, StateDraft("task", "Call Ann"), None, act)
    for rule in ("suggest", "confirm"):
        set_preference(store, Subject("coffee", "food"), "like", act, rule=rule)


def said_twice(store: Store) -> None:
    """Two states say the same."""
    for body in ("In  Rome", "In Rome "):
        month = DAY * (40 if body.endswith(" ") else 80)
        add_state(store, StateDraft("fact", body), Provenance(store.signed(START - month, "cli")))


def blocked(store: Store) -> None:
    """There are two blocks of one name; the last act has written over one."""
    for days, persona in ((2, None), (2, "herta"), (1, "herta")):
        act = Provenance(store.signed(START - days * DAY, "cli"))
        write_block(store, "user_model", f"Tea\nfor {days}", act, persona=persona)


def talking(store: Store) -> None:
    """A session has an item, and one that has none is over."""
    act = Provenance(store.signed(START - DAY, "cli"))
    start_session(store, act, "Tea", id="tea", token_budget=30)
    add_item(store, "tea", Talk("Sencha, please."), act)
    start_session(store, Provenance(store.signed(START - 9 * DAY, "cli")), id="old")


def keyed(store: Store) -> None:
    """A kv value has expired, one lives, and the last act has replaced one without end."""
    act = Provenance(store.signed(START - DAY, "cli"))
    for key, value, ttl in (("sid", "x", DAY / 2), ("port", "80", 9 * DAY), ("port", [90], None)):
        set_kv(store, key, value, act, ttl=ttl)


def observed(store: Store) -> None:
    """Somebody has said something, and a notice came."""
    for source, words in ((CHAT, Words("Hello", "Hi")), ("reminder", Words(said="Tea"))):
        observe(store, Event("", START - DAY, source, "", "", words, client="phone"))


def felt(store: Store) -> None:
    """Something was said that felt like something; the last act said more of the mood, too."""
    event = observe(store, Event("", START - DAY, CHAT, "", "", Words("Hello", "Hi")))
    for hours, mood in ((9, ""), (8, "Low these days")):
        affect = Affect(hours / 20, 0.1, 0.0, ("calm",), "It rained.", 0.8)
        feel(
            store,
            event,
            affect,
            Provenance(store.signed(START - hours / 24 * DAY, "cli")),
            mood=mood,
        )


def of_every_kind(store: Store) -> None:
    """There is something of every kind of Alex's."""
    for prepare in (felt, stated, joined, blocked, keyed, talking, asked_for, housed):
        prepare(store)


def woven(store: Store) -> None:
    """Two events were observed; both are in two threads, and the last act linked them."""
    ids = [f"01j{sign}".ljust(26, "0") for sign in "jk"]
    turns = [Event(id, START - DAY, CHAT, "alex", ALEX, Words("Hello", "Hi")) for id in ids]
    with store.lock.held():
        store.events.append(turns)
    act = Provenance(store.signed(START - DAY / 2, "cli"))
    for title in ("tea", "Rain today"):
        add_to_thread(store, title, ids, act, confidence=0.5)
    link_events(store, ids[1], "reply_to", ids[0], act)


def chained(store: Store) -> None:
    """Tea has come after the guest, and the guest after the coffee."""
    for one, other in ((GUEST, "alex-coffee-2025-02"), (TEA, GUEST)):
        link(store, one, "supersedes", other, START - DAY)


def planned(store: Store) -> None:
    """The last act has proposed the steps of a plan."""
    felt(store)
    extract(
        store, items_of(loads(PLANNED)), Provenance(store.signed(START - DAY, "cli")), queue=True
    )


def after_extracting(store: Store) -> None:
    """The last act has done a plan."""
    felt(store)
    extract(store, items_of(loads(PLANNED)), Provenance(store.signed(START - DAY, "cli")))


def emptied(store: Store) -> None:
    """Leave only what `init` makes."""
    for name in ("memories", "archive", "journal", ".memento"):
        shutil.rmtree(os.path.join(store.root, name))


def without_an_archive(store: Store) -> None:
    """Nothing was ever archived."""
    shutil.rmtree(store.archive.folder)


def in_the_next_memento() -> None:
    """Make this process a memento whose format is the next, with a step that leads there."""
    steps = {SCHEMA_VERSION: nothing}
    upkeep.migrate.__kwdefaults__ = {"steps": steps, "version": SCHEMA_VERSION + 1}
    for module in [*sys.modules.values()]:
        if hasattr(module, "SCHEMA_VERSION"):
            vars(module)["SCHEMA_VERSION"] = SCHEMA_VERSION + 1


def ended_soon() -> None:
    """Press Ctrl-C when it has looked at everything."""
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.daemon = True
    timer.start()


def nobody_talks() -> None:
    """End the input before it begins."""
    sys.stdin = io.TextIOWrapper(io.BytesIO())


WRITING = (
    Verb('record "Oat milk" -t oat'),
    Verb('record "Oat milk" -t oat --json'),
    Verb('record "The first" -t first', prepare=emptied),
    Verb("edit coffee --set content.summary=Espresso"),
    Verb("edit coffee --set strength.initial=0.5 --summary Espresso"),
    Verb("edit coffee", env={"EDITOR": "sed -i s/Latte/Espresso/"}),
    Verb("reinforce alex-tea-2025-02"),
    Verb("reinforce alex-tea-2025-02 --reason asked"),
    Verb("reinforce tea guest", in_parts=True),
    Verb("reinforce guest"),
    Verb('record "Oat milk" -t oat --link supersedes:alex-tea', prepare=chained),
    Verb("pin tea guest", in_parts=True),
    Verb("pin salt --remove"),
    Verb("forget alex-tea-2025-02 --erase --yes", in_parts=True),
    Verb("forget --erase --everything --person alex --yes", prepare=of_every_kind, in_parts=True),
    Verb("forget tea --yes", prepare=without_an_archive),
    Verb("forget tea coffee guest --yes --reason asked"),
    Verb("restore rum"),
    Verb("prune --yes", skips=True),
    Verb("fade review tea --rate good", prepare=asked_for),
    Verb("fade review tea guest --rate easy --confirm --json", prepare=asked_for),
    Verb("fade review coffee --confirm"),
    Verb("undo"),
    Verb("undo --quiet", prepare=reviewed),
    Verb("undo --json", prepare=after_forgetting),
    Verb("undo --yes", prepare=after_answering),
    Verb("undo", prepare=after_applying),
    Verb("undo --yes", prepare=after_rejecting),
    Verb("agent feedback alex-tea-2025-02 helpful"),
    Verb("agent feedback guest not_helpful --score 0.5 --json"),
    Verb('agent feedback tea not_helpful --answer "Matcha. At ten." --reason wrong'),
    Verb("tidy apply tea", prepare=answered),
    Verb("tidy apply tea coffee --json", prepare=answered),
    Verb("tidy reject tea coffee --reason no", prepare=answered),
    Verb("tidy propose", prepare=tired, skips=True),
    Verb("tidy propose --all --apply-safe --json", prepare=dreamt, in_parts=True, skips=True),
    Verb("tidy apply merge", prepare=dreamt),
    Verb("tidy reject merge --reason no", prepare=dreamt),
    Verb("undo --yes", prepare=after_sleeping),
    Verb("fade set daily=5 alex-tea-2025-02"),
    Verb("fade set ttl=48h,floor=0 guest"),
    Verb("fade set ebbinghaus --topic dust --topic tea --yes", skips=True),
    Verb("config profile companion"),
    Verb("config set fade.law=base-level recall.limit=3"),
    Verb("recall latte", prepare=counting("use"), skips=True),
    Verb("recall sencha OR latte --format ids", prepare=counting("view"), skips=True),
    Verb("prune --retention --yes", prepare=overdue, skips=True),
    Verb("tidy run", prepare=overdue, in_parts=True, skips=True),
    Verb("tidy run --json", prepare=letting_go, in_parts=True, skips=True),
    Verb(f"import {JSONL}", in_parts=True),
    Verb("store settle", in_parts=True, skips=True),
    Verb("doctor --fix", prepare=damaged, in_parts=True, skips=True),
    Verb("store migrate", in_parts=True, within=in_the_next_memento),
    Verb("fact set city Rome"),
    Verb("fact set name=Alex city=Rome --of viktor --json"),
    Verb("fact correct city Lyon --at 2021-06", prepare=housed),
    Verb("fact end city --reason moved", prepare=housed),
    Verb("undo", prepare=housed),
    Verb('graph add Alex "works at" Acme', in_parts=True),
    Verb("graph add alex works_at acme --evidence tea", prepare=joined),
    Verb(
        "graph add Alex likes Tea --law daily=5 --weight 0.5 --json", prepare=joined, in_parts=True
    ),
    Verb("graph remove Lex works_at Acme", prepare=joined, skips=True),
    Verb("graph name Alex --kind person --alias Lex"),
    Verb("graph name Alex --alias Sasha --reason asked", prepare=joined),
    Verb("graph name Alex --alias Lex --remove", prepare=joined),
    Verb("graph delete Alex --yes", prepare=joined, in_parts=True, skips=True),
    Verb("undo", prepare=joined),
    Verb("undo", prepare=after_forgetting_an_entity),
    Verb("edit tea --link cause_of:guest"),
    Verb("edit tea --unlink derived_from:guest", prepare=linked),
    Verb("edit tea --link contradicts:coffee", prepare=chained),
    Verb("edit tea --unlink supersedes:guest", prepare=chained),
    Verb("undo", prepare=linked),
    Verb('state add fact "I live in Rome" --payload "{}" --reason told'),
    Verb('state add long_mood_state "Calm" --json', prepare=stated),
    Verb("state update rome --body Porto", prepare=stated),
    Verb("state close rome ann", prepare=stated, in_parts=True),
    Verb("state confirm rome ann --json", prepare=stated, in_parts=True),
    Verb('state add task "Call Bob" --due 2030-01-01'),
    Verb("state done ann", prepare=stated),
    Verb('state update ann --due 2030-01-01 --body "Call Bo"', prepare=stated),
    Verb("state close ann --reason over", prepare=stated),
    Verb("fact like matcha -d food"),
    Verb("fact confirm coffee -d food --event ev-2 --json", prepare=stated),
    Verb("fact dislike coffee -d food --confirmed", prepare=stated),
    Verb("fact revoke coffee -d food", prepare=stated),
    Verb("undo --yes", prepare=stated),
    Verb('block set active_context "Tea at noon" --description focus'),
    Verb("block set user_model Coffee --of herta --json", prepare=blocked),
    Verb("block delete user_model --reason old", prepare=blocked),
    Verb("undo --yes", prepare=blocked),
    Verb('session start "Buy tea" --budget 30'),
    Verb('session add tea "Sencha" --role tool', prepare=talking),
    Verb("session summarize tea", prepare=talking),
    Verb("session end tea --reason enough", prepare=talking),
    Verb("session end old", prepare=talking),
    Verb("undo --yes", prepare=talking),
    Verb("kv set service 8080 --ttl 2h"),
    Verb("kv set port '[1]' --as-json --json", prepare=keyed, skips=True),
    Verb("kv unset port", prepare=keyed, skips=True),
    Verb("kv set port 8080 --of herta", prepare=keyed, skips=True),
    Verb("undo --yes", prepare=keyed),
    Verb("event thread add cups 01jj 01jk --confidence 0.4 --reason asked", prepare=woven),
    Verb("event thread remove rain 01jk --json", prepare=woven),
    Verb("event thread split tea cups 01jk", prepare=woven),
    Verb("event thread merge tea rain", prepare=woven),
    Verb("event link 01jk caused_by events/01jj --confidence 0.5", prepare=woven),
    Verb("event link events/01jk reply_to events/01jj --remove", prepare=woven),
    Verb("undo --yes", prepare=woven),
    Verb("event add -u Hello -a Hi --client phone"),
    Verb('event add "Battery low" --source notification --json'),
    Verb("event add -u Again -a 'Hi again' --client phone", prepare=observed),
    Verb(f"event add --jsonl {JSONL}"),
    Verb(f"event extract {PLAN} --json", prepare=felt, in_parts=True),
    Verb(f"event extract {PLAN} --queue --reason told", prepare=felt),
    Verb("tidy reject thread", prepare=planned),
    Verb("undo --yes", prepare=after_extracting),
    Verb(f"event affect events/01 {FELT}", prepare=felt),
    Verb(
        f"event affect events/0 {FELT} --mood Better --reason rain --json",
        prepare=felt,
        in_parts=True,
    ),
    Verb('state mood --say "Better now" --json', prepare=felt),
    Verb("undo --yes", prepare=felt),
    Verb("init", made=False),
)
READING = (
    Verb("recall latte"),
    Verb("recall latte --json"),
    Verb("list"),
    Verb("list --limit 3"),
    Verb("list --archived"),
    Verb("show alex-tea-2025-02"),
    Verb("show tea --json"),
    Verb("log"),
    Verb("log tea --json"),
    Verb("fade why tea"),
    Verb("fade curve tea"),
    Verb("fade set never tea --dry-run"),
    Verb("fade set ttl=3d --all --dry-run"),
    Verb("config profile"),
    Verb("config diff agent"),
    Verb("config profile agent --dry-run"),
    Verb("config list --all"),
    Verb("config get recall.limit"),
    Verb("config completion install bash --dry-run --json"),
    Verb("tidy list", prepare=answered),
    Verb("tidy show tea --json", prepare=answered),
    Verb("tidy propose --dry-run", prepare=dreamt),
    Verb("tidy list --json", prepare=dreamt),
    Verb("tidy show merge", prepare=dreamt),
    Verb("fade review --due", prepare=asked_for),
    Verb("fade forecast"),
    Verb("tidy run --dry-run", prepare=letting_go),
    Verb("tidy cron"),
    Verb("recall latte --read-only", prepare=counting("use")),
    Verb("recall latte --now 2026-01-01", prepare=counting("view")),
    Verb("recall --like tea"),
    Verb("tidy conflicts"),
    Verb("tidy conflicts latte tea --json"),
    Verb("fade review"),
    Verb("fade review --all --json"),
    Verb("status"),
    Verb("store rebuild"),
    Verb("status --full"),
    Verb("doctor"),
    Verb("store secrets"),
    Verb("store schema"),
    Verb("agent token list"),
    Verb("store vectors status"),
    Verb("store hub init --print"),
    Verb("help"),
    Verb("help topics"),
    Verb("help fact"),
    Verb("_complete"),
    Verb("_complete --in revised"),
    Verb("prune --dry-run"),
    Verb("forget tea --dry-run"),
    Verb("undo --dry-run"),
    Verb("reinforce tea --dry-run"),
    Verb(f"import {JSONL} --dry-run"),
    Verb("export"),
    Verb("export latte --format csv"),
    Verb("fact list", prepare=housed),
    Verb("fact get city", prepare=housed),
    Verb("fact history --json", prepare=housed),
    Verb("fact list --at 2021-06 --as-of now", prepare=housed),
    Verb("graph list", prepare=joined),
    Verb("graph show Alex --json", prepare=joined),
    Verb("graph show Alex --hops 2", prepare=joined),
    Verb("graph path Viktor Acme --format dot", prepare=joined),
    Verb("recall sencha --hops 1", prepare=joined),
    Verb("state list", prepare=stated),
    Verb("show rome --json", prepare=stated),
    Verb("state list --kind task", prepare=stated),
    Verb("fact list --likes --confirmed", prepare=stated),
    Verb("log food-coffee --changes", prepare=stated),
    Verb("block", prepare=blocked),
    Verb("block get --json", prepare=blocked),
    Verb("block get user_model --of herta", prepare=blocked),
    Verb("session list --json", prepare=talking),
    Verb("session show tea", prepare=talking),
    Verb('session query tea "which tea?"', prepare=talking),
    Verb("context --in-session tea", prepare=talking),
    Verb("kv list --all", prepare=keyed),
    Verb("kv get port", prepare=keyed),
    Verb("kv list --of herta", prepare=keyed),
    Verb("context latte --of herta --budget 900 --json", prepare=stated),
    Verb("context --json", prepare=counting("use")),
    Verb("event list --since 2025-01 --json", prepare=observed),
    Verb("event list --thread rain", prepare=woven),
    Verb("show events/01jk --json", prepare=woven),
    Verb("event thread list", prepare=woven),
    Verb("event thread show tea --json", prepare=woven),
    Verb("tidy propose --only threads --dry-run", prepare=woven),
    Verb(f"event extract {PLAN} --dry-run", prepare=felt),
    Verb("event extract --prompt --json", prepare=felt),
    Verb("tidy show thread --json", prepare=planned),
    Verb("show events/0", prepare=felt),
    Verb("state mood", prepare=felt),
    Verb("state mood --history --ascii", prepare=felt),
    Verb("log mood --changes --json", prepare=felt),
    Verb("recall hello --in events", prepare=observed),
    Verb("event add -u Hello -a Hi --dry-run"),
    Verb("agent setup --client claude"),
    Verb("agent setup --client codex --only hooks --json"),
    Verb("agent tools --format openai --toolset full"),
    Verb('agent call recall \'{"query": "sencha"}\' --read-only'),
    Verb("agent setup --client goose --only server"),
    Verb("agent hook"),
    Verb("agent materialize --client agents -n"),
    Verb("agent materialize --client claude CLAUDE.md --dry-run --json"),
    Verb("store watch", within=ended_soon),
    Verb("open --web --no-browser", within=ended_soon),
    Verb("agent mcp", within=nobody_talks),
)


def furnished(root: str | Path) -> Store:
    """A store with two strong memories, two faint ones, one pinned, one archived, and one of
    which the journal does not know; the last act is an edit."""
    store = new_store(root, person=ALEX)
    for topic, summary, significance in (
        ("tea", "Sencha at noon", "high"),
        ("coffee", "Latte before ten", "high"),
        ("dust", "Under the bed", "low"),
        ("ash", "On the window", "low"),
        ("salt", "A pinch of it", "low"),
        ("rum", "Not this year", "low"),
    ):
        pinned = topic == "salt"
        draft = Draft(summary, ALEX, tags=Tags((topic,)), significance=significance, pinned=pinned)
        record(store, draft, NOW)
    put(store, GUEST, whole(GUEST, **{"2025-02-01T14:30:00Z": f"{START - 30 * DAY:%FT%TZ}"}))
    forget(store, ["alex-rum-2025-02"], NOW + DAY)
    note_use(store, [TEA, "alex-coffee-2025-02"], START - 3 * DAY)
    edit(store, "alex-coffee-2025-02", {"memory.content.detail": "Two shots"}, START - DAY)
    return store


class Said(NamedTuple):
    """What a store says, without the time and the random part of ids of what is done today."""

    files: dict[str, Any]
    """The words of each memory, and the bytes of every other file but the journal's."""
    shown: dict[str, Any]
    """What files show of the journal."""
    acts: tuple[tuple[str, str, str], ...]
    strengths: dict[str, float]
    problems: tuple[str, ...]
    """What cannot be read."""


def said(root: str | Path) -> Said:
    """What a store says now; of a folder that is none, nothing."""
    if not Path(root, FILE).exists():
        return Said({}, {}, (), {}, ())
    problems: list[str] = []
    store = Store(str(root), problems.append)
    others = _others(Path(root))
    files = {str(path.relative_to(root)): SALT.sub(b"", path.read_bytes()) for path in others}
    shown: dict[str, Any] = {}
    strengths: dict[str, float] = {}
    for collection in (store.memories, store.archive, store.proposals):
        _add(store, collection, files, shown, strengths, problems)
    for folder in FOLDERS:
        files |= _held(store.held(folder), problems)
    files |= _observed(store, problems)
    read = store.journal.lines()
    acts = sorted((_named(line), line.act, line.via) for line in read.lines)
    problems += [f"{bad.where}: {bad.problem}" for bad in read.broken]
    return Said(files, shown, tuple(acts), strengths, tuple(problems))


def _others(root: Path) -> list[Path]:
    folders = (root, root / "memories", root / "archive", root / "proposals")
    return [
        path
        for folder in folders
        if folder.is_dir()
        for path in folder.iterdir()
        if path.is_file() and not path.name.startswith(".tmp-")
        and (folder == root or path.suffix != ".toml")
    ]  # fmt: skip


def _add(
    store: Store,
    collection: Collection[Memory],
    files: dict[str, Any],
    shown: dict[str, Any],
    strengths: dict[str, float],
    problems: list[str],
) -> None:
    here: list[Memory] = []
    for this in collection.scan():
        if isinstance(this, Broken):
            problems.append(this.problem.message)
            continue
        id = CHANCE.sub("-????", this.id) if collection is store.proposals else this.id
        name = os.path.join(os.path.basename(collection.folder), id)
        keys = flat(this.document.data) | {"memory.id": id}
        is_shown = {key: key.split(".")[1] in PROJECTED for key in keys}
        files[name] = {key: _timeless(keys[key]) for key in keys if not is_shown[key]}
        shown[name] = {key: _timeless(keys[key]) for key in keys if is_shown[key]}
        if collection is not store.proposals:
            here.append(this.value)
    for memory, _ in memories_with_entries(store, here, START + DAY):
        strengths[memory.id] = round(strength_at(memory, START + DAY), 2)


def _named(line: JournalEntry) -> str:
    """What a line is about; of an event, whose id is chance, only that, and of a proposal what is
    not."""
    if line.memory == proposal_in(line):
        return CHANCE.sub("-????", line.memory)
    return EVENTS if event_in(line.memory) else line.memory


def _observed(store: Store, problems: list[str]) -> dict[str, Any]:
    """What the events say, in order."""
    found = list(store.events.events())
    problems += [f"{one.where}: {one.problem}" for one in found if isinstance(one, BadEvent)]
    told = [(one.source, one.client, one.text) for one in found if isinstance(one, Event)]
    return {EVENTS: told} if told else {}


def _held(collection: Collection[Any], problems: list[str]) -> dict[str, Any]:
    """The words of each file of what holds beside memories."""
    files: dict[str, Any] = {}
    for this in collection.scan():
        if isinstance(this, Broken):
            problems.append(this.problem.message)
        else:
            keys = flat(this.document.data)
            name = os.path.join(os.path.basename(collection.folder), this.id)
            files[name] = {key: _timeless(value) for key, value in keys.items()}
            for item in files[name].get(ITEMS, ()):
                del item["id"]  # is chance
    return files


def _timeless(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, list):
        return [_timeless(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _timeless(entry) for key, entry in value.items()}
    return "today" if isinstance(value, str) and value[:4].isdigit() and _is_late(value) else value


def _is_late(text: str) -> bool:
    return text >= f"{START - DAY / 2:%FT%TZ}"
