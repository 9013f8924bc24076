"""Facts, states, preferences, blocks and values that expire."""
