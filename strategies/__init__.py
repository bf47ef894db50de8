"""Built-in rules of play: ordinary plug-ins, found through the same entry points as anybody else's."""
