"""Pages for a browser: what every site of ours shares, and the web mailbox of the demo in a package of its own."""
