"""The attack phase (rulebook: Attaque).

In reading order: `resolution`, the possible assaults and their results; `reaction`, the defender's answer;
`assault`, the turn of a people that chose war; `attack_phase`, the rounds of war or peace, built on the other
three.
"""
