"""Studies: many plans in one file, how many games each gets, their shared ledger and their tables."""
