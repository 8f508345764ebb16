"""Discord's documented limits. Each counts characters or things unless its name ends in the unit."""

from __future__ import annotations

import re

CONTENT = 2000
EMBEDS = 10
EMBED_CHARACTERS = 6000
FILES = 10
FILE_BYTES = 10 * 1024 * 1024
FILE_DESCRIPTION = 1024
FILENAME = 260
NONCE = 25
NONCE_SECONDS = 300
ROWS = 5
BUTTONS = 5
COMPONENTS = 40
COMPONENT_ID = 2**31 - 1
TEXT_DISPLAYS = 4000
GALLERY = 10
OPTIONS = 25
OPTION_TEXT = 100
CUSTOM_ID = 100
BUTTON_LABEL = 80
PLACEHOLDER = 150
MODAL_TITLE = 45
MODAL_COMPONENTS = 5
LABEL = 45
INPUT_TEXT = 4000
INPUT_PLACEHOLDER = 100
RADIOS = (2, 10)
CHECKBOXES = 10
LABEL_DESCRIPTION = 100
CHOICES = 25
COMMANDS = {1: 100, 2: 15, 3: 15}
"""How many commands of each type there may be: chat, of people's menus, of messages' menus.

The menus had 5 each until March 2026; discord.py 2.7 itself still allows no more.
"""
UPLOAD_SECONDS = 24 * 3600
"""Seconds that a file which somebody gave to a command or a form is kept."""
COMMAND_CHARACTERS = 8000
THREAD_NAME = 100
ACTIVE_THREADS = 1000
SHARD_GUILDS = 2500
HISTORY = 100
EMOJI_BYTES = 256 * 1024
EMOJIS = 2000
EMOJI_NAME = re.compile(r"\w{2,32}")
REACTIONS = 20
PINS = 250
PINS_PAGE = 50
FIRST_RESPONSE_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60
