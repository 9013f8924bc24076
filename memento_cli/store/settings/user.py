"""The user's own settings: `memento/config.toml` in their configuration folder."""

from __future__ import annotations

import os

from memento_cli.core.exchange.hosts import HOSTS
from memento_cli.core.fields.checks import checked
from memento_cli.core.fields.field import Field
from memento_cli.core.security.trust import CONFIRMED, TRUSTS
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import cache
from memento_cli.store.directory.platform_folders import user_file
from memento_cli.store.files.files import read_regular
from memento_cli.store.toml.changes import flat
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Any


FILES = "materialize"
"""The list of the files of hosts that `tidy run` keeps."""
LISTED = (
    Field("client", "choice", "Which host reads it.", required=True, choices=tuple(HOSTS)),
    Field("path", "text", "The file, or the folder that it is in, in which ~ is your home.",
          required=True),
    Field("store", "text", "The store whose memories it shows; else your own.", ""),
    Field("projects", "texts", "Only memories of these projects.", ()),
    Field("topics", "texts", "Only those about any of these.", ()),
    Field("min_trust", "choice", "Only what is vouched for so.", CONFIRMED, choices=TRUSTS),
    Field("limit", "whole", "At most so many; else as many as the host reads of a file that is its "
          "own, and in another up to 50 beside what people have put there.", 0, low=0, high=1000),
)  # fmt: skip
USER_SETTINGS = (
    Field("store", "text", "Your store where none is named and no folder around has one: a path, "
          "in which ~ is your home. Else it is in the platform's folder for data.", ""),
    Field("pager", "text", "The program for what is longer than the terminal; $MEMENTO_PAGER "
          "goes before it, $PAGER or less after it. `cat` turns paging off.", ""),
    Field("editor", "text", "The program in which you edit; else $VISUAL, $EDITOR or vi.", ""),
    Field("color", "choice", "When to colour; --color comes before it.", "auto",
          choices=("auto", "always", "never")),
    Field("times", "choice", "Times on a terminal: as your clock shows them, or in UTC.", "local",
          choices=("local", "utc")),
    Field("layers", "texts", "Stores that `recall`, `list` and `context` read beside the one that "
          "they find, the nearest first: paths, in which ~ is your home.", ()),
    Field("summary.command", "texts", "A program and its arguments that summarises what it reads, "
          "in at most $MEMENTO_TOKENS tokens; without one, sentences are extracted.", ()),
    Field("summary.timeout_seconds", "number", "How long it may take.", 60.0, above=0, high=3600),
    Field("extract.command", "texts", "A program and its arguments that answers a prompt, which it "
          "reads, with JSON, which it prints: what `event extract` and `tidy propose` ask.", ()),
    Field("extract.timeout_seconds", "number", "How long an answer may take.", 120.0, above=0,
          high=3600),
    Field("extract.tokens", "whole", "The tokens of a prompt; more turns are asked for in several.",
          6000, low=2000, high=1_000_000),
    Field("extract.calls", "whole", "How often at most one command asks it.", 20, low=1,
          high=100_000),
    Field("extract.night_calls", "whole", "The same for `tidy run`; 0: the night asks nothing and "
          "sends nothing.", 0, low=0, high=100_000),
    Field("sync.when", "choice", "When a store syncs with the hubs that it has met: asked is by "
          "`memento store sync` alone, nightly by `tidy run` as well, always also after each "
          "command that has changed something, in the background.", "asked",
          choices=("asked", "nightly", "always")),
    Field("vectors.url", "text", "A server that turns texts into vectors by OpenAI's protocol: "
          "what stands before `/embeddings`, as in `http://127.0.0.1:11434/v1`. One of url, "
          "command and table makes `recall` search by meaning beside words.", ""),
    Field("vectors.command", "texts", "A program and its arguments that does so: it reads lines of "
          "JSON with `text` and `kind` (document or query), and prints an array of numbers for "
          "each.", ()),
    Field("vectors.table", "text", "A folder with a static model in the format of model2vec: "
          "tokenizer.json and model.safetensors. Nothing leaves this machine; the package "
          "tokenizers must be installed.", ""),
    Field("vectors.model", "text", "The model that the server is asked for.", ""),
    Field("vectors.dims", "whole", "How many dimensions of a vector are kept, for models whose "
          "first ones say the most; 0 keeps all.", 0, low=0, high=65_536),
    Field("vectors.query_prefix", "text", "What the model wants before a question, as "
          "`search_query: `.", ""),
    Field("vectors.document_prefix", "text", "What the model wants before the text of a memory, as "
          "`search_document: `.", ""),
    Field("vectors.timeout_seconds", "number", "How long a recall waits for the vector of its "
          "question; for a batch of memories, twelve times that.", 5.0, above=0, high=600),
    Field("vectors.allow_remote", "flag", "Whether texts may leave this machine for the server. "
          "For a command it says that it sends them to another.", False),
    Field("vectors.privacy", "choice", "The most private memories that may leave this machine: "
          "only public ones, those of the team too, or all.", "public",
          choices=("public", "team", "private")),
    Field("vectors.key_env", "text", "The variable of the environment that has the server's key.",
          ""),
    Field("vectors.key_command", "texts", "A program and its arguments that prints the server's "
          "key.", ()),
    Field("vectors.weight", "number", "The part of meaning in how well a memory fits a question; "
          "the rest is that of its words.", 0.3, low=0, high=1),
    Field(FILES, "tables", "A file that a host reads, which `memento tidy run` keeps "
          "(`memento help materialize`).", (), of=LISTED),
)  # fmt: skip


