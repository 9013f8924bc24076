"""A static model in the format of model2vec: a vector for each token, and their mean for a text.

The folder has `tokenizer.json`, `model.safetensors` with `embeddings` and perhaps `weights` and a
`mapping` of tokens to rows, and `config.json`. What model2vec answers, this does, without numpy.
"""

from __future__ import annotations

import os

from memento_cli.actions.vectors.providers.provider import Provider
from memento_cli.core.text.visible import visible
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.settings.programs import first_line

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tokenizers import Tokenizer

    from memento_cli.actions.vectors.providers.provider import Asked
    from memento_cli.actions.vectors.providers.tensors import Tensor

CONFIG, TOKENIZER, TENSORS = "config.json", "tokenizer.json", "model.safetensors"
MOST_TOKENS = 512
"""So many of a text are read where the configuration says nothing else."""
UNKNOWN_ID = b'"unk_id"'


class Model(NamedTuple):
    """A model that was opened; `most_tokens` is 0 for no limit, `unknown` None for no token."""

    tokenizer: Tokenizer
    unknown: int | None
    most_tokens: int
    embeddings: Tensor
    weights: Tensor | None
    mapping: Tensor | None


class Table(Provider):
    """A static model of the user's, opened when it is first asked."""

    is_in_process = True

    def __init__(self, folder: str) -> None:
        self.address = folder
        self.name = f"the table {visible(folder)}"
        self._folder = folder
        self._model: Model | None = None

    def embed(self, texts: Asked, seconds: float) -> list[Sequence[float]]:
        """The vectors of the texts, in their order; zeros for one of which no token is known. It
        takes the time that it needs, as nobody else is waited for."""
        self._model = self._model or self._opened()
        model = self._model
        try:
            return [mean(model, ids) for ids in token_ids(model, [text for text, _ in texts])]
        except (IndexError, ValueError, OverflowError):
            raise self.fault("its tokens are not those of its vectors") from None

    def _opened(self) -> Model:
        """The model; ProviderFault if it is none, or cannot be read here."""
        from memento_cli.actions.vectors.providers.tensors import tensors

        try:
            most_tokens = self._most_tokens()
            matrices = tensors(os.path.join(self._folder, TENSORS))
            tokenizer, unknown = self._tokenizer(os.path.join(self._folder, TOKENIZER))
        except OSError as problem:
            name = os.path.basename(problem.filename or "")
            raise self.fault(f"{name}: {problem.strerror or problem}") from None
        except BadData as problem:
            raise self.fault(str(problem)) from None
        if "embeddings" not in matrices:
            raise self.fault(f"{TENSORS} has no embeddings")
        tokenizer.no_padding()
        if most_tokens:
            tokenizer.enable_truncation(most_tokens)
        else:
            tokenizer.no_truncation()
        weights, mapping = matrices.get("weights"), matrices.get("mapping")
        return Model(tokenizer, unknown, most_tokens, matrices["embeddings"], weights, mapping)

    def _tokenizer(self, path: str) -> tuple[Tokenizer, int | None]:
        """The tokenizer in a file, and the id of its token for what it does not know."""
        try:
            from tokenizers import Tokenizer
        except ImportError:
            hint = "pip install tokenizers"
            raise self.fault("needs the package tokenizers, which is not installed", hint) from None
        unknown_in_file = _unknown_in_file(path)
        try:
            tokenizer = Tokenizer.from_file(path)
        except Exception as problem:  # the library has no class of its own for them
            raise self.fault(f"{TOKENIZER}: {first_line(str(problem))}") from None
        return tokenizer, _unknown_token(tokenizer, unknown_in_file)

    def _most_tokens(self) -> int:
        """How many tokens of a text are read, by the configuration; 0 for all."""
        import json

        try:
            with open(os.path.join(self._folder, CONFIG), "rb") as file:
                most = json.load(file).get("max_length", MOST_TOKENS)
        except FileNotFoundError:
            return MOST_TOKENS
        except (ValueError, AttributeError, RecursionError):
            raise BadData(CONFIG, ["is no object in JSON"]) from None
        return most if isinstance(most, int) and most > 0 else 0


def token_ids(model: Model, texts: Sequence[str]) -> list[list[int]]:
    """The tokens of each text that are known, without those that only mark its ends."""
    if model.most_tokens:
        texts = _cut(model, texts)
    encodings = model.tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
    return [[id for id in encoding.ids if id != model.unknown] for encoding in encodings]


def _cut(model: Model, texts: Sequence[str]) -> Sequence[str]:
    """The texts, each no longer than so many tokens of the usual length; the tokenizer cuts the
    rest exactly."""
    if max(map(len, texts), default=0) <= model.most_tokens:  # a token has a sign at least
        return texts
    from statistics import median

    usual = int(median(map(len, model.tokenizer.get_vocab())))
    return [text[: model.most_tokens * usual] for text in texts]


def mean(model: Model, ids: Sequence[int]) -> Sequence[float]:
    """The mean of the vectors of tokens, each times its weight; zeros for none."""
    if not ids:
        return [0.0] * model.embeddings.columns
    rows = [_weighted(model, id) for id in ids]
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def _weighted(model: Model, id: int) -> Sequence[float]:
    """The vector of a token, times its weight."""
    row = model.embeddings.row(int(model.mapping.row(id)[0]) if model.mapping else id)
    if model.weights is None:
        return row
    (weight,) = model.weights.row(id)
    return [component * weight for component in row]


def _unknown_token(tokenizer: Tokenizer, in_file: int | None) -> int | None:
    """The id of the token for what is unknown, as the model names it."""
    if not hasattr(tokenizer.model, "unk_token"):
        return in_file
    unknown = tokenizer.model.unk_token
    return None if unknown is None else tokenizer.token_to_id(unknown)


def _unknown_in_file(path: str) -> int | None:
    """The id of the unknown token in the file of a Unigram tokenizer, which the library does not
    tell. Read from its text, as the file is large, and no text in it has a plain quotation mark."""
    with open(path, "rb") as file:
        text = file.read()
    place = text.find(UNKNOWN_ID)
    while place >= 0:
        rest = text[place + len(UNKNOWN_ID) : place + 40].lstrip()
        if rest.startswith(b":"):
            digits = rest[1:].split(b",")[0].split(b"}")[0].strip()
            return int(digits) if digits.isdigit() else None
        place = text.find(UNKNOWN_ID, place + 1)
    return None
