"""TOML text: read, checked, written, edited in place, and merged."""
