"""Log-ins without a password."""
