"""What turns texts into vectors: a server, a command of the user, or a static table."""
