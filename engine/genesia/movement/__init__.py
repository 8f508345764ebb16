"""Movement over the board (rulebook: Expansion).

In reading order: `routes`, what can be reached over how many steps and tolls; `movements`, what that costs,
the list of what can be paid for, and the movement itself.
"""
