"""Tests of the written form of mathematics."""
