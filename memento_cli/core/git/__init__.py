"""Merging: two versions of a document, and two memories of one id."""
