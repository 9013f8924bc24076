"""The commands, one file a command or a group, in folders by subject."""
