"""Strengths in the index, at any moment and in order."""
