"""Tests of notebooks and of the pages made from them."""
