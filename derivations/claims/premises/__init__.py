"""The shared premises: each is believed for a reason, and any of them can be replaced."""
