"""How an interaction is answered: pages, buttons, uploads, limits, failures."""
