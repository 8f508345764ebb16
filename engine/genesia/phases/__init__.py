"""The phases of an Age but the attack, which is in `combat`.

In reading order: `turns`, growth and expansion; `setup`, the match's and every Age's beginning; `draft`,
the objectives and cards that all choose together; `age_end`, cities, last cards, progress, the next turn
order.
"""
