"""Erasure in files and logs."""
