"""The graph of entities and their edges (document 004)."""
