"""Cells that a spreadsheet computes, whatever they are meant to say."""

from __future__ import annotations

FORMULAS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""How a cell begins that a spreadsheet computes (OWASP, CSV Injection)."""
