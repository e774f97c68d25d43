"""Pages for a browser: what every site of ours shares; the public pages and the demo's mailbox are packages within."""
