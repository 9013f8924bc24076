"""Plain engines that rank the same documents for the same questions: SQLite's FTS5 always, and on
request BM25 as others have built it, where that is installed."""

from __future__ import annotations

from collections import defaultdict
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tests.bench.plain_search import PLAIN, plain_rankings, without_stop_words
from tests.bench.scores import DEPTH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tests.bench.scores import Ranking
    from tests.bench.sets import Document, Set


def _bm25s(documents: Sequence[Document], questions: Sequence[str]) -> Iterator[list[str]]:
    """bm25s with its English stop words."""
    bm25s: Any = import_module("bm25s")

    def words(texts: list[str]) -> Any:
        return bm25s.tokenize(texts, stopwords="en", show_progress=False)

    index = bm25s.BM25()
    index.index(words([document.text for document in documents]), show_progress=False)
    most = min(DEPTH, len(documents))
    for question in questions:
        found, shares = index.retrieve(words([question]), k=most, show_progress=False)
        pairs = zip(found[0], shares[0], strict=True)
        yield [documents[int(at)].key for at, share in pairs if share > 0]


def _tantivy(documents: Sequence[Document], questions: Sequence[str]) -> Iterator[list[str]]:
    """tantivy with its English stemmer, any word of the question but the most common."""
    tantivy: Any = import_module("tantivy")
    schema = tantivy.SchemaBuilder()
    schema.add_integer_field("at", stored=True)
    schema.add_text_field("text", tokenizer_name="en_stem")
    index = tantivy.Index(schema.build())
    writer = index.writer()
    for at, document in enumerate(documents):
        writer.add_document(tantivy.Document(at=at, text=document.text))
    writer.commit()
    index.reload()
    searcher = index.searcher()
    for question in questions:
        text = " ".join(without_stop_words(question.lower())).replace("'", " ")
        hits = searcher.search(index.parse_query(text, ["text"]), DEPTH).hits if text else []
        yield [documents[searcher.doc(address)["at"][0]].key for _, address in hits]


def _whoosh(documents: Sequence[Document], questions: Sequence[str]) -> Iterator[list[str]]:
    """Whoosh's BM25F with its stemming analyser, any word of the question but the most common."""
    analysis, fields = import_module("whoosh.analysis"), import_module("whoosh.fields")
    storage, query = import_module("whoosh.filedb.filestore"), import_module("whoosh.query")
    analyser: Any = analysis.StemmingAnalyzer()
    schema = fields.Schema(at=fields.STORED, text=fields.TEXT(analyzer=analyser))
    index = storage.RamStorage().create_index(schema)
    writer = index.writer()
    for at, document in enumerate(documents):
        writer.add_document(at=at, text=document.text)
    writer.commit()
    with index.searcher() as searcher:
        for question in questions:
            words = [token.text for token in analyser(" ".join(without_stop_words(question)))]
            asked = query.Or([query.Term("text", word) for word in words])
            yield [documents[hit["at"]].key for hit in searcher.search(asked, limit=DEPTH)]


ENGINES: Mapping[str, Callable[[Sequence[Document], Sequence[str]], Iterator[list[str]]]] = {
    "bm25s": _bm25s,
    "tantivy": _tantivy,
    "whoosh": _whoosh,
}
"""By the package that each is."""


def not_installed() -> list[str]:
    """The engines that could be asked and are not there."""
    return [name for name in ENGINES if find_spec(name) is None]


def baselines(engines: bool) -> list[str]:
    """What is asked beside recall: FTS5, and with `engines` each other that is installed."""
    absent = not_installed() if engines else ENGINES
    return [*PLAIN, *(name for name in ENGINES if name not in absent)]


def baseline(name: str, data: Set, *, pooled: bool) -> list[Ranking]:
    """What one of them answers to each question; of its project's documents, unless `pooled`."""
    if name in PLAIN:
        return plain_rankings(name, data, pooled=pooled)
    documents: dict[str | None, list[Document]] = defaultdict(list)
    asked: dict[str | None, list[int]] = defaultdict(list)
    for document in data.documents:
        documents[None if pooled else document.project].append(document)
    for number, question in enumerate(data.questions):
        asked[None if pooled else question.project].append(number)
    found: dict[int, Ranking] = {}
    for project, numbers in asked.items():
        texts = [data.questions[number].text for number in numbers]
        among = documents[project]
        answers = ENGINES[name](among, texts) if among else iter([[] for _ in texts])
        found |= zip(numbers, answers, strict=True)
    return [found[number] for number in range(len(data.questions))]
