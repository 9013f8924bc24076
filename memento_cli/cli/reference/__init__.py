"""What is said about the command line, made from it: manual, man page, completions."""
