"""What hosts hand on to their models of what an MCP server says: measured, each with its own
program and a stand-in for its API (`tests/bench/hosts`), which holds this table to what it sees."""

from __future__ import annotations

from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

CONTENT, STRUCTURED, BOTH = "content", "structuredContent", "both"


class Facts(NamedTuple):
    """What a host does, and by which version that was seen.

    `reads` is what its model reads of a tool's answer, `signs` how many characters of an answer of
    432,000, to a thousand or so, and `rest` what becomes of the others. Tools are offered whole
    or, `by_name`, by their names until the model looks them up. `instructions` stand in its
    request, `resources` have tools that list and read them, `prompts` are listed for the user;
    `asks` if it declares elicitation, `refreshes` if it takes a changed list of tools.
    """

    version: str
    reads: str
    signs: int
    rest: str
    by_name: bool = False
    instructions: bool = True
    resources: bool = True
    prompts: bool = True
    asks: bool = False
    refreshes: bool = True


FACTS: Mapping[str, Facts] = {
    "claude": Facts(
        "2.1.332",
        STRUCTURED,
        0,
        "an error takes its place, which names a file with all of it",
        True,
        asks=True,
    ),
    "codex": Facts(
        "0.171.0",
        STRUCTURED,
        11_000,
        "the middle is left out",
        prompts=False,
        asks=True,
        refreshes=False,
    ),
    "gemini": Facts("0.61.0", CONTENT, 40_000, "the middle is left out, and a file has all of it"),
    "opencode": Facts(
        "1.18.33",
        CONTENT,
        34_000,
        "2,000 lines or 50 KB of whole lines are told, and a file has all of it",
        prompts=False,
    ),
    "copilot": Facts(
        "1.0.102",
        BOTH,
        1_000,
        "its first lines are told, and a file that has all of it",
        instructions=False,
        resources=False,
        prompts=False,
        asks=True,
    ),
}
"""The hosts that were measured, by their names in `hosts.py`."""
HALVES = {CONTENT: "the text", STRUCTURED: "the value", BOTH: "both"}
"""The same for people, as the manual calls the two halves."""
READS = {
    CONTENT: "`content`",
    STRUCTURED: "`structuredContent`, as JSON",
    BOTH: "`content`, then `structuredContent` as JSON, unless they are the same",
}
COLUMNS = {
    "version": "version",
    "reads": "reads of an answer",
    "signs": "of 432,000 characters",
    "by_name": "tools by name until looked up",
    "instructions": "instructions of the server",
    "resources": "tools that read resources",
    "prompts": "prompts, for the user",
    "asks": "asks the user (elicitation)",
    "refreshes": "takes a changed list of tools",
}


def facts_text() -> str:
    """The table of the manual: a column for each host that was measured, and below it what becomes
    of the rest of a long answer."""
    rows = [("", *FACTS), ("---",) * (len(FACTS) + 1)]
    rows += [
        (title, *(_cell(getattr(facts, field)) for facts in FACTS.values()))
        for field, title in COLUMNS.items()
    ]
    table = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([*table, "", *(f"- {name}: {one.rest}." for name, one in FACTS.items())])


def _cell(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else HALVES.get(value, value)
