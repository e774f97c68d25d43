"""Pages for a browser: lobby, games, leagues, ratings, one's own settings; and what every site of ours shares."""
