"""Scenarios (formats F10): hand-written situations, run through the rulebook and compared with what is expected."""
