"""Plans: everything that determines results, read from TOML or options and resolved into plain values."""
