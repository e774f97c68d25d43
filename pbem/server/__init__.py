"""From a configuration to a server: the one place in it that names concrete transports and the concrete store."""
