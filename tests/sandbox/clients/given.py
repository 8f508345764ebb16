"""What the trials in Python are given: `python CLIENT_bot.py API TOKEN PICTURE`."""

from __future__ import annotations

import sys

API, TOKEN, PICTURE = sys.argv[1], sys.argv[2], bytes.fromhex(sys.argv[3])
BUTTONS = ("Change", "Later", "Form", "Think")
"""What can be pressed under the answer."""
