"""Leagues that run themselves: entries, check-in, fixtures, tables, overtime, sign-off, and the next season."""
