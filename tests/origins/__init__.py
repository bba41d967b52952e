"""Tests of where numbers come from."""
