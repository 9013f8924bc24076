"""How memories fade: why, how far, by which law; and review."""
