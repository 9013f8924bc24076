"""Vectors of meaning: what is embedded, rows of int8, and their cosines."""
