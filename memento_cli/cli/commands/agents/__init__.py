"""Doors for programs: hosts of MCP servers, hooks of agents, and what came of a recall."""
