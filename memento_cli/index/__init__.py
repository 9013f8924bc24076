"""The index: what the files and logs say, in SQLite, outside the store; derived and disposable."""
