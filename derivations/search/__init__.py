"""The search for derivations: board, rules, finders of proofs, counterexamples, and second provers."""
