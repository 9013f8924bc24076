"""Recall by meaning: the provider, the vectors, and what is sent where."""
