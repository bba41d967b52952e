"""The claims of the lecture, one module each under the claim's name."""
