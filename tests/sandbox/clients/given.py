"""Arguments of the trials in Python: `python CLIENT_bot.py API TOKEN PICTURE`."""

from __future__ import annotations

import sys

API, TOKEN, PICTURE = sys.argv[1], sys.argv[2], bytes.fromhex(sys.argv[3])
BUTTONS = ("Change", "Later", "Form", "Think")
"""Labels of the buttons under the bot's answer."""
