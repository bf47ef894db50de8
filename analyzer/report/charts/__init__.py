"""Charts of a report, drawn by Altair from its tidy tables; the extra `plots` brings what they need."""
