"""The everyday commands on a stand-in for Windows."""
