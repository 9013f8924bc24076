"""All of the help as HTML pages: the same texts, with a list of all beside each."""

from __future__ import annotations

import os

from memento_cli.cli.reference.chapters import chapter
from memento_cli.cli.reference.pages import PAGES, first_page, page_text
from memento_cli.cli.reference.topics import TOPICS
from memento_cli.cli.reference.tree import commands
from memento_cli.pictures.page import POLICY, escaped
from memento_cli.store.files.files import make_folders, os_errors, write

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.store.settings.values import Settings

STYLE = """
:root { color-scheme: light dark; }
body { display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 2rem; margin: 1.5rem;
  font: 16px/1.5 system-ui, sans-serif; }
nav { font-size: .9rem; } nav a { display: block; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
@media (max-width: 40rem) { body { display: block; } }
"""


def written(folder: str, settings: Settings) -> list[str]:
    """Write every page, chapter and command into a folder, with an index; answers the paths.

    Pages of the same names are written over.
    """
    texts = {"index": first_page(settings)}
    texts |= {f"page-{name}": page_text(name, settings) for name in PAGES}
    texts |= {name: chapter(name, settings)[1] for name in TOPICS if name not in PAGES}
    texts |= {
        f"command-{one.name.replace(' ', '-')}": chapter(one.name, settings)[1]
        for one in commands()
    }
    with os_errors(folder):
        make_folders(os.path.abspath(folder))
    paths = []
    for name, text in texts.items():
        path = os.path.join(folder, f"{name}.html")
        write(os.path.abspath(path), _page(name, text, texts).encode())
        paths.append(path)
    return paths


def _page(name: str, text: str, texts: Mapping[str, str]) -> str:
    links = "\n".join(
        f'<a href="{each}.html">{escaped(_title(each))}</a>' for each in sorted(texts)
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>\n'
        f"<title>memento: {escaped(_title(name))}</title>\n<style>{STYLE}</style>\n"
        "</head>\n<body>\n"
        f"<nav>\n{links}\n</nav>\n<main><pre>{escaped(text)}</pre></main>\n</body>\n</html>\n"
    )


def _title(name: str) -> str:
    return name.removeprefix("page-").replace("command-", "memento ")
