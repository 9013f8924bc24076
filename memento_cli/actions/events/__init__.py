"""Events, feelings, threads, and plans made of them."""
