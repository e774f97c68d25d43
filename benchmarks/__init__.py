"""What pbem costs, measured: each module has `run` for the figures and `lines` to show them."""
