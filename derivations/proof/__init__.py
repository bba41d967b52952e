"""Proof: what follows from given relations, found or refuted; certificates, their store, and the budget."""
