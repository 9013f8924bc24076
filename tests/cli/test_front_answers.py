"""What the front door answers is what Typer's way answers, to the byte, with the same effects."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Draft, Link, Store, Tags, forget, init, pin, record, used
from memento_cli.cli.front import completion
from memento_cli.cli.front.answer import answer
from memento_cli.cli.front.shapes import parsed
from memento_cli.cli.front.used import FORMAT
from memento_cli.core.laws import BaseLevel, Daily, Ebbinghaus, Never, Ttl
from memento_cli.index.place import CHECKED, RECORDED, index_folder
from memento_cli.index.search import SOME
from memento_cli.store.profiles import PROFILES
from memento_cli.store.settings import SCHEMA_VERSION
from memento_cli.store.toml import value_text
from tests.conftest import ROOT, Ran

Call = Callable[..., Ran]
TICK_SECONDS = 0.1  # longer than the tick by which a kernel stamps files
EVIL = "red\x1b[31m tab\there bidi\u202e zero\u200bwidth 👩\u200d👩 ünïcode"
READ = [
    "--version",
    "recall lunch",
    "recall lunch -l 1",
    "recall lunch oauth piano",
    "recall red --format ids",
    "recall café 日本",
    "recall 日本語 -q",
    "recall plans",
    "recall had a weak lunch with Viktor",
    "list --limit 20",
    "list --limit 2",
    "-q list --limit 2 --format tsv",
    "list --limit=3 --format=ids",
    "list --limit 20 --all",
    "list --order asc --limit 5",
    "list --sort strength --order asc --all --limit 5",
    "list --all --limit 3 --order=desc --sort=strength --format ids -q",
    "prune --dry-run",
    "prune -q --dry-run --format ids",
    "prune -n --below 0.99",
    "prune --below=0.1 -n",
    "prune -n --below 0",
    "prune -n --below 7",
    "prune -n --below 0.5",
    "recall pond",
    "recall pond river lake",
    "recall spring",
    "show alex-lunch-2025-01 --path",
    "show lunch --path",
    "completion --ids",
    "completion --ids alex-l",
    "completion --ids --archived",
    "completion --ids -- -",
]
SHOWN = ["evil", "lunch", "pinned", "plans-new", "plans-old", "café", "weak", "linked", "pond",
         "often", "lake", "river", "spring", "sea", "well"]  # fmt: skip
WRITTEN = [
    "used lunch",
    "used lunch evil lunch",
    "used weak --reason why -q",
    'used alex-lunch-2025-01 -r so"quoted"\u200b',
    "reinforce plans-new",
    "reinforce weak --reason because",
    "used pond often lake river spring sea",
    *(f"reinforce {name}" for name in ("pond", "often", "lake", "river", "spring", "sea")),
    "record zebras --topic zoo",
    "record giraffes --topic zoo --with viktor --outcome positive --person jo --pin -s high",
]
IN_PROFILES = [
    "recall pond",
    "recall weak",
    "recall lunch -l 1",
    "recall lunch --format ids -q",
    "recall had a weak lunch with Viktor",
    "recall spring",
    "recall plans",
    "list --limit 20",
    "list --limit 20 --all --order asc",
    "prune -n",
    "prune -n --below 0.4",
    "used pond often",
    "record zebras --topic zoo",
    "record I~prefer~tea~to~coffee,~always --topic zoo",
    "record I~prefer~tea~to~coffee,~always --topic zoo -q",
    "record zebras --importance 0.3",
    "record I~prefer~tea~to~coffee,~always --importance auto",
]
DECLINED = [
    "recall zzzzqqqq",
    "record zebras --importance much",
    "recall lunhc",
    "list",
    f"prune -n --below {'9' * 400}",
    "show nosuchid",
    "show alex",
    "show alex-gone-2025-01",
    "show alex-pi",
    "used alex",
    "used lunch nosuchid",
    "reinforce alex-gone-2025-01",
    "record Had~lunch~with~Viktor",
    "record zebras --outcome odd",
    "--store /nowhere recall lunch",
    "--store /nowhere completion --ids",
]


def split(line: str) -> list[str]:
    """The arguments of a line; `~` stands for a space in one."""
    return [arg.replace("~", " ") for arg in line.split(" ")]


def made(root: Path, profile: str = "half-life") -> Path:
    """A store with memories of every sort that the front door prints."""
    store = init(str(root), person="alex", profile=profile).store
    now = datetime.now(UTC).replace(microsecond=0)
    created = datetime(2025, 1, 2, tzinfo=UTC)

    def add(topic: str, summary: str, **more: Any) -> str:
        usual = {"created": created, "tags": Tags((topic,), ("viktor",))}
        draft = Draft(summary, **usual | more)
        return record(store, draft, now).memory.id

    add("lunch", "Had lunch with Viktor", detail="Two\nlines.", importance=0.7)
    add("evil", "replaced", project="p")
    add("café", "Café in Zürich, 日本語", initial=0.5)
    pin(store, add("pinned", "A piano to keep"), now)
    old = add("plans-old", "Old plans for oauth")
    add("plans-new", "New plans for oauth", links=(Link("supersedes", old),))
    add("linked", "Two links", links=(Link("cause_of", old), Link("derived_from", old)))
    add("weak", "A weak lunch", initial=0.05, more={"memory.affect.valence": 0.25})
    forget(store, [add("gone", "Archived lunch")], now)
    add("gone", "Later than what is gone")
    shutil.copy(store.memories.path(old), root / "archive" / "alex-pi.toml")  # by hand
    path = root / "memories" / "alex-evil-2025-01.toml"
    path.write_text(path.read_text().replace('"replaced"', value_text(EVIL)))
    _add_laws(store, now, add)
    return root


def _add_laws(store: Store, now: datetime, add: Callable[..., str]) -> None:
    """Memories of every law, some in use, some over."""
    add("pond", "A pond of eels", law=Ebbinghaus(50.0), importance=0.9, min_strength=0.0)
    often = add("often", "A pond of ducks", law=BaseLevel(0.5), min_strength=0.05)
    add("lake", "A pond that is a lake", law=Daily(0.1))
    add("river", "A pond by the river", law=Never(), initial=0.8)
    add("spring", "A pond in spring", law=Ttl(2.0))
    over = add("puddle", "A pond of one day", law=Ttl(1.0), min_strength=0.5)
    add("sea", "A pond and the sea", law=Ttl(90_000.0))
    add("well", "A pond and a well", law=BaseLevel(1.5), created=now - timedelta(days=9))
    add("brook", "A pond once a brook", law=Ebbinghaus(1.0), links=(Link("supersedes", over),))
    for days in (300, 40, 3):
        used(store, [often], now - timedelta(days=days))
        used(store, [over], now - timedelta(days=days))


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Such a store, made once."""
    return made(tmp_path_factory.mktemp("front") / "store")


