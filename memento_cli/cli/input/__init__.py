"""What a person or a pipe hands in: names of memories, text, standard input."""
