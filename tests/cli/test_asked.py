"""An agent at the command line asks before it changes what a person wrote: each command is decided.

What it then writes in its place is an agent's word; who trusts the user alone is told what they
said last.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from memento_cli import Store, init, log_of, proposals
from memento_cli.actions.events.events import readable_events
from memento_cli.actions.facts.states import states
from memento_cli.cli.command_line.surface import ENTRIES
from memento_cli.cli.reference.tree import commands
from memento_cli.cli.run import run as run_here
from memento_cli.core.security.trust import AGENT, CONFIRMED, USER, trust_of
from memento_cli.store.directory.clone import AGENT_VARIABLE
from tests.conftest import Ran

Call = Callable[..., Ran]
Line = tuple[str, ...]
WORDS = "Sencha\u202e at noon"
"""What the person says everywhere; it hides a sign."""
TEA, POT, HEAVY, GONE = (f"alex-{topic}-2025-02" for topic in ("tea", "pot", "heavy", "gone"))
FACT, TASK, EVENT, ANSWER, MERGE, LAST = "A-FACT", "A-TASK", "AN-EVENT", "ANSWER", "MERGE", "LAST"
PLAN, FILE = "plan.json", "alex-pan-2025-02.toml"
FELT = ("--valence", "0", "--arousal", "0", "--dominance", "0", "--confidence", "1")
WRITTEN: Sequence[Line] = (
    ("record", WORDS, "--topic", "tea"),
    ("record", WORDS, "--topic", "pot", "--link", f"cause_of:{TEA}"),
    ("record", WORDS, "--topic", "heavy", "--importance", "0.9", "--pin"),
    ("record", WORDS, "--topic", "gone"),
    ("forget", GONE, "--yes"),
    ("block", "set", "focus", WORDS),
    ("kv", "set", "drink", WORDS),
    ("fact", "set", "drink", WORDS),
    ("graph", "add", "Mia", "likes", "Sencha"),
    ("graph", "name", "Mia", "--alias", "Mimi"),
    ("state", "add", "fact", WORDS),
    ("state", "add", "task", WORDS),
    ("state", "mood", "--say", WORDS),
    ("fact", "like", "Sencha", "-d", "food", "--confirmed"),
    ("fact", "like", "Sencha", "-d", "topic"),
    ("event", "add", "--user", WORDS),
    ("event", "affect", EVENT, *FELT, "--label", "calm", "--text", WORDS),
    ("record", "Had lunch with Viktor"),
    (
        "tidy",
        "propose",
    ),
    ("agent", "feedback", TEA, "not_helpful", "--answer", "Sencha at one"),
)
"""What a person has written of each kind."""
PREFER = ("--domain", "food")
ASKING: Mapping[str, Sequence[Line]] = {
    "record": [
        ("Latte", "--link", f"supersedes:{TEA}"),
        ("Latte", "--link", f"contradicts:{TEA}"),
        ("Had lunch with Viktor", "--if-duplicate", "supersede"),
    ],
    "edit": [
        (TEA, "--summary", "Latte"),
        (TEA, "--detail", "Latte"),
        (TEA, "--set", "tags.outcome=positive", "--summary", "Latte"),
        (POT, "--link", f"supersedes:{TEA}"),
        (TEA, "--link", f"contradicts:{POT}"),
        (POT, "--unlink", f"cause_of:{TEA}"),
    ],
    "undo": [(), (LAST,)],
    "pin": [(HEAVY, "--remove")],
    "restore": [(GONE,)],
    "config set": [("recall.limit=5",), ("context.min_trust=imported", "person=eve")],
    "config profile": [("tiers",)],
    "fade set": [("ttl=1h", TEA), ("ttl=1h", "--all")],
    "prune": [("--below", "0.999")],
    "forget": [(TEA,), (TEA, "--erase")],
    "agent feedback": [(EVENT, "not_helpful")],
    "event affect": [(EVENT, *FELT, "--label", "low", "--text", "Latte")],
    "state mood": [("--say", "Latte", "--force")],
    "event extract": [(PLAN,)],
    "fact set": [("drink", "Latte"), ("drink", WORDS, "--from", "2020-01-01")],
    "fact correct": [("drink", "Latte")],
    "fact end": [("drink",)],
    "state add": [("long_mood_state", "Latte")],
    "state update": [
        *((FACT, "--body", "Latte"), (FACT, "--until", "2026-01-01")),
        *((TASK, "--body", "Latte"), (TASK, "--due", "2026-01-01")),
    ],
    "state done": [(TASK,)],
    "state close": [(FACT,), (FACT, TASK), (TASK,)],
    "fact like": [
        ("Sencha", *PREFER, "--note", "Latte"),
        ("Sencha", "-d", "topic", "--confirmed"),
    ],
    "fact dislike": [("Sencha", *PREFER, "--confirmed")],
    "fact confirm": [("Sencha", "-d", "topic")],
    "fact revoke": [("Sencha", *PREFER)],
    "block set": [("focus", "Latte")],
    "block delete": [("focus",)],
    "kv set": [("drink", "Latte"), ("drink", WORDS, "--ttl", "1h")],
    "kv unset": [("drink",)],
    "graph delete": [("Mia",)],
    "graph name": [
        *(("Mia", "--kind", "cat"), ("Mia", "--alias", "Latte")),
        ("Mia", "--alias", "Mimi", "--remove"),
    ],
    "graph remove": [("Mia", "likes", "Sencha")],
    "tidy apply": [(ANSWER,), (MERGE,)],
    "tidy reject": [(ANSWER,), (MERGE,)],
    "import": [(FILE, "--from", "toml", "--keep-trust")],
}  # fmt: skip
"""What would change what a person wrote, or what waits for them."""
THEIRS = ("pin", "agent feedback", "tidy", "import", "config")
"""What an agent asks about whoever wrote it."""
WHERE = ("sencha", "--in", "memories,states,blocks,graph,events", "--json")
EVERYBODY = ("fade set ttl=1h --all", "prune", "forget", "graph delete")
"""What asks a person, too, in words of its own."""
ADDING: Mapping[str, tuple[str, Sequence[Line]]] = {
    "reinforce": ("it only makes a memory stronger", [(TEA,)]),
    "event add": ("an event stands beside the others", [("--user", "Latte")]),
    "event link": ("what an event goes back to is nobody's word", []),
    "event thread add": ("what hangs together is nobody's word", [("Tea", EVENT)]),
    "event thread remove": ("the same", []),
    "event thread split": ("the same", []),
    "event thread merge": ("the same", []),
    "state confirm": ("it says still what it said", [(FACT,)]),
    "session start": ("a session keeps whose word each item is", [("Talk", "--id", "talk")]),
    "session add": ("the same", []),
    "session summarize": ("the same", []),
    "session end": ("the same", []),
    "graph add": ("what is there is stated again", [("Mia", "likes", "Latte")]),
    "tidy conflicts": ("it only proposes", [("sencha", "--propose")]),
    "tidy propose": ("it only proposes, and merges what says the same to the letter", [()]),
    "fade review": ("how well a card is known is a strength", [(TEA, "--confirm")]),
    "init": ("a store beside this one", []),
    "export": ("files outside the store", []),
    "tidy run": ("what a night does the settings say, whoever calls it", [()]),
    "store settle": ("numbers follow the journal", [()]),
    "store rebuild": ("the index is not the store", [()]),
    "doctor": ("it makes whole what was broken", [("--fix",)]),
    "agent call": ("its tools ask (tests/mcp/test_asking.py)", []),
    "agent token add": ("a file beside the user's settings; who types sees the store anyway", []),
    "agent token revoke": ("the same", []),
    "agent mcp": ("its tools ask (tests/mcp/test_asking.py)", []),
    "open": ("it asks on its screen (tests/tui/test_acting.py)", []),
    "store git": ("git's own files", []),
    "store trust": ("it says nothing of words", [()]),
    "store migrate": ("words stay as they are", [()]),
    **dict.fromkeys(
        (f"store hub {verb}" for verb in ("init", "add", "remove", "limit", "forget-clone")),
        ("who administrates a hub is asked by its server", []),
    ),
    "store hub try": ("a server of the user's own, and no store", []),
    "store sync": ("a hub that the store has met; else it is refused (tests/hub)", []),
    "store hub clone": ("nothing leaves a store", []),
    "store hub erase": ("it asks whoever types; stores stay as they are", []),
    "agent setup": ("files of a client's", []),
    "agent hook": ("it notes uses", []),
    "agent materialize": (
        "what a file says is an agent's word, and what it took away waits",
        [("--client", "agents", "-n")],
    ),
}  # fmt: skip
"""What changes nothing that a person wrote, why, and lines of it that nobody is asked about."""
BESIDE: Mapping[str, Sequence[Line]] = {
    "record": [
        ("Latte",),
        ("Latte", "--link", f"cause_of:{TEA}"),
        ("Had lunch with Viktor", "--if-duplicate", "keep"),
    ],
    "edit": [(TEA, "--set", "strength.initial=0.9"), (POT, "--link", f"cause_of:{HEAVY}")],
    "pin": [(TEA,), (TEA, "--remove")],
    "agent feedback": [(TEA, "not_helpful"), (EVENT, "helpful")],
    "event affect": [
        (EVENT, *FELT, "--label", "low", "--text", "Latte", "--of", "jo"),
    ],
    "event extract": [(PLAN, "--queue"), (PLAN, "--dry-run")],
    "fact set": [("food", "Rice"), ("drink", "Latte", "--beside")],
    "state add": [("fact", "Latte"), ("fact", WORDS), ("task", "Latte")],
    "fact like": [("Latte", *PREFER, "--confirmed"), ("Sencha", *PREFER)],
    "fact dislike": [("Sencha", *PREFER)],
    "fact confirm": [("Sencha", *PREFER)],
    "block set": [("other", "Latte"), ("focus", WORDS)],
    "kv set": [("food", "Rice"), ("drink", WORDS)],
    "graph name": [("Latte", "--kind", "drink"), ("Mia",)],
    "import": [(FILE, "--from", "toml")],
}
"""What the commands that ask may do unasked."""
READING = {
    *("recall", "list", "show", "log", "fade why", "fade curve", "event list"),
    *("event thread list", "event thread show", "fact get", "fact list", "fact history"),
    *("state list", "block get", "block list", "kv get", "kv list"),
    *("session show", "session list", "session query", "context", "graph list"),
    *("graph show", "graph path", "config list", "config get", "config diff"),
    *("tidy list", "tidy show", "fade forecast", "tidy cron"),
    *("status", "store secrets", "store bench", "store watch", "store schema"),
    *(f"store vectors {verb}" for verb in ("status", "fill", "export", "import", "test")),
    *("store hub status", "help", "config completion", "agent tools", "agent token list"),
}
"""What writes nothing in a store but uses (tests/faults/verbs.py tries it)."""


def verbs() -> Iterator[tuple[str, set[str]]]:
    """Each command with each of its verbs, as on a line, and the options that it takes."""
    for command in commands():
        options = {name for option in command.options for name in option.names}
        module = import_module(f"memento_cli.cli.{ENTRIES[command.name].module}")
        takes = getattr(module, "TAKES", None)
        if takes is None:
            yield command.name, options
            continue
        for verb, taken in takes.items():
            yield f"{command.name} {verb}", {f"--{name}" for name in taken}


def test_every_command_is_decided() -> None:
    """A new command, or verb, is one that asks, one that has a reason not to, or one that reads;
    who asks can be told that the person has agreed."""
    options = dict(verbs())
    assert ASKING.keys() | ADDING.keys() | READING == options.keys()
    assert len(ASKING) + len(ADDING) + len(READING) == len(options)
    assert BESIDE.keys() <= ASKING.keys()
    assert {name for name in ASKING if "--yes" not in options[name]} == set()


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """Folders with a store in which something of each kind was written, a day ago, and with what
    may be read into it: by a person, and by an agent."""
    return {by: written(tmp_path_factory.mktemp("by"), by) for by in ("", "claude")}


def written(folder: Path, by: str) -> Path:
    """The folder, with all that is written in its store by whoever types."""
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
        patch.setenv("MEMENTO_STORE", str(folder / "store"))
        patch.setenv("MEMENTO_NOW", "2025-02-01T12:00:00Z")
        patch.setenv(AGENT_VARIABLE, by)
        store = init(str(folder / "store"), person="alex").store
        for words in WRITTEN:
            assert run_here(named(store, words)) == 0, words
    fact, event = named(store, (FACT, EVENT))
    plan = {"op": "update", "id": fact, "body": "Latte", "evidence": [event]}
    Path(folder, PLAN).write_text(json.dumps({"states": [plan]}))
    claims = Path(store.memories.path(POT)).read_bytes().replace(b"pot", b"pan")
    Path(folder, FILE).write_bytes(claims)
    return folder


@pytest.fixture
def store(
    templates: Mapping[str, Path], tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> Store:
    """A store in which a person has written something of each kind."""
    return copied(templates[""], tmp_path, call, monkeypatch)


@pytest.fixture
def agents(
    templates: Mapping[str, Path], tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> Store:
    """The same store, but that an agent has written it all."""
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    return copied(templates["claude"], tmp_path, call, monkeypatch)


def copied(folder: Path, to: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A copy, in which the last act is its own, a day later."""
    copytree(folder, to, dirs_exist_ok=True)
    monkeypatch.chdir(to)
    monkeypatch.setenv("MEMENTO_STORE", str(to / "store"))
    monkeypatch.setenv("MEMENTO_NOW", "2025-02-02T12:00:00Z")
    assert call("record", "Matcha", "--topic", "last").code == 0
    return Store(str(to / "store"))


