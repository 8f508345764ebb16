"""The connection to Discord: sessions, leased shards, and the guard before discord.py's parsers."""
