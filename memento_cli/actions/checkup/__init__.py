"""What doctor looks at, one kind of place a file, and how it mends what it finds."""
