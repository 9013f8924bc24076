"""Order among memories: near-duplicates, clusters, conflicts, supersession, and proposals."""
