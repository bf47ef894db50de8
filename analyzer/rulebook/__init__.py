"""The rules of the game in plain Python: complete, readable, slow; the judge of the kernel."""
