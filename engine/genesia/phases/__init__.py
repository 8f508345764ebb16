"""The phases of an Age except the attack phase, which is in `combat`.

In reading order: `turns`, growth and expansion; `lines`, several steps of a turn at once; `setup`, the
beginning of the match and of every Age; `draft`, the simultaneous choice of objectives and cards; `age_end`,
cities, last cards, progress, the next turn order.
"""
