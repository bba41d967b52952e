"""Cards of accelerators, models, price lists and memory tiers: sourced numbers in TOML files, as frozen values."""
