"""The hub: real servers of PostgreSQL, and clones that meet there."""
