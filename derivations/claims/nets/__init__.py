"""Claims about ciphers and neural nets."""
