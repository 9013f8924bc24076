"""The store itself: made, opened, migrated, rebuilt, set."""
