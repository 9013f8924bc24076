"""Fading: the laws of forgetting, the strength that they leave, and what uses do to it.

The one theory of strength (DESIGN 3), on plain numbers: a moment is microseconds since 1970, a
length of time is days, both in UTC. The doors and `core/memory/memory.py` turn datetimes into
these.

| module | what it says |
|---|---|
| `laws` | what share of a strength each law leaves after so many days |
| `strength` | the numbers of a memory, how it fades, and its strength at a moment |
| `reinforcement` | what a use does to the numbers, and when it does nothing |
| `fold` | the numbers that the lines of a journal lead to |
| `threshold` | after how many days a law leaves only a given share |
| `parameters` | which number a law can have, and the law in words |
| `wording` | the arithmetic of a strength, and why a use was skipped, in words |
"""
