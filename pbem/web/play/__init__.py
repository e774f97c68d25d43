"""The page of one seat in one game: to look at, to move, to talk; its address is in every mail of the game."""
