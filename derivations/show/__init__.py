"""Documents, tables and plots: each module takes finished data and returns text, or plain data."""
