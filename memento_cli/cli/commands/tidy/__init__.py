"""Order among memories: proposals to decide on, doubles, contradictions, and what a night does."""
