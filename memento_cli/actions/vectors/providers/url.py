"""A server of OpenAI's protocol: ollama, llama.cpp, TEI, vLLM, or a service.

`POST {url}/embeddings` with `model`, `input` and `encoding_format`. `dimensions` is not asked for:
vLLM refuses it for most models, others ignore it, and to cut the vector here is the same.
"""

from __future__ import annotations

import os
from time import monotonic

from memento_cli.actions.vectors.providers.provider import RETRY_SECONDS, Provider, most_bytes
from memento_cli.errors import Failed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.actions.vectors.providers.address import Address
    from memento_cli.actions.vectors.providers.http import Response, Unreachable
    from memento_cli.actions.vectors.providers.provider import Asked, ProviderFault
    from memento_cli.store.settings.user import VectorSettings

ENDPOINT = "embeddings"
LEAST_SECONDS = 0.001
LONGEST_KEY = 2**16
OK, TOO_LARGE = 200, 413
UNKNOWN, FORBIDDEN = 401, 403
BUSY = (429, 503)
PASSING = (500, 502, 504)
REDIRECTS = range(300, 400)
COMPLAINING = (400, 422, 500)
LARGE = (
    "too large",
    "too long",
    "too many",
    "context length",
    "context size",
    "maximum",
    "must have less",
    "out of memory",
)
"""Of the words of servers for a request with too much in it, which some answer with 400 or 500."""


class Server(Provider):
    """A server, asked by a connection of its own each time."""

    def __init__(self, address: Address, settings: VectorSettings) -> None:
        self.name = f"{address.shown} ({settings.model})"
        self.is_remote = not address.is_loopback
        self._address, self._settings = address, settings
        self._key = ""

    def embed(self, texts: Asked, seconds: float) -> list[Sequence[float]]:
        """The vectors of the texts, in their order; the time is also that of a key's command."""
        import json

        from memento_cli.actions.vectors.providers.http import Unreachable, post

        end = monotonic() + seconds
        asked = {
            "model": self._settings.model,
            "input": [text for text, _ in texts],
            "encoding_format": "float",
        }
        headers = self._headers(seconds)
        try:
            body = json.dumps(asked).encode()
            rest = max(LEAST_SECONDS, end - monotonic())
            most = most_bytes(len(texts))
            response = post(self._address, ENDPOINT, body, headers, rest, most)
        except Unreachable as problem:
            raise self._unreachable(problem, seconds) from None
        if response.status != OK:
            raise self._refusal(response)
        return self._vectors(response.body, len(texts))

    def _headers(self, seconds: float) -> dict[str, str]:
        self._key = self._key or self._read_key(seconds)
        return {"Authorization": f"Bearer {self._key}"} if self._key else {}

    def _read_key(self, seconds: float) -> str:
        """The key; "" if the settings name none, ProviderFault if there is none where they say."""
        from memento_cli.store.settings.programs import output_of

        settings, source = self._settings, self._key_source()
        key = ""
        if settings.key_env:
            key = os.environ.get(settings.key_env, "").strip()
        elif settings.key_command:
            try:
                output = output_of(settings.key_command, b"", seconds, LONGEST_KEY, tells_why=False)
                key = output.decode().strip()
            except UnicodeDecodeError:
                pass  # which is told like other signs that no key has
            except Failed as problem:
                hint = "run it by hand to see what it says"
                raise self.fault(f"no key came from {source}: {problem}", hint) from None
        if source and not (key and key.isascii() and key.isprintable() and " " not in key):
            raise self.fault(f"no key came from {source}", "it must be one line without blanks")
        return key

    def _key_source(self) -> str:
        """Where the key comes from, for people; "" if the settings name nothing."""
        if self._settings.key_env:
            return f"${self._settings.key_env} (vectors.key_env)"
        return "vectors.key_command" if self._settings.key_command else ""

    def _unreachable(self, problem: Unreachable, seconds: float) -> ProviderFault:
        """The fault of a server that did not answer; what is late may be too much at once."""
        message = f"it took longer than {seconds:g} s" if problem.is_late else str(problem)
        retry_after = RETRY_SECONDS if problem.may_pass else None
        return self.fault(message, retry_after=retry_after, is_too_large=problem.is_late)

    def _refusal(self, response: Response) -> ProviderFault:
        """The fault of an answer that is not 200."""
        status = response.status
        if status in (UNKNOWN, FORBIDDEN):
            source = self._key_source()
            hint = "" if source else "vectors.key_env or vectors.key_command names one"
            return self.fault(f"refused the key from {source}" if source else "wants a key", hint)
        if status in REDIRECTS:
            return self.fault(
                "leads elsewhere, where memento does not follow",
                "put the right address in vectors.url",
            )
        if status in BUSY:
            return self.fault(self._complaint(response), retry_after=_retry_after(response))
        complaint = self._complaint(response)
        words = complaint.lower()
        is_large = status == TOO_LARGE or (status in COMPLAINING and any(map(words.count, LARGE)))
        retry_after = RETRY_SECONDS if status in PASSING and not is_large else None
        return self.fault(complaint, retry_after=retry_after, is_too_large=is_large)

    def _complaint(self, response: Response) -> str:
        """The status and the server's own words: its message, or the first line of its body."""
        import json

        from memento_cli.store.settings.programs import first_line

        text = response.body.decode(errors="replace")
        try:
            message = _message(json.loads(text))
        except (ValueError, RecursionError):
            message = ""
        text = message or text
        for secret in (self._key, *self._address.secrets):
            text = text.replace(secret, "…") if secret else text
        words = first_line(text)
        return f"answered {response.status}" + (f": {words}" if words else "")

    def _vectors(self, body: bytes, count: int) -> list[Sequence[float]]:
        """The vectors of an answer by their `index`, as they may come in any order."""
        import json

        try:
            rows = json.loads(body)["data"]
            places = [row.get("index", place) for place, row in enumerate(rows)]
            if sorted(places) != list(range(count)):
                raise self.fault(
                    f"answered with other vectors than asked for: {len(rows)} of {count}"
                )
            vectors = {place: row["embedding"] for place, row in zip(places, rows, strict=True)}
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
            raise self.fault("answered with something else than vectors") from None
        return [self._vector(vectors[place]) for place in range(count)]

    def _vector(self, raw: object) -> Sequence[float]:
        """A vector from a list of numbers, or from base64 of floats, as some servers send."""
        if not isinstance(raw, str):
            return self.numbers(raw)
        import sys
        from array import array
        from base64 import b64decode

        packed = array("f")
        try:
            packed.frombytes(b64decode(raw, validate=True))
        except ValueError:
            raise self.fault("answered with something else than numbers") from None
        if sys.byteorder == "big":
            packed.byteswap()
        return packed


def _message(answer: object) -> str:
    """The message in the JSON of an error, in the forms of the servers there are."""
    while isinstance(answer, dict):
        answer = next((answer[key] for key in ("error", "message", "detail") if key in answer), "")
    return answer if isinstance(answer, str) else ""


def _retry_after(response: Response) -> float:
    """The seconds until the server wants to be asked again, by its own clock if it names a time."""
    from email.utils import parsedate_to_datetime
    from math import isfinite

    text = response.headers.get("Retry-After", "")
    try:
        seconds = float(text)
    except ValueError:
        try:
            now = parsedate_to_datetime(response.headers.get("Date", ""))
            seconds = (parsedate_to_datetime(text) - now).total_seconds()
        except (TypeError, ValueError, OverflowError):
            return RETRY_SECONDS
    return max(0.0, seconds) if isfinite(seconds) else RETRY_SECONDS
