"""Published and exact numbers, each an ordinary plan with an [expect] table, and the command that compares with them."""
