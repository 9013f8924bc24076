"""The watcher: wakes the index when files change, and tells what changed; nothing else."""
