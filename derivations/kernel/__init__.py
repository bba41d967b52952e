"""The kernel: the only place where a theorem is made; it checks certificates, and searches for nothing.

It imports the written tree and the standard library. What it proves holds of real numbers, with units set to one: in
every state in which the hypotheses hold and every quantity is in its domain, the conclusion holds.
"""
