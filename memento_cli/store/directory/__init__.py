"""The data directory: where it is, what is in it, how it is made, and who writes there."""
