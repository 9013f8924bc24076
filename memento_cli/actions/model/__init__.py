"""The user's own program that is asked: what follows from turns, what episodes say in general."""
