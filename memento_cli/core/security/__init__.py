"""What is secret, what is not to be obeyed, and who may see what."""
