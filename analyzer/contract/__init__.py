"""Tables that both engines share: codes and names, no behaviour; imports nothing."""
