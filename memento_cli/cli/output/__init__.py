"""What is printed: rows, tables, values, and the one module that prints."""
