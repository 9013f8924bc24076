"""What happened: events, what is noted of them, and the threads that they form."""
