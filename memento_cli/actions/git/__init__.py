"""The store in git: setup, hooks, merges, and commits of acts."""
