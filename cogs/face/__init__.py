"""What every game's face shares: drawing, menus, narration, suggestions."""
