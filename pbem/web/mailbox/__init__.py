"""The web mailbox: a small mail program for mails on this machine. It knows mail, and nothing of the game."""
