"""Commands for looking at a store."""
