"""Closed forms, enumeration and dynamic programming that stand beside the estimates."""
