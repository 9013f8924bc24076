"""The store in git."""
