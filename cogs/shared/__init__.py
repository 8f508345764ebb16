"""What every game's face on Discord stands on: pages, buttons, text, commands, the Face protocol."""
