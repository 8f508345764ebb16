"""What several games' rules repeat: typed words, positions, sets, squares, lazy lists, a random player."""
