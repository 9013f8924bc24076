"""Finding memories: by words, by likeness, by time."""
