"""The commands for looking at a store."""
