"""The command lines that the front door reads itself. What is not plainly one of them is Typer's.

Typer is the definition: whatever is read here, it reads alike. So nothing is guessed here: no
clusters of short options, nothing said twice, no empty value, none that begins with a hyphen.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

COMMON = {"--store": "store", "--format": "format", "--quiet": "quiet", "-q": "quiet"}
REASON = {"--reason": "reason", "-r": "reason"}
LIMIT = {"--limit": "limit", "-l": "limit"}
VERBS = {
    "recall": LIMIT,
    "list": {**LIMIT, "--all": "everything", "-a": "everything", "--sort": "sort",
             "--order": "order"},
    "prune": {"--dry-run": "dry_run", "-n": "dry_run", "--below": "below"},
    "show": {"--path": "path"},
    "used": REASON,
    "reinforce": REASON,
    "completion": {"--ids": "ids", "--archived": "archived"},
    "record": {
        "--detail": "detail", "-d": "detail", "--person": "person", "-p": "person",
        "--topic": "topic", "-t": "topic", "--with": "with", "-w": "with", "--outcome": "outcome",
        "--significance": "significance", "-s": "significance", "--kind": "kind", "--pin": "pin",
        "--importance": "importance", "--source": "source", "--privacy": "privacy",
        "--project": "project", "--agent": "agent", "--session": "session",
    },
}  # fmt: skip
"""The verbs and their options, each with the key of its value."""
MANY = 1_000_000
WORDS = {
    "recall": (1, MANY), "list": (0, 0), "show": (1, 1), "used": (1, MANY), "reinforce": (1, 1),
    "prune": (0, 0), "completion": (0, 1), "record": (1, 1),
}  # fmt: skip
"""How many words each verb takes beside its options."""
TIDYING = ("reinforce", "record")
"""The verbs that have files to tidy when they are ended; `used` appends in one write."""
ACTING = (*TIDYING, "used")
"""The verbs that change the store."""
FLAGS = ("quiet", "path", "ids", "archived", "pin", "everything", "dry_run")
NUMBERS = ("below",)
LISTS = ("topic", "with")
CHOICES = {"format": ("ids", "tsv"), "sort": ("strength",), "order": ("desc", "asc")}
NEEDED = {"completion": "ids", "list": "limit", "prune": "dry_run"}
"""The option without which a verb is Typer's."""
DIGITS = 9


class Shape:
    """A command line as it was read: the verb, its words, and the values of its options by key."""

    def __init__(self) -> None:
        self.verb = ""
        self.words: list[str] = []
        self.values: dict[str, Any] = {}

    def read(self, args: Sequence[str]) -> bool:
        """Read the arguments; whether all of them are plain."""
        rest = [*reversed(args)]
        while rest:
            arg = rest.pop()
            if arg == "--":
                self.words += reversed(rest)
                break
            if arg[:1] == "-":
                if not self._option(arg, rest):
                    return False
            elif self.verb:
                self.words.append(arg)
            elif arg in VERBS:
                self.verb = arg
            else:
                return False
        return self._fits()

    def _option(self, arg: str, rest: list[str]) -> bool:
        name, equals, value = arg.partition("=")
        key = COMMON.get(name) or VERBS.get(self.verb, {}).get(name)
        if key is None or (key in self.values and key not in LISTS):
            return False
        if key in FLAGS:
            self.values[key] = True
            return not equals
        if equals and name[:2] != "--":
            return False
        if not equals:
            value = rest.pop() if rest else ""
        if not _is_plain(value):
            return False
        return self._keep(key, value)

    def _keep(self, key: str, text: str) -> bool:
        value: Any = text
        if key == "limit":
            if not (_is_whole(text) and len(text) <= DIGITS):
                return False
            value = int(text)
            if value == 0:  # which is rare, and told otherwise
                return False
        elif key in NUMBERS:
            whole, _, part = text.partition(".")
            if not (_is_whole(whole) and _is_whole(part or "0")):
                return False
            value = float(text)
        elif key in LISTS:
            value = [*self.values.get(key, ()), text]
        elif key == "reason":  # no reason has a secret in it: `Store.signed` refuses
            from memento_cli.core.secret_marks import may_hold_secret

            if may_hold_secret(text):
                return False
        self.values[key] = value
        return text in CHOICES.get(key, (text,))

    def _fits(self) -> bool:
        fewest, most = WORDS.get(self.verb, (1, 0))
        if not fewest <= len(self.words) <= most:
            return False
        if self.verb in NEEDED and NEEDED[self.verb] not in self.values:
            return False
        if self.verb == "completion":
            return True
        if self.verb == "recall":
            return all(map(_is_wordy, self.words))
        return all(map(_is_plain, self.words))


def parsed(args: Sequence[str]) -> Shape | None:
    """The shape of these arguments; None where Typer has to read them."""
    shape = Shape()
    if list(args) == ["--version"]:
        shape.verb = "version"
        return shape
    try:
        for arg in args:
            arg.encode()
    except UnicodeEncodeError:  # half a character, which is refused
        return None
    if any("\0" in arg for arg in args):  # so is this
        return None
    return shape if shape.read(args) else None


def _is_plain(value: str) -> bool:
    return bool(value) and value[0] != "-"


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _is_wordy(text: str) -> bool:
    """Whether a text is nothing but words to the query language (`core/asking.py`), and has one."""
    words = text.split()
    return bool(words) and not any('"' in w or ":" in w or w[0] in "-+" for w in words)