def named(store: Store, words: Line) -> list[str]:
    """A line with the ids that are made by chance, or of words."""
    return [NAMES[word](store) if word in NAMES else word for word in words]


def state_of(kind: str) -> Callable[[Store], str]:
    """Finds the only state of a kind."""
    return lambda store: next(one.id for one in states(store) if one.kind == kind)


def proposal_from(source: str) -> Callable[[Store], str]:
    """Finds the first proposal that came so."""
    return lambda store: next(one.id for one in proposals(store) if one.source == source)


NAMES: Mapping[str, Callable[[Store], str]] = {
    FACT: state_of("fact"),
    TASK: state_of("task"),
    EVENT: lambda store: next(iter(readable_events(store))).ref,
    ANSWER: proposal_from("feedback"),
    MERGE: proposal_from("sleep"),
    LAST: lambda store: next(iter(log_of(store, None, 1))).batch,
}


def files(store: Store) -> dict[str, bytes]:
    """All that a store says, but for what the clone has for itself."""
    found = (path for path in Path(store.root).rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in found if ".memento" not in str(path)}


def cases(lines: Mapping[str, Sequence[Line]]) -> list[Any]:
    """Each line of each command, as cases of a test."""
    return [
        pytest.param((*name.split(), *words), id=" ".join((name, *words)))
        for name, each in lines.items()
        for words in each
    ]


