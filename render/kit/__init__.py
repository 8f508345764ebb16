"""What every game's pictures are made with: canvas, lettering, squares and hexagons, score tracks."""
