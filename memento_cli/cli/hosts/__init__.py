"""The hosts of agents: what `agent setup` makes for each, and what it finds there."""
