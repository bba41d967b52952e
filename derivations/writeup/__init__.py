"""Writeups: a derivation taken out of the tool, whole or in part, in the forms that writers and programs use."""
