"""People: their first mail, their settings, what they say to each other, going away, coming back, being forgotten."""
