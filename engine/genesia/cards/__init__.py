"""The Age cards in play.

In reading order: `modes`, the card's entry in the box and its amounts on a board; `legality`, the phases and
regions in which a card may be played, and the cards that may be copied; `effects`, the results of a play.
"""
