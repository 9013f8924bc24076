"""Readers of foreign formats, one module each: they yield drafts, and pass over bad lines."""
