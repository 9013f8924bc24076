"""The commands that are measured as they are typed, each with its budget (DESIGN, section 9)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from memento_cli.named_tuple import NamedTuple
from tests.bench.generated import Generated

HOT, OTHER, MILLION = 2.5, 5.0, 5.0
WRITING = 4.0
TYPED = 12  # signs of an id, when Tab is pressed
RECALL = ((10_000, 2.5), (100_000, 3.0))
PERSON = "bench"  # what the bench records is this person's, and taken away again

Args = Callable[[Generated, int], list[str]]


class Case(NamedTuple):
    """A command line and the most that it may cost, in starts of bare Python.

    `code` is the exit code that is wanted. Without `sized`, the store's size does not matter. The
    lines of `once` are run before the first turn, that of `before` before each; they do not count.
    """

    name: str
    args: Args
    goal: Callable[[int], float | None]
    code: int = 0
    sized: bool = True
    writes: bool = False
    once: tuple[tuple[str, ...], ...] = ()
    before: Args | None = None


def always(goal: float | None) -> Callable[[int], float | None]:
    """The same goal at any size."""
    return lambda size: goal


def recall_goal(size: int) -> float:
    """2.5 at 10,000 memories, 3 at 100,000, 5 at 1,000,000."""
    return next((goal for most, goal in RECALL if size <= most), MILLION)


def small_goal(size: int) -> float:
    """2.5; among 1,000,000 it is 5, as for the 20 strongest."""
    return HOT if size < 1_000_000 else MILLION


def _typed(*words: str) -> Args:
    return lambda made, turn: list(words)


def _id(verb: str, *more: str) -> Args:
    """A verb with another id at every turn."""
    return lambda made, turn: [*verb.split(), made.id(turn), *more]


def _record(made: Generated, turn: int) -> list[str]:
    words = Random(turn)  # each in words of its own: what repeats another is asked about
    text = " ".join("".join(words.choices("abcdefghij", k=6)) for _ in range(12))
    return ["record", text, "--person", PERSON, "--topic", f"turn-{turn}"]


def _reinforce(made: Generated, turn: int) -> list[str]:
    """From the other end of the ids: a memory used today would be skipped."""
    return ["reinforce", made.id(-1 - turn)]


def _later(args: Args, turns: int) -> Args:
    """The same verb with what other rows, of up to so many turns, have not used."""
    return lambda made, turn: args(made, turn + turns)


READING = (
    Case("version", _typed("--version"), always(HOT), sized=False),
    Case("help", _typed("--help"), always(OTHER), sized=False),
    Case("error", _typed("recal", "--limt"), always(OTHER), code=2, sized=False),
    Case("completion.ids", lambda made, turn: ["_complete", made.id(turn)[:TYPED]],
         always(HOT)),
    Case("show", _id("show"), always(HOT)),
    Case("list.20", _typed("list", "--limit", "20"), small_goal),
    Case("list.strongest", _typed("list", "--limit", "20"), always(MILLION)),
    Case("list.weakest", _typed("list", "--sort", "strength", "--order", "asc", "--all",
                                "--limit", "100"), always(MILLION)),
    Case("prune.dry-run", _typed("prune", "--dry-run"), always(MILLION)),
    Case("recall.rare", lambda made, turn: ["recall", made.rare], recall_goal),
    Case("other.stats", _typed("status", "--full"), always(OTHER)),
    Case("other.status", _typed("status"), always(OTHER)),
    Case("other.list", _typed("list"), always(OTHER)),
    Case("other.log", _typed("log"), always(OTHER)),
    Case("other.log.id", _id("log"), always(OTHER)),
    Case("other.why", _id("fade why"), always(OTHER)),
    Case("other.fact", _typed("fact", "get", "city"), always(OTHER),
         once=(("fact", "set", "city", "Paris"),)),
    Case("other.kv", _typed("kv", "list"), always(OTHER), once=(("kv", "set", "port", "8080"),)),
    Case("other.events", _typed("event", "list"), always(OTHER),
         once=(("event", "add", "--user", "It rains."),)),
    Case("other.context", _typed("context"), always(OTHER)),
    Case("other.context.asked", lambda made, turn: ["context", made.word], always(OTHER)),
    Case("other.similar", _id("recall --like"), always(OTHER)),
    Case("other.forget", _id("forget", "--dry-run"), always(OTHER)),
    Case("other.manual", _typed("help", "strength"), always(OTHER), sized=False),
    Case("other.schema", _typed("store", "schema"), always(OTHER), sized=False),
    Case("other.completion", _typed("config", "completion", "bash"), always(OTHER), sized=False),
)  # fmt: skip
WRITES = (
    Case("record", _record, always(WRITING), writes=True),
    Case("reinforce", _reinforce, always(WRITING), writes=True),
    Case("other.pin", _id("pin"), always(OTHER), writes=True),
    Case(
        "other.undo",
        _typed("undo", "--dry-run"),
        always(OTHER),
        once=(("record", "What an undo takes back", "--person", PERSON),),
    ),
    Case(
        "recall.after.record",
        lambda made, turn: ["recall", made.word],
        recall_goal,
        before=_later(_record, 1000),
    ),
    Case(
        "recall.after.reinforce",
        lambda made, turn: ["recall", made.word],
        recall_goal,
        before=_later(_reinforce, 40),
    ),
    Case(
        "reinforce.settle",
        _later(_reinforce, 80),
        always(HOT),
        writes=True,
        once=(("config", "set", "strength.write", "settle"),),
    ),  # so it is the last
)
