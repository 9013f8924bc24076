"""The browser in a terminal: a door for looking at a store, and for acting on what one sees."""
