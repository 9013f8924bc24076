"""The front door: a few exact shapes of the hot commands, answered before Typer is imported."""
