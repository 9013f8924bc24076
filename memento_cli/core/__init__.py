"""Values and pure functions about memories, given `now`. No file, no clock, no printing."""
