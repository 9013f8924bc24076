"""The settings of a store and of its user."""
