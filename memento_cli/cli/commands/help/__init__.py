"""What is told of memento itself: its help, and what the shells complete."""
