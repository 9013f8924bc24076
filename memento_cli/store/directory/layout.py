"""Names in a store's folder."""

FILE = "memento.toml"
