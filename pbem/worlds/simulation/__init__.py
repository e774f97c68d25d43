"""A year in the life of the server, with a virtual clock: many games, many kinds of people, checks that never sleep.

Nothing is short-circuited but the wire: mails go in as bytes, the server handles them, and a relay that is a list
takes what goes out. Time jumps from one event to the next.
"""
