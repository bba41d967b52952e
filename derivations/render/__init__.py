"""Renderers: each takes a finished report and returns text or plain data."""
