"""The graph: names, how they are related, and what is near what."""
