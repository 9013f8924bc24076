"""Vectors: providers that are no models, and what is done with what they answer."""
