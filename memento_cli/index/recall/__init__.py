"""Searching the index: candidates, filters, ranking and spelling."""
