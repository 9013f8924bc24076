"""The texts that are turned into vectors, and the keys by which their vectors are kept."""

from __future__ import annotations

try:
    from _blake2 import blake2b  # hashlib takes as long to import as a recall's search
except ImportError:
    from hashlib import blake2b

KINDS = DOCUMENT, QUERY = ("document", "query")
PROBE = "An otter swam past the old mill at noon, and nobody counted the 37 boats on the river."
"""Embedded as a document with every request: another vector means another model."""
MOST_CHARACTERS = 8_000
"""The most characters of a text that are embedded: most models read no more than that."""
KEY_BYTES = 16


def document_text(summary: str, detail: str) -> str:
    """What of a memory is embedded: its summary, then its detail, at most 8,000 characters."""
    return f"{summary.strip()}\n{detail.strip()}"[:MOST_CHARACTERS].strip()


def text_key(text: str) -> bytes:
    """The 16 bytes by which the vector of a text is found."""
    return blake2b(text.encode(errors="surrogatepass"), digest_size=KEY_BYTES).digest()
