"""The running server: put together from the configuration, of concrete transports and the concrete store; its loops."""
