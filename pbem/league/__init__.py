"""Leagues, pure: fixtures, points, tables, the pyramid, ratings and the season clock, from values to values."""
