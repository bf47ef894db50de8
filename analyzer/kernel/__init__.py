"""The compiled engine: everything jitted and nothing else."""
