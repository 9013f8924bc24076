"""Working memory, and how it becomes a memory."""
