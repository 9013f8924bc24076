"""Files of Markdown in which a host keeps its memory: their entries, and the block of memento."""
