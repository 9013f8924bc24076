"""The kinds of TOML files in a store: what each may say, and how it becomes a value and back."""
