"""Secrets, and what a person is asked."""
