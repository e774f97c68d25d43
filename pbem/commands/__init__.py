"""Text to commands: what people write, in any of the languages, becomes values; what is in doubt becomes a problem."""
