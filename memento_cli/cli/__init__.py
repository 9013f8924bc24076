"""The terminal door: one file a verb, options said once, one module that prints."""
