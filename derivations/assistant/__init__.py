"""The engine for an assistant: the tools that one calls, as plain data both ways, and the server that lends them."""
