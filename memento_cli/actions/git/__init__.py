"""The store in git: merging its files, the hooks, committing what was done."""
