"""The append-only logs: the journal, and the events."""
