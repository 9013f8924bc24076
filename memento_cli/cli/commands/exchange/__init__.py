"""What goes out of a store, and what comes in."""
