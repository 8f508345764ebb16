"""Genesia, by Éric Labouze (2019): one to five peoples, three Ages, an island in the middle.

In reading order; each imports only what stands before it:

1. `box`: what is in the box, read from data files: cards, objectives, maps, decks.
2. `options`, `moves`, `model`: the vocabulary. Whoever is outside takes every name from `model`.
3. `state`, `board`: the immutable state, who holds what on the board, small changes.
4. `scoring`: what is counted, score sheets, the result.
5. `cards`, `movement`: what cards do, and where clans can go for how much.
6. `phases`: set-up, draft, the turns of growth and expansion, the end of an Age.
7. `combat`: the attack phase.
8. `view`, `redeal`: what a seat may know, and states that it cannot tell from the real one.
9. `text`: moves and positions as text.
10. `players`: the automatic player.
11. `rules`: the `Game` that puts all this together; `balance`: the report on many of its games.
"""
