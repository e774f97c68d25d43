"""The server: plays Splendor with people by mail. docs/architecture.md shows its rooms and the way of a mail."""