class VectorSettings(NamedTuple):
    """The settings under `vectors`, each as its field says; the table is a path from the root."""

    url: str
    command: Sequence[str]
    table: str
    model: str
    dims: int
    query_prefix: str
    document_prefix: str
    timeout_seconds: float
    allow_remote: bool
    privacy: str
    key_env: str
    key_command: Sequence[str]
    weight: float

    @property
    def has_provider(self) -> bool:
        """Whether anything is named that turns texts into vectors."""
        return bool(self.url or self.command or self.table)


def user_settings() -> Mapping[str, Any]:
    """The user's settings; BadData with all problems of their file."""
    path = user_file()
    try:
        content = read_regular(path, SIZE_LIMIT)
    except FileNotFoundError:
        content = b""
    except OSError as problem:
        raise BadData(path, [f"cannot be read: {problem.strerror}"]) from None
    return _values(path, content)


@cache  # a recall asks for its layers, colours and vectors
def _values(path: str, content: bytes) -> Mapping[str, Any]:
    """The settings in the bytes of a file."""
    document = parsed(content, path).data
    values, problems = checked(USER_SETTINGS, document)
    known = {field.path for field in USER_SETTINGS}
    unknown = [key for key in flat(document) if key not in known]
    problems += [_unknown(key, known) for key in unknown]
    problems += [f"layers: {one!r} is no path" for one in values["layers"] if "\0" in one]
    if problems:
        raise BadData(path, problems, "`memento help settings` tells what may stand there")
    return values


def _unknown(key: str, known: Collection[str]) -> str:
    from memento_cli.core.text.normal_forms import near_name  # few files have such a key

    return f"unknown setting {key}{near_name(key, known)}"


def configured_store() -> str:
    """The path of the user's own store; empty if the file names none."""
    path: str = user_settings()["store"]
    return _resolved(path) if path else ""


def layers() -> list[str]:
    """The paths of the stores that the user reads beside the current one."""
    return [_resolved(path) for path in user_settings()["layers"]]


def listed_files() -> list[Mapping[str, Any]]:
    """The files of hosts that the user has listed, each with the values of LISTED; the paths are
    from the root, and the store's is empty where none is named."""
    return [
        {
            **row,
            "path": _resolved(row["path"]),
            "store": _resolved(row["store"]) if row["store"] else "",
        }
        for row in user_settings()[FILES]
    ]


def vector_settings() -> VectorSettings:
    """The user's settings of vectors. What they ask for together, `provider_of` checks."""
    values = user_settings()
    settings = VectorSettings(*(values[f"vectors.{name}"] for name in VectorSettings._fields))
    return settings._replace(table=_resolved(settings.table) if settings.table else "")


def _resolved(path: str) -> str:
    """A path of the file, relative to its folder or to the home of `~`."""
    return os.path.join(os.path.dirname(user_file()), os.path.expanduser(path))
