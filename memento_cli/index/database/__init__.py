"""The index's file: its tables, how it is opened, made anew, and where it is."""
