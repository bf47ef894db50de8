"""Card facts: catalogue, look-up, the ability language and mana costs."""
