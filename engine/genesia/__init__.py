"""Genesia, by Éric Labouze (2019): one to five peoples, three Ages, an island in the middle.

A people is one side in the game: each seat leads one people, a solo player leads two. In reading order, each
entry imports only entries before it:

1. `box`: the contents of the box, read from data files: cards, objectives, maps, decks.
2. `options`, `moves`, `model`: the vocabulary. Most code outside the rules imports its names from `model`.
3. `state`, `board`: the immutable state, the regions that each people holds, small changes of a state.
4. `scoring`: counts, score sheets, the result.
5. `cards`, `movement`: the effects of cards; routes of clans and their costs.
6. `phases`: set-up, draft, the turns of growth and expansion, the end of an Age.
7. `combat`: the attack phase.
8. `view`, `redeal`: the facts that a seat may know, and random states that agree with them.
9. `text`: moves and positions as text.
10. `players`: the automatic players `steady` and `expert`.
11. `rules`: the `Game` object; `balance`: the report on many games; `lessons`: the tutorial's lessons.
"""
