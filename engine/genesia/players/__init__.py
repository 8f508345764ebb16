"""The automatic player `greedy`.

In reading order: `evaluation`, what regions, clans and cards are worth; `expansion`, what it buys;
`combat`, how it attacks and defends; `alone`, how it plays without rivals; `greedy`, the player itself.
"""
