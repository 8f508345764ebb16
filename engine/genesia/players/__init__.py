"""The automatic players: `steady`, `expert`, and the styles that the balance report compares.

In reading order: `evaluation`, the worth of regions, clans and cards; `expansion`, the purchases; `combat`,
attack and defence; `alone`, the last Age without rivals; `steady`, the player itself; `styles`, variants of
it; `expert`, which tries its plans with `steady` in play-outs.
"""
