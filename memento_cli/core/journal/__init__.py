"""The entries of the journal, and what they say of a memory at a moment."""
