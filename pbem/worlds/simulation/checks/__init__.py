"""What must hold whatever people do: some of it at every step, some when all is over."""
