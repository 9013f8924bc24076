"""Salted hashes, by which erased text is recognised when it comes back."""

from __future__ import annotations

import os
import unicodedata
from hashlib import blake2b

from memento_cli.errors import BadData
from memento_cli.store.files.files import read_regular, replace
from memento_cli.store.settings.settings import settings_of
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.splice import edited
from memento_cli.store.toml.writer import value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.store.directory.folders import Folders

SALT = "erasure.salt"
HASH_BYTES, KEY_BYTES = 16, 64


def words_hash(store: Folders, summary: str, detail: str) -> str:
    """The salted hash of a memory's text; case, spaces and line ends do not matter."""
    plain = unicodedata.normalize("NFKC", f"{summary} {detail}").casefold()
    text = " ".join(plain.split()).encode(errors="surrogatepass")
    salt = store.settings[SALT].encode()[:KEY_BYTES]
    return blake2b(text, digest_size=HASH_BYTES, key=salt).hexdigest()


def add_salt(store: Folders) -> None:
    """Add a salt to the settings of a store that has none; the lock must be held."""
    if store.settings[SALT]:
        return
    path = store.settings_file
    document = parsed(read_regular(path, SIZE_LIMIT), path)
    salt = os.urandom(HASH_BYTES).hex()
    replace(path, edited(document, {tuple(SALT.split(".")): salt}).encode())
    store.changed.append(path)
    store.settings = settings_of(read_regular(path, SIZE_LIMIT), path)


def file_words_hash(store: Folders, raw: bytes) -> str:
    """The salted hash of the text in a memory's file; empty if it cannot be read."""
    try:
        content = value_at(parsed(raw, "").data, ("memory", "content")) or {}
        return words_hash(store, str(content.get("summary")), str(content.get("detail", "")))
    except (BadData, AttributeError):
        return ""
