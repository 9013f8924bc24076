"""Moments, lengths of time, and the dates that a text names."""
