"""The graph: its edges, the ways through it, and the reference MCP server's knowledge."""
