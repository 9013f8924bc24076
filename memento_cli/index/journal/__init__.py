"""The journal in the index: its lines, and the numbers to which they fold."""
