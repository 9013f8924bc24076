"""What holds: facts in time, values that expire, states and blocks."""
