"""The page as a file: all its documents in it, for a disk, a family, or any static host."""
