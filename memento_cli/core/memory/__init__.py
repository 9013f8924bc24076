"""What a memory is: its values, its id, and what a draft becomes."""
