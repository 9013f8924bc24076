"""Recall: the query, its filters, and how hits are ranked and explained."""
