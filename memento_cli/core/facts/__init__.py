"""What holds: facts in time, states, preferences, blocks, and values that expire."""
