"""The index of events."""
