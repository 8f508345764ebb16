"""Drawing tools that all games share: canvas, lettering, squares, hexagons, seat cards and films."""
