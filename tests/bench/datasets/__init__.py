"""The published files of other benchmarks of memory, each read into sets of the bench."""
