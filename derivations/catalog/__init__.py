"""Cards of accelerators and models: sourced numbers in TOML files, read into frozen values."""
