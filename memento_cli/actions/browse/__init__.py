"""What is looked at in a store, as values: for a terminal and for a page alike."""