@pytest.mark.parametrize("words", cases(ASKING))
def test_an_agent_in_a_script_is_refused_without_yes(
    store: Store, call: Call, monkeypatch: pytest.MonkeyPatch, words: Line
) -> None:
    """Nothing is written, the hint names the way, and the person's words are not told; with --yes
    it is done."""
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    before, line = files(store), named(store, words)
    ran = call(*line)
    assert (ran.code, ran.stdout) == (6, "") and files(store) == before
    assert "--yes" in ran.stderr
    if not " ".join(words).startswith(EVERYBODY):
        assert "the user must confirm it" in ran.stderr and "encha" not in ran.stderr
    done = call(*line, "--yes")
    assert done.code == 0 and files(store) != before, done.stderr


@pytest.mark.parametrize(
    "words", [*cases({name: one[1] for name, one in ADDING.items()}), *cases(BESIDE)]
)
def test_an_agent_adds_unasked(
    store: Store, call: Call, monkeypatch: pytest.MonkeyPatch, words: Line
) -> None:
    """What stands beside a person's words, or says the same, takes nothing away."""
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    done = call(*named(store, words))
    assert done.code == 0, done.stderr


@pytest.mark.parametrize("words", cases(ASKING))
def test_a_person_is_not_asked(store: Store, call: Call, words: Line) -> None:
    """Their own words are theirs to change; what asks everybody is told --yes."""
    before, line = files(store), named(store, words)
    asks = " ".join(words).startswith(EVERYBODY)
    done = call(*line, *(["--yes"] if asks else []))
    assert done.code == 0 and files(store) != before, done.stderr


