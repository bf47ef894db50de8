"""Measurements: each a ratio taken in one run, or a count; never a timed test."""
