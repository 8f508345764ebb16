"""The attack phase (rulebook: Attaque).

In reading order: `resolution`, where an assault is possible and what it costs; `reaction`, the defender's
answer; `assault`, the own turn of who chose war; `attack_phase`, the rounds of war or peace that lead
through all this.
"""
