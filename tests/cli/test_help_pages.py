"""The pages of help: they fit a screen, name only what there is, and say the store's numbers."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memento_cli.cli.command_line.reader import read
from memento_cli.cli.command_line.surface import GROUPS, NAMES, members
from memento_cli.cli.reference.chapters import chapter
from memento_cli.cli.reference.pages import FOLDER, PAGES, first_page, page_text
from memento_cli.cli.reference.topics import TOPICS
from memento_cli.store.directory.store import Store
from memento_cli.store.settings.fields import PROFILE_NAMES, PROFILES
from memento_cli.store.settings.settings import DEFAULTS
from tests.cli.test_selecting import at_terminal
from tests.conftest import Ran

Call = Callable[..., Ran]
SCREEN, WIDTH = 24, 80
TEXTS = {path.stem: path.read_text() for path in sorted(Path(FOLDER).glob("*.txt"))}
LATER = {"revisions", "unpin"}
"""Names that are on their way into others."""
TOPIC = re.compile(r"help ([a-z-]+(?:, [a-z-]+)*)")


def lines_in(text: str) -> Iterator[str]:
    """The command lines of a page: each begins with `memento`, and ends before two blanks."""
    for line in re.sub(r" *\\\n *", " ", text).splitlines():
        for part in re.split(r" {2,}|, or ", line):
            if part.startswith("memento ") and part != "memento help all, VERB":
                yield re.split(r" [|<>] | +\(|\.\.\.", part)[0].removesuffix(" --help")


@pytest.mark.parametrize("name", TEXTS)
def test_a_page_fits_a_terminal(name: str) -> None:
    """No line has more than 80 signs; the first page, with the prompt below it, has 24 lines."""
    lines = TEXTS[name].splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert not name.startswith("first") or len(lines) <= SCREEN


@pytest.mark.parametrize("name", TEXTS)
def test_every_command_line_of_a_page_can_be_typed(name: str) -> None:
    """Each is read as it stands, or names a group or a place in the help."""
    lines = list(lines_in(TEXTS[name]))
    assert lines or name == "all"
    for line in lines:
        words = shlex.split(line)[1:]
        assert read(words) is not None or " ".join(words) in GROUPS, line


@pytest.mark.parametrize("name", TEXTS)
def test_every_page_that_a_page_names_is_there(name: str) -> None:
    """What stands behind `memento help` is a page, a chapter or a command."""
    for words in TOPIC.findall(TEXTS[name]):
        for word in words.split(", "):
            assert word in (*PAGES, *TOPICS, *NAMES, "topics"), word


def test_the_page_of_everything_has_every_command() -> None:
    """It names each command and each member of each group, and none that is not there."""
    rows: dict[str, list[str]] = {}
    last = ""
    for line in TEXTS["all"].partition("Everywhere")[0].splitlines():
        if found := re.match(r"  ([a-z]+) {2,}(.*)", line):
            last = found[1]
            rows[last] = [found[2]]
        elif line.startswith("      "):
            rows[last].append(line)
    second = re.findall(r" {2,}([a-z]+) {2,}\S", TEXTS["all"].partition("Everywhere")[0])
    assert {*rows, *second} >= NAMES - LATER
    assert {*rows} <= NAMES
    for group in [path for path in GROUPS if " " not in path]:
        words = re.findall(r"[a-z]+", " ".join(re.split(r" {3,}", row.strip())[0]
                                               for row in rows[group]))  # fmt: skip
        visible = [one.name for one in members(group).values() if not one.hidden]
        assert [word for word in visible if word not in words] == [], group


def test_bare_memento_prints_the_first_page(store: Store, call: Call) -> None:
    """So do --help, -h and help; each fits a screen."""
    page = call("help").stdout
    assert call().stdout == call("--help").stdout == call("-h").stdout == page
    assert call("--utc", "--help").stdout == page
    assert "memento record met Ana" in page and len(page.splitlines()) <= SCREEN


@pytest.mark.parametrize("profile", PROFILE_NAMES)
def test_the_first_page_is_the_profiles(store: Store, call: Call, profile: str) -> None:
    """The profile of the store that is found decides what is shown first."""
    call("config", "profile", profile)
    page = call().stdout.rstrip("\n")
    assert page == first_page(DEFAULTS.replaced({"profile": profile}))
    first = {"agent": "context", "companion": "event add", "tiers": "record"}
    assert page.splitlines()[2].startswith(f"  memento {first.get(profile, 'record')}")


@pytest.mark.parametrize("profile", PROFILE_NAMES)
def test_the_page_of_fading_says_the_stores_numbers(profile: str) -> None:
    """Half-lives, floor and thresholds are those of the settings; no line is too long."""
    settings = DEFAULTS.replaced({**PROFILES[profile], "profile": profile})
    text = page_text("fading", settings)
    assert f"profile {profile})" in text and max(map(len, text.splitlines())) <= WIDTH
    if profile == "half-life":
        for part in ("180, 90 or 30 days", "floor, 0.1", "Below 0.2", "below 0.15, prune"):
            assert part in text
        changed = page_text("fading", settings.replaced({"half_life.high": 365.0}))
        assert "365, 90 or 30 days" in changed
    elif profile == "tiers":
        assert "it loses 5 % a day" in text and "Below 0.3, list" in text
    assert all(f"it {word}" not in text for word in ("None", "{"))


def test_a_word_is_a_page_a_chapter_or_a_command(store: Store, call: Call) -> None:
    """`help fact` has the page, how its commands are called, and the chapter; `facts` the page."""
    assert call("help", "facts").stdout.splitlines()[0] == TEXTS["facts"].splitlines()[0]
    whole = call("help", "fact").stdout
    assert TEXTS["facts"].splitlines()[0] in whole and "memento fact set" in whole
    assert chapter("facts")[1].splitlines()[-1] in whole
    assert call("help", "fact", "set").stdout.startswith("# memento fact set\n")
    assert call("help", "codes").stdout == call("help", "exit-codes").stdout
    assert call("help", "files").stdout == call("help", "file-format").stdout
    assert "# Queries" in call("help", "recall").stdout
    gone = call("help", "observe")
    assert gone.code == 3 and "memento event add" in gone.stderr


def test_the_help_is_written_as_pages(call: Call, tmp_path: Path) -> None:
    """--html writes one a topic and command into a folder that it makes."""
    place = tmp_path / "a" / "pages"
    told = call("help", "--html", str(place))
    names = {path.name for path in place.iterdir()}
    assert told.stdout == f"Wrote {len(names)} pages to {place}\n"
    assert {"index.html", "page-fading.html", "queries.html", "command-fact-set.html"} <= names


EXAMPLE = re.compile(r"^    memento (?!\[|\w+ \[OPTIONS)(.*)$", re.M)


@pytest.mark.parametrize("topic", TOPICS)
def test_every_example_of_a_chapter_can_be_typed(topic: str) -> None:
    """An example of the manual is a command line as it stands."""
    with open(Path(FOLDER).parent / "manual" / f"{topic}.md", encoding="utf-8") as file:
        text = file.read().replace("\\\n", " ")
    for line in EXAMPLE.findall(text):
        if re.search(r"\w\|\w|\[-", line):
            continue  # a shape, not an example
        typed = re.split(r" {2,}(?=[^ -])| [|<>;] | # |…|\.\.\.", line)[0]
        words = shlex.split(typed)
        words = words[: words.index("&&")] if "&&" in words else words
        assert read(words) is not None, line


@pytest.mark.parametrize(
    ("name", "last", "needing_files"),
    [("facts", "graph path", ("user_model",)), ("events", "state mood", ("jsonl", "plan.json"))],
)
def test_a_page_can_be_typed_from_the_top(
    name: str, last: str, needing_files: tuple[str, ...], store: Store
) -> None:
    """Whoever types its lines one after another at a terminal gets no error."""
    text = re.sub(r" *\\\n *", " ", TEXTS[name])
    parts = re.findall(r"(?:^|  )(memento .*?)(?= {2,}|$)", text, re.M)
    lines = [part for part in parts if not any(mark in part for mark in needing_files)]
    end = next(at for at, line in enumerate(lines) if last in line)
    script = "; ".join(f"{line} || echo FAILED: {shlex.quote(line)}" for line in lines[: end + 1])
    shown = at_terminal(script)
    assert "FAILED" not in shown, shown
    assert "Error" not in shown, shown


def test_what_the_first_page_records_is_what_it_finds(store: Store, call: Call) -> None:
    """Its first line records what the next two find."""
    record, *finding = [line for line in lines_in(TEXTS["first"]) if "re" in line.split()[1]][:3]
    assert call(*shlex.split(record)[1:]).code == 0
    for line in finding:
        assert call(*shlex.split(line)[1:]).stdout.count("budget") == 1, line
