"""Undo, and what was changed."""
