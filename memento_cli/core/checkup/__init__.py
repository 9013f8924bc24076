"""How a store fares."""
