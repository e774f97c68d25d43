"""Ways to install, each tried for real: `make test-install`. They take minutes, so `make test` leaves them out."""
