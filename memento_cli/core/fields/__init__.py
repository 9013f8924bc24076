"""The fields of typed files: each declared once, with its type, range and documentation."""
