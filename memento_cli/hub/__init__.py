"""Sync with a team's PostgreSQL, where the clones of stores meet."""
