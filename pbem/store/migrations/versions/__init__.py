"""The steps, in the order of their numbers; one that was released is not changed any more."""
