"""What an agent is to know now."""
