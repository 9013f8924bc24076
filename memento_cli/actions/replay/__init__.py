"""The replay of a journal: which law of forgetting and which weights would suit a store."""
