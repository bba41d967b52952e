"""The version of the package, which its build reads without importing anything."""

__version__ = "0.2.0"
