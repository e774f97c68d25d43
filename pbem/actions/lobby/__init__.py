"""Tables that wait for players: opened, joined, left, given up; and seats that somebody is to take over."""
