"""A person with something of every kind in a store, made by the commands that make it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import Ran

    Run = Callable[..., Ran]


def furnish(call: Run, name: str, mark: str, other: str) -> None:
    """Everything that can be kept of somebody, each with words that begin with `mark`; some of it
    was changed, archived and taken away again. `other` is somebody else, who is met."""

    def do(*args: str) -> Ran:
        done = call(*args, "--json")
        assert done.code == 0, (args, done)
        return done

    def id_of(*args: str) -> str:
        rows = json.loads(do(*args).stdout)
        while not isinstance(rows, dict) or "id" not in rows:
            rows = rows[0] if isinstance(rows, list) else next(iter(rows.values()))
        return str(rows["id"])

    met = id_of(
        "record", f"Went to the doctor about {mark}illness", "--detail", f"She has {mark}detail",
        "-p", name, "-t", f"{mark}topic", "-w", other, "--project", f"{mark}project",
    )  # fmt: skip
    do("edit", met, "--detail", f"She had {mark}second", "--reason", f"{mark}reason")
    do("reinforce", met, "--reason", f"{mark}used")
    card = id_of("record", f"What is {mark}question", "-p", name, "--kind", "semantic")
    do("edit", card, "--set", f"review.question=Which {mark}card is it?")
    do("pin", card)
    gone = id_of("record", f"An old matter, {mark}archived", "-p", name)
    do("forget", gone, "--yes", "--reason", f"{mark}why")
    do("record", f"What follows is {mark}after", "-p", name, "--link", f"cause_of:{met}")
    do("agent", "feedback", card, "not_helpful", "--answer", f"Rather {mark}proposed")
    turn = id_of(
        "event", "add", "-u", f"I feel {mark}said today", "-a", f"Because of {mark}answer",
        "--of", name, "--client", "app", "--session", f"{mark}talk", "-w", other,
    )  # fmt: skip
    next_turn = id_of("event", "add", "-u", f"And {mark}more", "-a", "Yes", "--of", name)
    felt = ("--valence=-.4", "--arousal", ".7", "--dominance", "0", "--confidence", ".9")
    do("event", "affect", turn, *felt, "-l", "low", "--text", f"It was {mark}felt", "--of", name)
    do("event", "thread", "add", f"The {mark}thread", turn, next_turn)
    do("state", "add", "task", f"Buy the {mark}task", "--of", name)
    do("state", "add", "relation", f"Her sister is {mark}relation", "--of", name)
    do("state", "mood", "--say", f"She is {mark}mood", "--of", name)
    do("fact", "set", "city", f"{mark}city", "--of", name)
    do("fact", "set", "city", f"{mark}town", "--of", name, "--reason", f"{mark}moved")
    do("fact", "like", f"{mark}tea", "--domain", "food", "--of", name, "--note", f"{mark}note")
    do("kv", "set", "port", f"{mark}port", "--of", name)
    do("kv", "set", "lost", f"{mark}lost", "--of", name)
    do("kv", "unset", "lost", "--of", name)
    do("block", "set", "tone", f"She says {mark}block", "--of", name)
    do("block", "set", "dropped", f"She said {mark}dropped", "--of", name)
    do("block", "delete", "dropped", "--of", name, "--yes")
    do("graph", "add", name, "works_at", f"{mark}office")
    do("graph", "add", other, "knows", name, "--reason", f"{mark}known")
    do("session", "start", f"The {mark}session", "--id", f"{name}-open", "--of", name)
    do("session", "add", f"{name}-open", f"It was {mark}item")
    do("session", "start", f"The {mark}ended", "--id", f"{name}-ended", "--of", name)
    do("session", "add", f"{name}-ended", f"It was {mark}spoken of in this session")
    do("session", "end", f"{name}-ended")
