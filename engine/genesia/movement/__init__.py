"""Movement over the board (rulebook: Expansion).

In reading order: `routes`, the regions in reach with steps and tolls; `movements`, the costs, the list of
movements that a people can pay for, and the movement itself.
"""