@pytest.fixture(scope="module", params=PROFILES)
def profiled(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """The same under each profile."""
    return made(tmp_path_factory.mktemp("profiled") / "store", request.param)


@pytest.fixture
def place(
    template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> Iterator[Path]:
    """A copy of it with an index, which `call` and the front door find."""
    root = tmp_path / "store"
    shutil.copytree(template, root)
    find(root, tmp_path, monkeypatch)
    assert call("list").code == 0
    return root


def find(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on memento finds this store."""
    monkeypatch.setenv("MEMENTO_STORE", str(root))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    time.sleep(TICK_SECONDS)


def quick(line: str) -> Ran | None:
    """What the front door says to a line; None if nothing."""
    shape = parsed(split(line))
    said = answer(shape) if shape else None
    if said is None:
        return None
    out, err = ("".join(text for to, text in said if to == stream) for stream in (1, 2))
    return Ran(0, out, err)


def effects(root: Path) -> list[tuple[str, str]]:
    """Every file of a store, with ids, times and the last digits of numbers left out."""
    found = []
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.name not in ("lock", "clone"):
            text = path.read_text()
            text = re.sub(r"\b[0-9a-z]{26}\b", "ID", text)
            text = re.sub(r"\d{4}-\d\d-\d\dT[\d:]+Z", "TIME", text)
            name = re.sub(r"[0-9a-f]{8}\.jsonl", "CLONE.jsonl", str(path.relative_to(root)))
            found.append((name, re.sub(r"(\.\d{5})\d+", r"\1", text)))
    return sorted(found)


@pytest.mark.parametrize("line", READ)
def test_reading_answers_are_the_same(line: str, place: Path, call: Call) -> None:
    """What the front door prints, Typer's way prints, on stdout and stderr."""
    before = effects(place)
    assert quick(line) == call(*split(line))
    assert effects(place) == before


@pytest.mark.parametrize("part", SHOWN)
def test_one_memory_is_shown_the_same(part: str, place: Path, call: Call) -> None:
    """A memory that the front door shows is shown as Typer's way does."""
    shown = quick(f"show {part}")
    assert shown is None or shown == call("show", part)


@pytest.mark.parametrize("line", ["recall tea", "list --limit 20 --all", "show tea-old"])
def test_of_what_cannot_both_be_true_typer_tells_which(line: str, place: Path) -> None:
    """It takes their times to tell which is history; of others the front door answers."""
    store, now = Store(str(place)), datetime.now(UTC).replace(microsecond=0)
    old = record(store, Draft("Jo drinks tea", "alex", tags=Tags(("tea-old",))), now).memory.id
    links = (Link("contradicts", old),)
    record(store, Draft("Jo drinks no tea", "alex", tags=Tags(("tea-new",)), links=links), now)
    assert quick("show lunch") is not None
    assert quick(line) is None


@pytest.mark.parametrize("line", WRITTEN)
def test_writing_answers_and_effects_are_the_same(
    line: str, place: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the front door does to a store, and says of it, Typer's way does and says."""
    other = place.parent / "other"
    shutil.copytree(place, other)
    time.sleep(TICK_SECONDS)
    said = quick(line)
    monkeypatch.setenv("MEMENTO_STORE", str(other))
    assert said == call(*split(line))
    assert effects(place) == effects(other) != []


@pytest.mark.parametrize("line", IN_PROFILES)
def test_in_every_profile_answers_and_effects_are_the_same(
    line: str, profiled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    """Where tiers hide, or a recall counts, or importance is inferred, both ways are one."""
    one, other = tmp_path / "one", tmp_path / "other"
    for root in (other, one):
        shutil.copytree(profiled, root)
        find(root, tmp_path, monkeypatch)
        assert call("list").code == 0
    said = quick(line)
    monkeypatch.setenv("MEMENTO_STORE", str(other))
    if is_elsewhere(one, line):
        assert said is None and call(*split(line)).code == 0
    else:
        assert said == call(*split(line))
    assert effects(one) == effects(other) != []


def is_elsewhere(place: Path, line: str) -> bool:
    """Whether a recall looks beside the memories, too, which is Typer's."""
    return line.startswith("recall") and Store(str(place)).settings["profile"] == "companion"


@pytest.mark.parametrize("line", DECLINED)
def test_what_needs_a_word_is_left_to_typer(line: str, place: Path) -> None:
    """What is unclear, an error, or nearly the same is not answered, and nothing has changed."""
    before = effects(place)
    assert quick(line) is None
    assert effects(place) == before


@pytest.mark.parametrize(
    ("name", "value"), [("MEMENTO_NOW", "2025-02-01"), ("FORCE_COLOR", "1"), ("HOME", "")]
)
def test_the_environment_is_seen(
    name: str, value: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another clock and colours are Typer's; that there is no home is no matter."""
    monkeypatch.setenv(name, value)
    assert (quick("recall lunch") is None) == (name != "HOME")


def test_what_is_to_be_warned_of_is_left_to_typer(place: Path, call: Call) -> None:
    """A broken file, a broken line or an odd setting is named by Typer's way."""
    broken = place / "memories" / "broken.toml"
    broken.write_text("x = ")
    time.sleep(TICK_SECONDS)
    assert quick("recall lunch") is None
    assert "broken" in call("recall", "lunch").stderr
    broken.unlink()
    assert quick("recall lunch") == call("recall", "lunch")
    with (place / "memento.toml").open("a") as settings:
        settings.write("mood = 1\n")
    assert quick("recall lunch") is None


def test_what_has_changed_is_seen(place: Path, call: Call) -> None:
    """An edit by hand is in the next answer of the front door, as in Typer's."""
    path = place / "memories" / "alex-lunch-2025-01.toml"
    path.write_text(path.read_text().replace("Had lunch with Viktor", "Had supper at home"))
    time.sleep(TICK_SECONDS)
    found = quick("recall supper")
    assert found is not None and "supper" in found.stdout
    assert found == call("recall", "supper")


def test_what_was_just_written_counts_as_a_twin(place: Path, call: Call) -> None:
    """A memory recorded or edited a moment ago is a twin, though no index has read it yet."""
    assert quick("record Zebras~graze~at~noon --topic zoo") is not None
    assert quick("record Zebras~graze~at~noon --topic zoo") is None
    assert call("edit", "weak", "--set", "content.summary=Giraffes rest at night").code == 0
    assert quick("record Giraffes~rest~at~night") is None
    assert quick("record Hippos~swim~at~dawn") is not None


@pytest.mark.parametrize("count", [SOME, SOME + 1])
def test_many_that_no_index_has_read_are_compared(count: int, place: Path) -> None:
    """Whether the new files are few, or so many that the index is brought up to date."""
    now = datetime.now(UTC)
    for number in range(count):
        record(Store(str(place)), Draft(f"Told again {'ab'[number % 2] * number}"), now)
    assert quick(f"record Told~again~{'b' * 49}") is None
    assert quick("record Nothing~of~the~sort --topic zoo") is not None


def test_records_at_once_are_all_seen_by_the_next(place: Path, call: Call) -> None:
    """Several shells record at the same moment; whatever the last one notes, no twin is missed."""
    said = [f"{word} {word} {word}" for word in ("Zebras", "Giraffes", "Hippos", "Lions", "Newts")]
    command = [sys.executable, "-m", "memento_cli", "record"]
    for started in [subprocess.Popen([*command, text, "--topic", "zoo"]) for text in said]:
        assert started.wait() == 0
    assert quick("record Otters~swim~at~dawn --topic zoo") is not None
    for text in said:
        assert quick(f"record {text.replace(' ', '~')} --topic zoo") is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("name", [RECORDED, CHECKED])
def test_a_pipe_in_the_place_of_a_note_is_not_waited_for(name: str, place: Path) -> None:
    """What is noted beside the index is noted in plain files only."""
    folder = Path(index_folder(str(place)))
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)
    assert quick("record Otters~swim~at~dawn --topic zoo") is not None
    assert quick("recall lunch") is not None


@pytest.mark.parametrize("start", ["", "alex", "alex-l", "nobody", "é"])
def test_ids_of_a_large_folder_are_those_of_the_index(
    start: str, place: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the folder is listed or the index asked, the same ids are offered; new ones too."""
    monkeypatch.setattr(completion, "LARGE", 0)
    assert completion.indexed_names(str(place), "alex-l") is not None
    assert (quick(f"completion --ids {start}") or Ran(0, "", "")) == call(
        "completion", "--ids", start
    )
    record(Store(str(place)), Draft("New", person="ctx://person/nobody"), datetime.now(UTC))
    assert completion.indexed_names(str(place), "alex-l") is None
    assert quick("completion --ids nob") == call("completion", "--ids", "nob")


def test_without_an_index_nothing_is_answered(place: Path) -> None:
    """Where the index is gone, Typer's way makes it again."""
    shutil.rmtree(os.environ["XDG_CACHE_HOME"])
    assert quick("recall lunch") is None and quick("used lunch") is None


def test_a_lock_that_is_held_is_waited_for_by_typer(place: Path) -> None:
    """The front door waits for nobody: a busy store is Typer's."""
    with Store(str(place)).lock.held():
        assert quick("used lunch") is None


def test_the_front_door_writes_the_format_that_the_store_has() -> None:
    """The version that `used` writes is the one that settings name."""
    assert FORMAT == SCHEMA_VERSION


@pytest.mark.parametrize(("sink", "said"), [(">/dev/full", "cannot write"), (">&-", "closed")])
def test_an_output_that_fails_is_an_error(sink: str, said: str, place: Path) -> None:
    """What the front door cannot write is told on stderr, and is no success."""
    if "full" in sink and not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    line = f"exec {shlex.quote(sys.executable)} -m memento_cli recall lunch {sink}"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-c", line], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert said in done.stderr and "Traceback" not in done.stderr


def test_the_command_itself_answers_so(place: Path) -> None:
    """As a process: no Typer is imported, and the output is that of Typer's way."""
    run = "import sys; from memento_cli.cli.app import run; code = run(sys.argv[1:])"
    flags = ["-X", "importtime", "-m", "memento_cli"]
    for line in ("recall lunch", "list --limit 3", "completion --ids", "used evil"):
        done, slow = (
            subprocess.run(
                [sys.executable, *start, *split(line)],
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                capture_output=True,
                text=True,
                check=True,
            )
            for start in (flags, ["-c", run])
        )
        told = [row for row in done.stderr.splitlines() if not row.startswith("import time:")]
        assert "typer" not in done.stderr
        assert (done.stdout, told) == (slow.stdout, slow.stderr.splitlines()) or line[:4] == "used"
