"""A page on this machine: a store as documents, a server for them, and the page as a file."""
