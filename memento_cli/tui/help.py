"""The keys of the browser, as its help tells them."""

from __future__ import annotations

from rich.text import Text

KEYS = (
    (
        "Look",
        (
            ("/", "find while you type: words, topic:oauth, with:ana, since:2w"),
            ("↑ ↓ j k", "another line; PgUp PgDn Home End go far"),
            ("Enter", "the whole of it; Esc goes back"),
            ("Tab", "from the list to what is seen of it, and back"),
            ("1 … 0", "another view: facts, threads, the log …"),
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
            ("x", "archive it"),
            ("l", "link it to another"),
            ("P", "archive all that has faded, after a look at it"),
            ("v", "be asked what is due for review"),
            ("b", "bring back (in the archive)"),
            ("y d", "apply or reject (a proposal)"),
            ("t", "take back (an act of the log)"),
            ("u Ctrl+R", "take back what was done last; do it again"),
        ),
    ),
    ("Else", (("?", "these keys"), ("q", "leave"))),
)
COPY = "A copy to hand on, one page for any browser: memento export --format html -o FILE"
KEY_CELLS = 10


def keys_text() -> Text:
    """All keys, below each other."""
    text = Text()
    for title, rows in KEYS:
        text.append(f"{title}\n", "bold")
        for key, what in rows:
            text.append(f"  {key:<{KEY_CELLS}}", "cyan").append(f" {what}\n", "default")
    text.append(f"\n{COPY}\n")
    text.append("\nThe mouse does it, too: click, double click, click the keys below.")
    return text
