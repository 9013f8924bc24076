"""The bench: what memento costs and finds, beside its goals and beside plain baselines.

A room for people who change memento. It measures the command line from outside, as processes of
their own, and the package's own recall on real questions; nothing imports it but its verb.
"""
