"""Static tables in the true format of model2vec, made of the meanings of `meanings.py`.

`python -m tests.vectors.static_table FOLDER` writes each of `VARIANTS` into a folder of its own.
It prints the program that made `model2vec.jsonl`, what model2vec 0.10 answers for them.
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.vectors.meanings import IGNORED, MEANINGS, vector_of

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
FORMATS = {"F32": "f", "F16": "e", "I8": "b", "I64": "q", "F64": "d"}
SUFFIXES = ("s", "ing", "ed", "red", "road", "way")


class Variant(NamedTuple):
    """A table: its tokenizer, the type of its numbers, and what else it has."""

    tokenizer: str
    dtype: str = "F32"
    has_weights: bool = False
    has_mapping: bool = False
    config: Mapping[str, object] = MappingProxyType({})
    dims: int = 8


VARIANTS = {
    "wordpiece": Variant("wordpiece", config={"normalize": True}),
    "wordpiece-short": Variant("wordpiece", config={"max_length": 4, "normalize": False}),
    "wordpiece-whole": Variant("wordpiece", config={"max_length": None}),
    "wordpiece-int8": Variant("wordpiece", "I8", has_weights=True, config={"normalize": True}),
    "wordpiece-f16": Variant("wordpiece", "F16"),
    "unigram": Variant("unigram", config={"normalize": True}),
    "unigram-short": Variant("unigram", config={"max_length": 5}),
    "unigram-f64": Variant("unigram", "F64", has_mapping=True),
    "unigram-weights": Variant("unigram", has_weights=True, has_mapping=True),
}
TEXTS = [
    "My car is red",
    "The automobile stood in the rain.",
    "旅先のホテルで朝食を食べた",
    "Zürich, 2025-02-01: the railway teachers mended it",
    "zzzz qqqq",
    "Привет, мир",
    "",
    "[CLS] hello [UNK] car",
    "car " * 900,
    "a" * 300 + " wine",
]


def static_table(folder: Path, variant: Variant) -> Path:
    """A folder with a table; answers the folder."""
    folder.mkdir(parents=True)
    tokens = _tokens()
    tokenizer = _wordpiece(tokens) if variant.tokenizer == "wordpiece" else _unigram(tokens)
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    vocabulary = tokenizer.get_vocab()
    size, dims = len(vocabulary), variant.dims
    order = sorted(vocabulary, key=lambda token: vocabulary[token])
    scale = 100 if variant.dtype == "I8" else 1
    rows = [[x * scale for x in vector_of(_plain(token), dims)] for token in order]
    tensors = {"embeddings": (variant.dtype, [size, dims], [x for row in rows for x in row])}
    if variant.has_mapping:
        half = (size + 1) // 2  # two tokens share a row, as after vocabulary quantization
        flat = [x for row in rows[:half] for x in row]
        tensors["embeddings"] = (variant.dtype, [half, dims], flat)
        tensors["mapping"] = ("I64", [size], [place // 2 for place in range(size)])
    if variant.has_weights:
        weights = [0.1 if _plain(token) in IGNORED else 1 + len(token) / 8 for token in order]
        tensors["weights"] = ("F32", [size], weights)
    (folder / "model.safetensors").write_bytes(safetensors(tensors))
    config = {"model_type": "model2vec", "hidden_dim": dims, **variant.config}
    (folder / "config.json").write_text(json.dumps(config))
    return folder


def safetensors(tensors: dict[str, tuple[str, list[int], list[float]]]) -> bytes:
    """The bytes of a file with these tensors, each with its type, shape and numbers."""
    header, data = dict[str, object](), b""
    for name, (dtype, shape, numbers) in tensors.items():
        whole = FORMATS[dtype] in "bq"
        values = [round(number) for number in numbers] if whole else numbers
        packed = struct.pack(f"<{len(values)}{FORMATS[dtype]}", *values)
        offsets = [len(data), len(data) + len(packed)]
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": offsets}
        data += packed
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def _tokens() -> list[str]:
    """Words, endings and single letters."""
    letters = [chr(sign) for sign in range(ord("a"), ord("z") + 1)] + list("0123456789.,:-")
    return list(dict.fromkeys([*MEANINGS, *sorted(IGNORED), "hello", *SUFFIXES, *letters]))


def _plain(token: str) -> str:
    """A token without the marks of a tokenizer."""
    return token.removeprefix("##").removeprefix("▁") or token


def _wordpiece(tokens: Sequence[str]) -> Any:
    """A tokenizer as BERT has it, with marks of the ends of a text, and padding."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    pieces = [*SPECIAL, *tokens, *(f"##{token}" for token in tokens if token.isascii())]
    vocabulary = {piece: place for place, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ends = [(token, vocabulary[token]) for token in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", None, ends)
    tokenizer.add_special_tokens(list(SPECIAL))
    tokenizer.enable_padding(pad_token="[PAD]")
    return tokenizer


def _unigram(tokens: Sequence[str]) -> Any:
    """A tokenizer as multilingual models have it."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    pieces = dict.fromkeys(["▁", *tokens, *(f"▁{token}" for token in tokens)])
    scored = [(piece, -1.0 - 20 / len(piece)) for piece in pieces]
    tokenizer = Tokenizer(models.Unigram([("<s>", 0.0), ("<unk>", 0.0), *scored], unk_id=1))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    return tokenizer


RECORD = f"""
import json, pathlib, sys
from model2vec import StaticModel
for folder in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    vectors = StaticModel.from_pretrained(folder).encode({TEXTS!r})
    print(json.dumps([folder.name, [[round(float(x), 7) for x in row] for row in vectors]]))
"""

if __name__ == "__main__":
    for name, variant in VARIANTS.items():
        static_table(Path(sys.argv[1]) / name, variant)
    print(RECORD)
