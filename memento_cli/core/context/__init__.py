"""A context for a model: what is told, within which budget, and between which marks."""
