"""How many tokens a text will cost a language model, without one: an estimate by its signs."""

from __future__ import annotations

SIGNS_A_TOKEN = 4
ALPHABETS, UNSPACED = "\u0370", "\u0e00"
"""From here on: Greek, Cyrillic, Arabic, the scripts of India; Thai, kana, Han, Hangul, emoji."""


def token_estimate(signs: int) -> int:
    """The tokens of so many signs: a token for every four, rounded up (document 002's program).

    Fair for English: OpenAI's rule of thumb; DeepSeek documents 0.3 tokens a sign. Of Chinese,
    Japanese and Korean it tells 3 to 6 times too few: their signs cost 0.6 (DeepSeek), 0.6 to 1
    (counts of o200k_base) or 1 to 1.7 tokens (of cl100k_base). `tokens_in` knows the script.
    """
    return -(-signs // SIGNS_A_TOKEN)


def tokens_in(text: str) -> int:
    """The tokens of a text: Latin signs a quarter each, other alphabets a half, the rest one.

    The same as `token_estimate` for ASCII. How unlike scripts are in this: Petrov et al., Language
    Model Tokenizers Introduce Unfairness Between Languages, NeurIPS 2023. Of today's tokenizers it
    rather tells too many: a context that is too long is worse than one with room left.
    """
    if text.isascii():
        return token_estimate(len(text))
    quarters = sum([1 if sign < ALPHABETS else 2 if sign < UNSPACED else 4 for sign in text])
    return -(-quarters // SIGNS_A_TOKEN)
