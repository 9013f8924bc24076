"""Fading: the laws of forgetting, the strength that they leave, and what reinforcement does to it.

The theory of strength (DESIGN 3) on plain numbers: moments are microseconds since 1970 in UTC,
spans are days. `core/memory/memory.py` and the callers convert datetimes to these.

| module | content |
  |---|---|
  | `laws` | each law, its valid parameter, and its retention after so many days |
  | `strength` | the numbers of a memory, its fading, its strength at a moment, and when it falls |
  | `reinforcement` | what a use changes in the numbers, and when it changes nothing |
  | `fold` | the numbers to which the entries of a journal lead |
  | `wording` | the arithmetic of a strength, and why a use was skipped, in words |
"""
