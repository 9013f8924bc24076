"""A door: memory for frameworks of agents, each module a thin translation for one of them."""
