"""memento store vectors test"""

from __future__ import annotations

from memento_cli.cli.commands.vectors.provider import the_embedder

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call


def test(
    call: Call,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="A question, in quotes.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What a memory might say.")],
) -> None:
    """How near a text is to a question: by the model, and compared with this store's memories.

    The cosine is the model's own number. The score, 0 to 1, says how much nearer that is than
    memories are that have nothing to do with the question; a recall ranks by it. What has none of
    the question's words is found from some cosine on, which depends on the question.
    """
    from memento_cli.actions.vectors.similarity import similarity

    found = similarity(call.store, the_embedder(), question, text)
    value = {
        name: None if number is None else round(number, 4)
        for name, number in found._asdict().items()
    }
    told = f"cosine {found.cosine:.3f}"
    if found.score is not None and found.alone is not None:
        told += f", score {found.score:.3f}; found without a word from cosine {found.alone:.3f} on"
    call.out.value(value, told)
    if found.score is None:
        call.out.note("A score needs the store's own vectors: `memento store vectors fill`")
