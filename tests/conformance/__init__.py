"""Conformance: what the five documents promise, as numbers, asked of the project's own code.

`vectors` reads the files, `compare` is the strict judge, `runner` gives each vector its verdict.
One module a document (`tyvi` …) maps its ops to functions and actions of the project.
`python -m tests.conformance [--system NAME] [--json]` prints the verdicts.
"""
