"""Whole mail worlds around a server: the demo, to play in at once, and the simulation, to prove that nothing hangs."""
