"""Sentences, read with the board in view: what somebody means by "the four-point blue one, please"."""
