"""Claims for the prover Rocq (formerly Coq): lemmas that it proves again, from the statements of the kernel."""
