"""How memories fade: why, along which curve, when, by which law; and being asked what one knows."""
