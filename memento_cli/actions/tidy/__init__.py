"""Tidying: what sleep proposes, what is applied, and what every night does."""
