"""The bot's door: Discord's HTTP API, one module per part of its documentation."""
