"""The cache of vectors: rows of int8, the keys of their texts, and the search over them."""
