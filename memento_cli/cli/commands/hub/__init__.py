"""The hub of a team: its schema, who may reach it, and how it is."""
