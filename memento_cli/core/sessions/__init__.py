"""Working memory (document 002)."""
