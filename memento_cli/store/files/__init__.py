"""Files: written atomically, locked, named."""
