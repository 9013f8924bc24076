"""The rows of the search by meaning: what vectors cost, what they find, and what a bad model or one
that does not answer takes away. Only those of the user's own provider need a model.
"""
