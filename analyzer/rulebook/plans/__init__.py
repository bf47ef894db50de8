"""Whole plans on the rulebook: the order of play of formats F13 around the engine that also runs scenarios."""
