"""What the browser's help tells: its keys, and what the signs on its screen mean."""

from __future__ import annotations

from shlex import join
from textwrap import wrap

from rich.text import Text

from memento_cli.core.fading.strength import BOUNDS
from memento_cli.pictures.bars import TIER_STYLES
from memento_cli.tui.cells import shown
from memento_cli.tui.listing import MARKED, PINNED

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

KEYS = (
    (
        "Look",
        (
            ("/", "find while you type: words, topic:oauth, with:ana, since:2w"),
            ("↑ ↓ j k", "another line; PgUp PgDn Home End go far"),
            ("Enter", "the whole of it; Esc goes back"),
            ("Tab", "from the list to what is seen of it, and back"),
            ("1 @ 2 … 0", "another view: people, facts, threads, the log …"),
            ("f", "topics, people, months … to choose from"),
            ("s", "another order: newest, used last, important, strongest"),
            ("o", "on to what it is linked to, and what is like it"),
            ("Backspace", "back to where you came from by o or a click"),
        ),
    ),
    (
        "Do",
        (
            ("Space a", "mark one, mark all: what follows is done to the marked"),
            ("e", "edit it in $EDITOR"),
            ("n", "a new memory"),
            ("r", "reinforce: it mattered again"),
            ("p", "pin it, so that it does not fade; again lets it fade"),
            ("x", "forget it: it goes to the archive, view 0, and b brings it back"),
            ("l", "link it to another"),
            ("P", "archive all that is prunable, after a look at it"),
            ("v", "be asked what is due for review"),
            ("b", "bring back (in the archive)"),
            ("y d", "apply or reject (a proposal)"),
            ("t", "take back, or do again (an act of the log)"),
            ("u Ctrl+R", "take back what was done last; do it again"),
        ),
    ),
    ("Else", (("?", "these keys"), ("Ctrl+Z", "suspend it; fg brings it back"), ("q", "leave"))),
)
COPY = "A copy to hand on, one page for any browser:"
HTML = ("--format", "html", "-o", "FILE")
MOUSE = "The mouse does it, too: click, double click, click the keys below."
TIERS = tuple(
    f"{tier} {f'from {BOUNDS[tier][0]:g}' if BOUNDS[tier][0] > 0 else 'below'} ({style})"
    for tier, style in TIER_STYLES.items()
)
LEGEND = (
    ("██▌", "its strength, 0 (empty) to 1 (full): it fades with time, and a use restores it"),
    ("tier", ", ".join(TIERS)),
    ("weak", "below 0.2, where `memento list` hides it; prunable below 0.15, where P archives it"),
    (PINNED, "pinned: it does not fade"),
    (MARKED, "marked by Space"),
    ("5mo +2w", "how long ago, or how soon: m minutes, h, d, w, mo months, y"),
    ("(agent)", "before a text: whose word it is, if not yours, and what speaks against it"),
    ("dim", "replaced by a newer one, over, or undone"),
    ("importance", "0 to 1: how much it matters, which does not fade"),
    ("weight", "0 to 1: how strong an edge of the graph is, which fades unless it is stated again"),
)
"""What is seen, and what it means; manual/open.md says it in these words."""
KEY_CELLS, WHAT_CELLS = 10, 58


def help_text(exporting: Sequence[str] = ("memento", "export")) -> Text:
    """All keys, below each other, and then the signs; at the end a command for a copy, which has
    the words of an `exporting` of this store."""
    text = Text()
    for title, rows in KEYS:
        _append(text, title, rows)
    _append(text, "What you see", LEGEND)
    text.append(f"\n{COPY}\n  ").append(shown(join((*exporting, *HTML))), "cyan")
    return text.append(f"\n\n{MOUSE}")


def _append(text: Text, title: str, rows: Iterable[tuple[str, str]]) -> None:
    text.append(f"{title}\n", "bold")
    for key, what in rows:
        first, *more = wrap(what, WHAT_CELLS)
        text.append(f"  {key:<{KEY_CELLS}}", "cyan").append(f" {first}\n", "default")
        text.append("".join(f"{' ' * (KEY_CELLS + 3)}{line}\n" for line in more))
