"""Keeping the index fresh: what has changed, and the rows that follow from it."""
