"""The README's pictures, of what a real terminal shows: `python -m tests.pictures` makes them."""
