"""The tools of an agent: what it may call, whichever door it comes by."""
