"""Log-ins without a password: tokens of an authorization server, kept, renewed, and shown to mail servers."""
