"""Models that memento asks: how their answers are read."""