@pytest.mark.parametrize("words", cases(ASKING))
def test_an_agent_changes_what_agents_wrote(
    agents: Store, call: Call, monkeypatch: pytest.MonkeyPatch, words: Line
) -> None:
    """Nobody is asked of it; but what is important and pinned, what a user said in an event, what
    waits to be decided, and what claims to be a person's are for a person in any case."""
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    before, line = files(agents), named(agents, words)
    if " ".join(words).startswith((*EVERYBODY, *THEIRS)):
        assert call(*line).code == 6 and files(agents) == before
        return
    done = call(*line)
    assert done.code == 0 and files(agents) != before, done.stderr


@pytest.mark.parametrize("words", cases(ASKING))
def test_an_agents_words_are_never_a_persons(
    store: Store, call: Call, monkeypatch: pytest.MonkeyPatch, words: Line
) -> None:
    """Even with --yes: whoever trusts the user alone is told nothing that an agent has written."""
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    assert call(*named(store, words), "--yes").code == 0
    for line in (("context",), ("recall", *WHERE), ("recall", "latte", *WHERE[1:])):
        assert "Latte" not in told(call, *line, "--where", "trust:>=user")


def test_an_edited_memory_is_the_agents(
    store: Store, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it claims beside; a person may confirm it then, and an agent may not."""
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    line = ("edit", TEA, "--summary", "Latte", "--set", "origin.trust=user", "--yes")
    assert call(*line).code == 0
    assert trust_of(store.memories.read(TEA).value) == AGENT
    new = call("record", "Mocha", "--set", "origin.trust=user").stdout.strip()
    assert trust_of(store.memories.read(new).value) == AGENT
    assert call("fade", "review", TEA, "--confirm").code == 0
    assert trust_of(store.memories.read(TEA).value) == AGENT
    monkeypatch.delenv(AGENT_VARIABLE)
    assert call("fade", "review", TEA, "--confirm").code == 0
    assert trust_of(store.memories.read(TEA).value) == CONFIRMED


def test_an_agent_undoes_its_own(store: Store, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal names who typed, so that nobody is asked of what an agent did; but of its memory
    that a person has confirmed since they are."""
    monkeypatch.setenv(AGENT_VARIABLE, "Claude Code")
    new = call("record", "Latte", "--topic", "latte").stdout.strip()
    assert [entry.via for entry in log_of(store, new, None)] == ["cli:claude-code"]
    assert "by cli:claude-code" in call("log", new).stdout
    assert call("undo").code == 0 and call("undo").code == 6
    batch = next(iter(log_of(store, new, None))).batch
    assert call("undo", batch).code == 0
    monkeypatch.delenv(AGENT_VARIABLE)
    assert call("fade", "review", new, "--confirm").code == 0
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    recorded = list(log_of(store, new, None))[-1].batch
    assert call("undo", recorded).code == 6


ENDED = (
    ("state", "update", FACT, "--body", "Latte"),
    ("state", "update", FACT, "--until", "2025-02-02"),
    ("state", "close", FACT, TASK),
    ("state", "done", TASK),
    ("state", "update", TASK, "--body", "Latte"),
    ("state", "add", "long_mood_state", "Latte"),
    ("state", "mood", "--say", "Latte", "--force"),
    ("event", "affect", EVENT, *FELT[2:], "--valence", "-1", "--label", "low", "--text", "Latte"),
    ("fact", "confirm", "Sencha", "-d", "topic"),
    ("fact", "revoke", "Sencha", *PREFER),
    ("fact", "dislike", "Sencha", *PREFER, "--confirmed"),
    ("fact", "like", "Sencha", *PREFER, "--note", "Latte"),
    ("event", "extract", PLAN),
    ("block", "set", "focus", "Latte"),
    ("fact", "set", "drink", "Latte"),
    ("fact", "end", "drink"),
    ("kv", "set", "drink", "Latte"),
)
"""What an agent does to what holds."""


@pytest.mark.parametrize("words", ENDED, ids=" ".join)
def test_who_trusts_the_user_alone_is_told_their_words_still(
    store: Store, call: Call, monkeypatch: pytest.MonkeyPatch, words: Line
) -> None:
    """As if the agent had done nothing, in a context and in a recall, where only the order may
    change, because a word is rarer or less rare by what it wrote; who trusts agents, too, is told
    what it did, and an undo takes that back."""
    asks = (("context", "--where", "trust:>=user"), ("recall", *WHERE, "--where", "trust:>=user"))
    both = ("context",), ("recall", *WHERE)
    before = [told(call, *line) for line in (*asks, *both)]
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    assert call(*named(store, words), "--yes").code == 0
    after = [told(call, *line) for line in (*asks, *both)]
    assert after[0] == before[0]
    assert parts_of(after[1]) == parts_of(before[1])
    assert after[2:] != before[2:]
    assert call("undo", "--yes").code == 0
    assert [told(call, *line) for line in (*asks, *both)] == before


@pytest.mark.parametrize(
    "words",
    [
        ("state", "close", FACT),
        ("state", "done", TASK),
        ("fact", "revoke", "Sencha", *PREFER),
    ],
    ids=" ".join,
)
def test_what_the_user_has_ended_does_not_come_back(
    store: Store, call: Call, monkeypatch: pytest.MonkeyPatch, words: Line
) -> None:
    """Neither what an agent had put in its place, nor what the user had told before that."""
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    changes = {
        FACT: ("state", "update", FACT, "--body", "Latte"),
        TASK: ("state", "update", TASK, "--body", "Latte"),
        "Sencha": ("fact", "like", "Sencha", *PREFER, "--note", "Latte"),
    }
    assert call(*named(store, changes[words[2]]), "--yes").code == 0
    asks = ("context", "--where", "trust:>=user")
    shown = told(call, *asks)
    monkeypatch.delenv(AGENT_VARIABLE)
    assert call(*named(store, words)).code == 0
    gone = set(shown.splitlines()) - set(told(call, *asks).splitlines())
    assert any("encha" in line for line in gone)
    assert "Latte" not in told(call, *asks)


def parts_of(answer: str) -> list[str]:
    """All that an answer in JSON has but scores, in whatever order."""
    parts = re.split(r"[\[\]{},\n]+ ?", answer)
    return sorted(part for part in parts if part and not part.startswith('"score"'))


def told(call: Call, *words: str) -> str:
    """What is answered to a line, without the number of a fence."""
    return re.sub(r"\b[0-9a-f]{16}\b", "", call(*words).stdout)


def test_what_an_agent_has_named_is_marked(
    store: Store, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The title of its session and of its thread, and what it adds as if the user said it; what is
    the user's goes without a mark, and no title of an agent's gets into their memory."""
    (event,) = named(store, (EVENT,))
    assert call("session", "start", "Mine", "--id", "mine").code == 0
    assert call("session", "add", "mine", "I say so").code == 0
    assert call("event", "thread", "add", "My own", event).code == 0
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    assert call("session", "start", "Latte", "--id", "its").code == 0
    for id in ("mine", "its"):
        assert call("session", "add", id, "Cap").code == 0
    for title in ("my own", "Its own"):
        assert call("event", "thread", "add", title, event).code == 0
    monkeypatch.delenv(AGENT_VARIABLE)
    assert call("session", "add", "its", "I say so").code == 0
    texts = [told(call, *line) for line in (
        ("session", "list"), ("session", "show", "mine"), ("session", "show", "its"),
        ("event", "thread", "list"), ("event", "thread", "show", "its own"), ("show", event),
    )]  # fmt: skip
    for line in "\n".join(texts).splitlines():
        own = any(word in line for word in ("Mine", "I say so", "My own"))
        its = any(word in line for word in ("Latte", "Cap", "Its own"))
        assert not (own or its) or ("(agent)" in line) == its, line
    assert "(agent)" in texts[1] and "(agent)" in texts[4]
    rows = json.loads(call("event", "thread", "list", "--json").stdout)
    assert {row["title"]: row["trust"] for row in rows.get("threads", rows)} == {
        "My own": "user",
        "Its own": "agent",
    }


def test_a_title_of_an_agents_is_no_word_of_the_users(
    store: Store, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the user said in a session that an agent began becomes a memory of theirs without it."""
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    assert call("session", "start", "Latte", "--id", "its").code == 0
    monkeypatch.delenv(AGENT_VARIABLE)
    assert call("session", "add", "its", "Sencha it is").code == 0
    before = set(store.memories.ids())
    assert call("session", "end", "its").code == 0
    (new,) = set(store.memories.ids()) - before
    made = store.memories.read(new)
    assert trust_of(made.value) == USER and "Latte" not in made.document.text


def test_an_agent_asks_before_a_whole_export_fills_a_store(
    store: Store, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It keeps whose word each thing is said to be, as --keep-trust does; nothing is taken in
    before the person has agreed."""
    export, new = tmp_path / "export.ndjson", tmp_path / "new"
    assert call("export", "--format", "ndjson", "-o", str(export)).code == 0
    monkeypatch.setenv(AGENT_VARIABLE, "claude")
    line = ("--store", str(new), "import", str(export))
    assert call("--store", str(new), "init", str(new), "--person", "alex").code == 0
    before = files(Store(str(new)))
    assert call(*line, "--dry-run").code == 0
    assert call(*line).code == 6 and files(Store(str(new))) == before
    assert call(*line, "--yes").code == 0
    assert trust_of(Store(str(new)).memories.read(TEA).value) == USER
