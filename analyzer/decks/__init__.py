"""Decklist dialects, counts and shipped examples, read into one immutable deck."""
