"""Fading: the laws of forgetting, the strength that they leave, and what reinforcement does to it.

The theory of strength (DESIGN 3) on plain numbers: moments are microseconds since 1970 in UTC,
spans are days. `core/memory/memory.py` and the callers convert datetimes to these.

| module | content |
  |---|---|
  | `laws` | the retention of each law after so many days |
  | `strength` | the numbers of a memory, its fading, and its strength at a moment |
  | `reinforcement` | what a use changes in the numbers, and when it changes nothing |
  | `fold` | the numbers to which the entries of a journal lead |
  | `threshold` | the inverse of a retention: the days until only a given share is left |
  | `parameters` | the valid parameter of each law, and the law in words |
  | `wording` | the arithmetic of a strength, and why a use was skipped, in words |
"""
