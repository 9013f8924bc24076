"""Text: words, sentences, tokens, likeness, and how it is quoted."""
