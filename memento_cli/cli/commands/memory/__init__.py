"""Memories: kept, listed, shown, changed, archived and brought back."""
