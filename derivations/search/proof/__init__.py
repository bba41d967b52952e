"""Proofs: equality in a normal form, inequality by positive coefficients and slacks, refutation by exact points."""
