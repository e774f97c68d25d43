"""The demo: a real server, bots, and mailboxes in the browser, all in one process on loopback."""
