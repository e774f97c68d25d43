"""Text to commands: what people write, in five languages."""
