"""Makes all pictures again: `python -m tests.pictures`."""

from __future__ import annotations

from tests.pictures.sessions import FOLDER, SESSIONS, pictures

FOLDER.mkdir(exist_ok=True)
for session in SESSIONS:
    for path, text in pictures(session):
        path.write_text(text, encoding="utf-8")
        print(path.name)
