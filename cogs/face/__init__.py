"""The faces of games on Discord, and their common parts: drawing, menus, narration, suggestions."""
