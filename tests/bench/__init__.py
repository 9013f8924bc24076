"""The bench: what memento costs and finds, beside its goals and beside plain baselines.

It is for people who change memento, and is no part of the installed package. It measures the
command line from outside, as processes of their own, and the package's own recall on real
questions. `python -m tests.bench` runs it in a checkout; README.md beside this file describes
the rows.
"""
