"""The checks and repairs of `doctor`, one module for each kind of place; status, stats, health."""
