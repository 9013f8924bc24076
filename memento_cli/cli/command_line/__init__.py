"""The command line: its commands and options, the table, and the reader of it."""
