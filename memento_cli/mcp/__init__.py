"""The door for agents that speak MCP: tools, resources and prompts over one store."""
