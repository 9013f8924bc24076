"""What git has of a store."""
