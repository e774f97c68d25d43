"""The embedded mail world: a server, an SMTP sink, bots and a web mailbox in one process on loopback.

Answers travel by SMTP to `smtp_in`, and what is read is what was sent: nothing is short-circuited.
"""
