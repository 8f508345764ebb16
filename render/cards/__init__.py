"""Pictures that belong to no game: how a match ended, and the standings of a competition."""
