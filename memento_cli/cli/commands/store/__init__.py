"""The folder itself: git, trust, the numbers in files, the index, the format, keys, speed."""
