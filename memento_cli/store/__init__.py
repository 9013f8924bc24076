"""The data directory: files, lock, typed TOML, journal, settings."""
