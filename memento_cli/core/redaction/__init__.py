"""What an erasure means, and whom."""
