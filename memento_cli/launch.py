#!python
"""What the command `memento` runs: the launcher that pip makes of an entry point imports `re`.

That costs half as much as Python's own start. The first line becomes this environment's Python.
"""

from memento_cli.__main__ import main

main()
