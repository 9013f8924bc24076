"""Working memory: sessions, and the context that a model is given."""
