"""How a store is: what it holds, and what in it wants to be mended."""
