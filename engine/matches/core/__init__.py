"""One writer per match: what is read, cached, locked, written, and what follows from an entry."""
