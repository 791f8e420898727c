"""The tools of a service for agents, over the Model Context Protocol. Needs the extra `mcp`."""
